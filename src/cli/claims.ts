import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import type { Command } from 'commander';
import { claimText } from '../claims/checks.js';
import { KINDS, parseClaims } from '../claims/claims.js';
import type { Claim, Claims } from '../claims/claims.js';
import { VERDICTS } from '../claims/finding.js';
import { checkClaims } from '../claims/run.js';
import type { Checked } from '../claims/run.js';
import { isGranaryError } from '../errors.js';
import { isExact } from '../solver/bounds.js';
import { claimsReport } from './claims-report.js';
import { UsageError } from './failure.js';
import { brief, clock, count, duration, rounded, signed } from './figures.js';
import { parseWhole } from './numbers.js';
import { jsonOption, nameOption } from './options.js';
import type { Session } from './session.js';

interface CommandOptions {
  readonly budget: number;
  readonly only?: string;
  readonly file?: string;
  readonly markdown?: true;
  readonly json?: true;
}

const DEFAULT_BUDGET = 60;
const MAX_BUDGET = 10_000_000;
const CLAIMS_FILE = fileURLToPath(new URL('../../data/claims.json', import.meta.url));

const HELP = `
Checks what papers, programs and pages claim of these games: who wins a start
and by how much, lines of best play, how large game graphs and tables are,
rules, and advice. Each claim is confirmed, refuted, half right (what is said
of it then is the part that is right), or out of reach of the budget, with all
that is proven of it. Nothing counts that was not computed in this run; cheap
claims come first, and all are printed in the order of their file.

With --only TEXT only claims are checked whose id begins with TEXT, or whose
kind, rule set or source is TEXT. Kinds are
${wrap(KINDS)}

With --file FILE claims are read from a file of your own: data/README.md of the
package says how they are written.

JSON, one object a claim:
  {"id": "irving-wld-4-1", "what": "start-result", "rules": "kalah-empty",
   "claimed": "(4,1) is a first-player win", "verdict": "confirmed",
   "found": "score +2", "nodes": 0, "seconds": 0.001}
  and, of what is out of reach,
  "lower": -4, "upper": 10, all that is proven of the score, and
  "estimate": "...", what it would take, or has taken others

Examples:
  granary claims --budget 10
  granary claims --only kalah-empty --json
`;

export function addClaims(program: Command, session: Session): void {
  program
    .command('claims')
    .description('check published claims within a budget of time')
    .addOption(
      new Option('--budget <seconds>', 'time for the whole run')
        .argParser((text: string) => parseWhole('--budget', text, { min: 1, max: MAX_BUDGET }))
        .default(DEFAULT_BUDGET),
    )
    .option('--only <text>', 'beginning of an id, or a kind, rule set or source')
    .addOption(nameOption('--file <file>', 'claims of your own (default: those of the package)'))
    .addOption(new Option('--markdown', 'print a report in Markdown').conflicts('json'))
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runClaims(session, options));
}

async function runClaims(session: Session, options: CommandOptions): Promise<void> {
  const { budget, only, file = CLAIMS_FILE } = options;
  const all = await readClaims(file);
  const claims = all.claims.filter((claim) => only === undefined || isMeant(claim, only));
  if (claims.length === 0) {
    throw new UsageError(
      `--only '${only ?? ''}': expected the beginning of an id, or a kind, rule set or source of a claim in ${file}`,
    );
  }
  const started = performance.now();
  const status = new CheckStatus(session, claims.length);
  const checked = await checkClaims(claims, {
    budget,
    signal: session.signal,
    among: all.claims,
    onClaim: (claim, done) => status.begin(claim, done),
    onSearch: ({ lower, upper }, nodes) =>
      status.show([`between ${signed(lower)} and ${signed(upper)}`, `${brief(nodes)} nodes`]),
    onGraph: (nodes) => status.show([`${brief(nodes)} positions`]),
    onLayer: (layer, sweep) => status.show([`layer ${layer}`, `sweep ${sweep}`]),
  });
  session.progress.clear();
  if (options.markdown) {
    session.print(claimsReport(checked, all, { budget, only, file: options.file }));
  } else if (options.json) {
    for (const one of checked) await session.printJson(checkedJson(one));
  } else {
    printTable(session, checked, (performance.now() - started) / 1000);
  }
}

/** Reads a file of claims; throws `UsageError` with the file and the place. */
async function readClaims(file: string): Promise<Claims> {
  const text = await readFile(file, 'utf8');
  try {
    return parseClaims(text);
  } catch (error) {
    if (!isGranaryError(error)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}

function isMeant({ id, what, rules, sources }: Claim, only: string): boolean {
  return id.startsWith(only) || what === only || rules === only || sources.includes(only);
}

/** How far the run is, on stderr. */
class CheckStatus {
  private task = '';
  private part = 0;
  private since = 0;

  constructor(
    private readonly session: Session,
    private readonly claims: number,
  ) {}

  begin({ id }: Claim, done: number): void {
    this.task = `checking ${id}, claim ${done + 1} of ${this.claims}`;
    this.part = done / this.claims;
    this.since = performance.now();
    this.show([]);
  }

  show(figures: readonly string[]): void {
    const { task, part } = this;
    const seconds = clock((performance.now() - this.since) / 1000);
    this.session.progress.show({ task, part, figures: [...figures, seconds] });
  }
}

function checkedJson(checked: Checked): object {
  const { claim, verdict, found, bounds, estimate, nodes, seconds } = checked;
  const { id, what, rules } = claim;
  return {
    id,
    what,
    rules,
    claimed: claimText(claim),
    verdict,
    found,
    ...(bounds && !isExact(bounds) && bounds),
    ...(estimate !== undefined && { estimate }),
    nodes,
    seconds: rounded(seconds),
  };
}

function printTable(session: Session, checked: readonly Checked[], seconds: number): void {
  const width = Math.max(...checked.map(({ claim }) => claim.id.length));
  const verdictWidth = Math.max(...VERDICTS.map((verdict) => verdict.length));
  for (const { claim, verdict, found, estimate } of checked) {
    session.print(`${verdict.padEnd(verdictWidth)}  ${claim.id.padEnd(width)}  ${found}`);
    const more = [
      ...(verdict === 'confirmed' ? [] : [`claimed: ${claimText(claim)}`]),
      ...(estimate === undefined ? [] : [`estimate: ${estimate}`]),
    ];
    for (const line of more) session.print(' '.repeat(verdictWidth + width + 4) + line);
  }
  const counts = VERDICTS.map(
    (verdict) => `${count(checked.filter((one) => one.verdict === verdict).length)} ${verdict}`,
  );
  session.print(`\n${count(checked.length)} claims: ${counts.join(', ')}; ${duration(seconds)}`);
}

/** Words in lines for help. */
function wrap(words: readonly string[]): string {
  const lines = [''];
  for (const [i, word] of words.entries()) {
    const text = i < words.length - 1 ? `${word},` : `${word}.`;
    const line = lines.at(-1)!;
    if (line.length + text.length >= 78) lines.push(`  ${text}`);
    else lines[lines.length - 1] = line === '' ? `  ${text}` : `${line} ${text}`;
  }
  return lines.join('\n');
}
