import type { Command } from 'commander';
import { checkAcyclic } from '../certificate/acyclic.js';
import { checkCertificate } from '../certificate/check.js';
import type { FailedClaim } from '../certificate/claims.js';
import { readCertificate, writeCertificate } from '../certificate/disk.js';
import type { Certificate } from '../certificate/format.js';
import { makeCertificate } from '../certificate/make.js';
import type { MadeCertificate, MakeCertificateProgress } from '../certificate/make.js';
import type { Core } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { formatPosition } from '../notation.js';
import type { Position } from '../position.js';
import { proveLine } from '../solver/proven-line.js';
import type { ProvenLine, ProvenPly } from '../solver/proven-line.js';
import { nameOf as nameOfGame } from '../tablebase/folders.js';
import { Cores } from './cores.js';
import { printable, UsageError } from './failure.js';
import { brief, clock, count, duration, rounded, signed } from './figures.js';
import { openLayers } from './lookup.js';
import {
  jsonOption,
  layersOption,
  nameOption,
  noTablebaseOption,
  pitsOption,
  rulesOption,
  seedsOption,
  tablebaseOption,
  tableOption,
} from './options.js';
import type { GameOptions } from './options.js';
import { limitsOf, nameOf, outcome, scoreText } from './outcome.js';
import type { Known } from './outcome.js';
import { checkNoStart, readPosition } from './positions.js';
import type { Session } from './session.js';

interface CommandOptions extends GameOptions {
  readonly layers?: number;
  readonly tableMib: number;
  readonly tablebase?: readonly string[] | false;
  readonly out?: string;
  readonly line?: true;
  readonly check?: string;
  readonly json?: true;
}

const HELP = `
A certificate proves the score of a position: with it the plain rules and the
tables are enough, and nothing has to be searched. It names one good move
wherever one is enough; docs/certificate-format.md specifies the file, for
checkers of other people. Values are proven by search with the tables that are
there. Who checks needs those to --layers; without --layers that is as many as
were used, with --no-tablebase none.

With --check nothing is made: a file is checked, with tables from the same
places. The exit code is 1 if a claim in it is not justified.

With --line a line of best play is printed, and the exact value of the position
after every ply, each proven by itself, for the side that is then to move.

There are none for oware and awari, where positions come back.

JSON, one object:
  {"rules": "kalah", "position": "...", "value": 2, "file": "k63.cert",
   "bytes": 4218, "layers": 12, "claims": 331244, "named": 151533,
   "plies": 1223931, "lookups": 138855, "nodes": 1252284, "seconds": 9.1}
  layers   tables to this layer are needed to check it, -1 for none
  claims   bounds of positions, each justified by others
  named    claims for which the file names a move
  line     with --line [{"side": "s", "move": "4", "value": 2, "by": "search",
           "position": "..."}], all of it without --out: "value" and "line"
With --check:
  {"file": "k63.cert", "rules": "kalah", "position": "...", "lower": 2,
   "upper": 2, "layers": 12, "claims": 331244, "plies": 1223931,
   "lookups": 138855, "seconds": 5.1, "proven": true}
  and where it is not, "failure": {"position": "...", "bound": "lower",
  "gain": 3, "reason": "..."}

Examples:
  granary certify --seeds 3 --layers 12 --out k63.cert
  granary certify --check k63.cert
  granary certify --pits 4 --seeds 3 --line
`;

export function addCertify(program: Command, session: Session): void {
  program
    .command('certify')
    .description('make a proof of a score that needs no search to be checked, or check one')
    .argument('[position]', 'a position as text (default: the start)')
    .addOption(rulesOption())
    .addOption(pitsOption('pits a side of the start'))
    .addOption(seedsOption())
    .addOption(nameOption('--out <file>', 'the certificate to write'))
    .addOption(layersOption('largest layer of tables that a check needs (default: all used)'))
    .option('--line', 'print best play with the exact value after every ply')
    .addOption(nameOption('--check <file>', 'check a certificate'))
    .addOption(tablebaseOption())
    .addOption(noTablebaseOption())
    .addOption(tableOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .allowExcessArguments()
    .action((_position: string | undefined, options: CommandOptions, command: Command) =>
      options.check === undefined
        ? runMake(session, options, command)
        : runCheck(session, options.check, options, command),
    );
}

async function runMake(session: Session, options: CommandOptions, command: Command): Promise<void> {
  const { out, line: wantsLine } = options;
  if (out === undefined && !wantsLine) {
    throw new UsageError(
      'nothing to do: name a file to write with --out or to check with --check, or ask for --line',
    );
  }
  checkNoStart(command, command.args);
  const position = readPosition(command.args, options);
  checkAcyclic(position.rules);
  const { layers, ...coreOptions } = options;
  const { core } = await new Cores(session, position.rules, coreOptions).prepare(position);
  const started = performance.now();
  const made = out === undefined ? undefined : await make(session, core, position, layers);
  const bytes = made && out !== undefined ? await writeCertificate(out, made.certificate) : 0;
  const seconds = (performance.now() - started) / 1000;
  const line = wantsLine ? await makeLine(session, core, position) : undefined;
  session.progress.clear();
  const value = line?.value ?? made!.certificate.score.lower;
  if (options.json) {
    await session.printJson({
      rules: position.rules,
      position: formatPosition(position),
      value,
      ...(made && { file: out, bytes, ...madeJson(made, seconds) }),
      ...(line && { line: line.plies.map(plyJson) }),
    });
    return;
  }
  session.print(`${position.rules}  ${formatPosition(position)}`);
  session.print(valueText(position, { lower: value, upper: value }));
  if (made) session.print(madeText(made, out!, bytes, seconds));
  if (line) session.print(lineText(line));
}

async function make(
  session: Session,
  core: Core,
  position: Position,
  asked: number | undefined,
): Promise<MadeCertificate> {
  const layers = Math.min(asked ?? core.covered, seedsInPlay(rowsOf(position)));
  if (layers > core.covered) {
    throw new GranaryError(
      'NotCovered',
      `--layers ${layers}: layer ${core.covered + 1} of ${nameOfGame(core)} is not there: build it with ` +
        `granary build --rules ${core.rules} --pits ${core.pits} --layers ${layers}`,
    );
  }
  const started = performance.now();
  const { signal } = session;
  return makeCertificate(core, position, {
    layers,
    signal,
    onProgress: (progress) => show(session, progress, (performance.now() - started) / 1000),
  });
}

function show(session: Session, progress: MakeCertificateProgress, seconds: number): void {
  const figures = [`${brief(progress.nodes)} nodes`, clock(seconds)];
  if (progress.stage === 'value') {
    const known = `between ${signed(progress.lower)} and ${signed(progress.upper)}`;
    session.progress.show({ task: 'proving the value', figures: [known, ...figures] });
  } else {
    const { seeds, claims } = progress;
    session.progress.show({
      task: `finding moves, ${seeds} seeds in play`,
      figures: [`${brief(claims)} claims`, ...figures],
    });
  }
}

function makeLine(session: Session, core: Core, position: Position): Promise<ProvenLine> {
  const { signal } = session;
  return proveLine(core, position, {
    signal,
    onProgress: (done, plies) =>
      session.progress.show({
        task: 'proving best play',
        ...(plies !== undefined && { part: done / plies }),
        figures: [],
      }),
  });
}

async function runCheck(
  session: Session,
  file: string,
  options: CommandOptions,
  command: Command,
): Promise<void> {
  checkAlone(command);
  const certificate = await readCertificate(file);
  const { position, score, layers, claims } = certificate;
  checkAcyclic(position.rules);
  const game = { rules: position.rules, pits: position.south.length };
  const started = performance.now();
  const checked = await checkCertificate(
    certificate,
    await tablesFor(session, certificate, options),
    {
      signal: session.signal,
      onProgress: (progress) =>
        session.progress.show({
          task: `checking ${nameOfGame(game)}, ${progress.seeds} seeds in play`,
          part: Math.min(progress.claims / claims, 1),
          figures: [
            `${brief(progress.claims)} claims`,
            clock((performance.now() - started) / 1000),
          ],
        }),
    },
  );
  session.progress.clear();
  const seconds = (performance.now() - started) / 1000;
  const { failure, ...work } = checked;
  if (options.json) {
    await session.printJson({
      file,
      rules: game.rules,
      position: formatPosition(position),
      ...score,
      layers,
      ...work,
      seconds: rounded(seconds),
      proven: failure === undefined,
      ...(failure && { failure: failureJson(failure) }),
    });
  } else {
    session.print(`${game.rules}  ${formatPosition(position)}`);
    session.print(`claimed: ${valueText(position, score)}`);
    if (!failure) session.print(`proven: ${count(work.claims)} claims, ${basis(certificate)}`);
    session.print(
      `${count(work.plies)} plies, ${count(work.lookups)} looked up, ${duration(seconds)}`,
    );
  }
  if (failure === undefined) return;
  session.tell(`granary: ${printable(`${file} proves nothing: ${failureText(failure)}`)}`);
  session.markFailed();
}

/** The tables that a certificate needs, if it needs any. */
async function tablesFor(
  session: Session,
  { position, layers }: Certificate,
  { tablebase }: CommandOptions,
): Promise<Parameters<typeof checkCertificate>[1]> {
  if (layers < 0) return undefined;
  if (tablebase === false) {
    throw new UsageError(`--no-tablebase: the certificate needs tables to layer ${layers}`);
  }
  const game = { rules: position.rules, pits: position.south.length };
  return openLayers(session, game, tablebase, layers);
}

/** Refuses what says what to make beside a file to check. */
function checkAlone(command: Command): void {
  const given = ['rules', 'pits', 'seeds', 'out', 'layers', 'line'].filter(
    (name) => command.getOptionValueSource(name) === 'cli',
  );
  if (command.args.length === 0 && given.length === 0) return;
  const what = command.args.length > 0 ? 'a position' : `--${given[0]!}`;
  throw new UsageError(`${what} beside --check: the file says what it is of, leave it out`);
}

function madeJson(
  { certificate, claims, plies, lookups, nodes }: MadeCertificate,
  seconds: number,
) {
  const { layers, named } = certificate;
  const size = { layers, claims, named: named.length };
  return { ...size, plies, lookups, nodes, seconds: rounded(seconds) };
}

function madeText(made: MadeCertificate, file: string, size: number, seconds: number): string {
  const { certificate, claims, nodes } = made;
  return [
    `${printable(file)}: ${count(size)} bytes, ${count(claims)} claims, ${count(certificate.named.length)} moves named`,
    `checked ${basis(certificate)}`,
    `${count(nodes)} nodes, ${duration(seconds)}`,
  ].join('\n');
}

function basis({ position, layers }: Certificate): string {
  if (layers < 0) return 'by the plain rules, down to the ends of games';
  const game = nameOfGame({ rules: position.rules, pits: position.south.length });
  return `by the plain rules and tables of ${game} to layer ${layers}`;
}

function valueText(position: Position, bounds: Known['bounds']): string {
  const known = { bounds, limits: limitsOf(position, position.mover), side: position.mover };
  return `${outcome(known)} (${scoreText(known)} for ${nameOf(position.mover)}, to move)`;
}

function failureJson(failure: FailedClaim): object {
  const { board, bound, reason } = failure;
  return { position: formatPosition(board), bound, gain: failure[bound], reason };
}

function failureText(failure: FailedClaim): string {
  const { board, bound, reason } = failure;
  const claim = `a gain of at ${bound === 'lower' ? 'least' : 'most'} ${failure[bound]}`;
  return `in ${formatPosition(board)} ${claim} is not justified: ${reason}`;
}

function plyJson({ mover, move, value, source, position }: ProvenPly): object {
  return { side: mover, move, value, by: source, position: formatPosition(position) };
}

function lineText({ plies }: ProvenLine): string {
  const rows = plies.map(({ mover, move, value, source, position }, i) =>
    row(String(i + 1), nameOf(mover), move, signed(value), source, formatPosition(position)),
  );
  return ['', row('ply', 'side', 'move', 'value', 'by', 'position'), ...rows].join('\n');
}

function row(
  ...[ply = '', side = '', move = '', value = '', by = '', position = '']: string[]
): string {
  return `${ply.padStart(4)}  ${side.padEnd(5)}${move.padStart(6)}${value.padStart(7)}  ${by.padEnd(8)}${position}`;
}
