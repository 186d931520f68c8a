import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { granary } from './granary.js';

const COMMANDS = [
  'prove',
  'solve',
  'moves',
  'explain',
  'plan',
  'build',
  'check',
  'info',
  'perft',
  'cache',
  'bench',
  'probe',
  'verify',
  'histogram',
  'certify',
  'claims',
];

test('--help names every command', async () => {
  const { code, stdout, stderr } = await granary(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
});

test.concurrent.each(COMMANDS)(
  '%s --help has an example and tells of the JSON',
  async (command) => {
    const { code, stdout, stderr } = await granary([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\n  granary ${command}`);
    expect(stdout).toMatch(/^JSON/m);
    expect(stdout).toContain('--json');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

test.concurrent.each(COMMANDS)('%s has the same usage in the README', async (command) => {
  const { stdout } = await granary([command, '--help']);
  const [usage = ''] = stdout.split('\n');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\n| \`${usage.replace('Usage: ', '').replace(' [options]', '')}\` `);
});

test('help, short and long, of the program and of a command', async () => {
  const whole = await granary(['--help']);
  for (const args of [['-h'], ['help']]) expect(await granary(args)).toEqual(whole);
  const one = await granary(['solve', '--help']);
  for (const args of [
    ['solve', '-h'],
    ['help', 'solve'],
  ])
    expect(await granary(args)).toEqual(one);
  expect(whole.stdout).toMatch(/^ +help \[command\] /m);
});

test('--version is that of the package', async () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  for (const flag of ['--version', '-V']) {
    expect(await granary([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test('without a command the help is no result', async () => {
  const { code, stdout, stderr } = await granary([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: granary/);
  expect(stderr).not.toContain('granary: ');
});
