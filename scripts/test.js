import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare } from './prepare.js';
import { runNode } from './run.js';

/** Name and command line of each check. */
const CHECKS = [
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '.'],
  ['lint', 'node_modules/eslint/bin/eslint.js', '-c', '.config/eslint.config.js', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['types of assembly', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'assembly'],
];

const long = process.argv.includes('--long');
const vitestArgs = process.argv.slice(2).filter((arg) => arg !== '--long');

const env = { ...process.env, GRANARY_LONG: long ? '1' : '0' };
if (!env.FORCE_COLOR && !env.NO_COLOR) env[process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';

await prepare();
const counts = (long ? undefined : await check()) ?? (await test());
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Runs the checks side by side and reports them in their order, up to the first that fails. */
async function check() {
  const others = new AbortController();
  const runs = CHECKS.map(([name, ...args]) => ({ name, result: capture(args, others.signal) }));
  for (const { name, result } of runs) {
    const { code, output, seconds } = await result;
    console.log(`${name}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)`);
    if (code === 0) continue;
    others.abort();
    console.log(output);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return undefined;
}

/** @param {string[]} args @param {AbortSignal} signal */
async function capture(args, signal) {
  const seconds = stopwatch();
  let output = '';
  const code = await runNode(args, {
    signal,
    env,
    onOutput: (chunk) => (output += chunk),
  });
  return { code, output, seconds: seconds() };
}

async function test() {
  const name = long ? 'long tests' : 'tests';
  console.log(`${name}: running`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'granary-test-'));
  const report = path.join(folder, 'report.json');
  const seconds = stopwatch();
  const args = ['run', '--config', 'test/vitest.config.ts'];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const code = await runNode(['node_modules/vitest/vitest.mjs', ...args, ...vitestArgs], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const counts = count(report, code);
  fs.rmSync(folder, { recursive: true });
  console.log(`${name}: ${counts.failed === 0 ? 'passed' : 'failed'} (${seconds()} s)`);
  return counts;
}

/**
 * A file that breaks off outside its tests, and a run that does, count as one failure.
 * @param {string} report written by vitest's json reporter
 * @param {number} exitCode
 */
function count(report, exitCode) {
  if (!fs.existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const found = JSON.parse(fs.readFileSync(report, 'utf8'));
  const broken = found.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  );
  const failed = found.numFailedTests + broken.length;
  return {
    passed: found.numPassedTests,
    failed: exitCode === 0 ? failed : Math.max(1, failed),
    skipped: found.numPendingTests + found.numTodoTests,
  };
}

function stopwatch() {
  const start = Date.now();
  return () => ((Date.now() - start) / 1000).toFixed(1);
}
