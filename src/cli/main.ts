#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addBench } from './bench.js';
import { addBuild } from './build.js';
import { addCache } from './cache.js';
import { addCertify } from './certify.js';
import { addCheck } from './check.js';
import { addClaims } from './claims.js';
import { addExplain } from './explain.js';
import { usageErrorOf } from './failure.js';
import { addHelp } from './help.js';
import { addHistogram } from './histogram.js';
import { addInfo } from './info.js';
import { addMoves } from './moves.js';
import { addPerft } from './perft.js';
import { addPlan } from './plan.js';
import { addProbe } from './probe.js';
import { addProve } from './prove.js';
import { Session } from './session.js';
import { addSolve } from './solve.js';
import { addVerify } from './verify.js';

const HELP = `
Positions are written like '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s': South's row, North's
row, each from its owner's pit 1; South's store/North's store; the side to move,
s or n. A _ may stand for a space. Board text of the Kalah Game Protocol, like
'<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>', is read too; in it South is to move. So is
that of Aualé for oware and awari, like 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S.

Results go to stdout, progress and errors to stderr. Exit codes: 0 all went
well, 1 a failure, 2 wrong usage, such as an option with a bad value, a position
that is none or a move that is not legal, 130 interrupted. With - a bad line is
answered in its place, and then the exit code is 1.

Examples:
  granary prove
  granary solve --seeds 3 --moves
  granary COMMAND --help
`;

function makeProgram(session: Session): Command {
  const program = new Command('granary')
    .description('Mancala: exact search and endgame tablebases')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', HELP)
    // Errors are printed in one place: session.ts.
    .configureOutput({ outputError: () => undefined });
  const commands = [
    addProve,
    addSolve,
    addProbe,
    addMoves,
    addExplain,
    addPlan,
    addBuild,
    addCheck,
    addVerify,
    addCertify,
    addInfo,
    addHistogram,
    addPerft,
    addClaims,
    addCache,
    addBench,
  ];
  for (const add of commands) add(program, session);
  addHelp(program);
  throwErrors(program, 'granary --help');
  for (const command of program.commands) {
    throwErrors(command, `granary ${command.name()} --help`);
  }
  return program;
}

/** Makes commander throw where it would end the process. */
function throwErrors(command: Command, help: string): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 || error.code === 'commander.help'
      ? error
      : usageErrorOf(error, help);
  });
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

const session = new Session();
await session.run(() => makeProgram(session).parseAsync());
