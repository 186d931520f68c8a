import { prepare } from './prepare.js';
import { runNode } from './run.js';

await prepare();
process.exitCode = await runNode(['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)]);
