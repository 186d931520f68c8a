import { prepare } from './prepare.js';
import { runNode } from './run.js';

const args = process.argv.slice(2);

await prepare();
process.exitCode = await runNode(['dist/cli/main.js', ...(args.length > 0 ? args : ['prove'])]);
