/** Certificates made and checked as a user does. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCertificate, writeCertificate } from '../../src/certificate/disk.js';
import { filesIn, granary, makeFolder, QUICK } from './granary.js';

const START = ['--pits', '3', '--seeds', '3', '--no-tablebase', ...QUICK];
const folder = makeFolder();
const file = path.join(folder, 'k33.certificate');

beforeAll(async () => {
  const { code } = await granary(['certify', ...START, '--out', file]);
  expect(code).toBe(0);
});

describe('certify', () => {
  test('says what it proves, and the check says the same', async () => {
    const other = path.join(makeFolder(), 'again');
    const made = await granary(['certify', ...START, '--out', other, '--json']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const says = JSON.parse(made.stdout) as Record<string, unknown>;
    expect(says).toMatchObject({ rules: 'kalah', value: 2, file: other, layers: -1, lookups: 0 });
    expect(says['bytes']).toBe(readFileSync(other).length);
    expect(readFileSync(other)).toEqual(readFileSync(file));

    const checked = await granary(['certify', '--check', other, '--json']);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    const { claims, plies } = says;
    const score = { lower: 2, upper: 2, proven: true };
    expect(JSON.parse(checked.stdout)).toMatchObject({ file: other, claims, plies, ...score });
  });

  test('has the keys that its help shows', async () => {
    const { stdout: help } = await granary(['certify', '--help']);
    const [makes = '', checks = ''] = help.match(/^ {2}\{"[^}]+\}/gm) ?? [];
    const made = await granary(['certify', ...START, '--out', path.join(folder, 'x'), '--json']);
    const checked = await granary(['certify', '--check', file, '--json']);
    for (const [shown, { stdout }] of [
      [makes, made],
      [checks, checked],
    ] as const) {
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual(
        Object.keys(JSON.parse(shown) as object),
      );
    }
  });

  test('for people to read, with a line of best play', async () => {
    const run = await granary(['certify', ...START, '--line', '--out', file]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^kalah {2}3,3,3\/3,3,3 0\/0 s\nSouth wins by 2 \(\+2 for South/);
    expect(run.stdout).toMatch(/bytes, [\d,]+ claims, \d+ moves named\nchecked by the plain rules/);
    expect(run.stdout).toMatch(/\n {3}1 {2}South {5}1 {5}[+-]2 {2}search {2}0,4,4\//);
    expect(run.stdout.trimEnd()).toMatch(/end {5}0,0,0\/0,0,0 \d+\/\d+ [sn]$/);

    const only = await granary(['certify', ...START, '--line', '--json']);
    const { line, value } = JSON.parse(only.stdout) as { line: object[]; value: number };
    expect(value).toBe(2);
    expect(line.at(-1)).toMatchObject({ by: 'end' });
  });

  test('uses tables, and makes them needless for the checker if asked', async () => {
    const args = ['certify', '--seeds', '2', ...QUICK, '--out', path.join(folder, 'k62'), '--json'];
    const whole = JSON.parse((await granary(args)).stdout) as { layers: number; claims: number };
    const part = JSON.parse((await granary([...args, '--layers', '10'])).stdout) as typeof whole;
    expect([whole.layers, part.layers]).toEqual([12, 10]);
    expect(part.claims).toBeGreaterThan(whole.claims);
    expect(await granary(['certify', '--check', path.join(folder, 'k62')])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tables of kalah on 6 pits to layer 10') as unknown,
    });
  });
});

describe('certify --check', () => {
  test('names the position and the claim that does not hold', async () => {
    const wrong = path.join(folder, 'wrong');
    const certificate = await readCertificate(file);
    await writeCertificate(wrong, { ...certificate, score: { lower: 2, upper: 1 } });
    const run = await granary(['certify', '--check', wrong]);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /^granary: .*wrong proves nothing: in [\d,]+\/[\d,]+ 0\/0 s a gain of at (least|most) -?\d+ is not justified: .*\n$/,
    );
    const { stdout } = await granary(['certify', '--check', wrong, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      proven: false,
      failure: { position: expect.any(String) as unknown, reason: expect.any(String) as unknown },
    });
  });

  test('refuses what is damaged, foreign or not there', async () => {
    const damaged = path.join(folder, 'damaged');
    const bytes = readFileSync(file);
    bytes[70]! ^= 1;
    writeFileSync(damaged, bytes);
    const foreign = path.join(folder, 'foreign');
    writeFileSync(foreign, 'hello');
    for (const [name, says] of [
      [damaged, /has a checksum that does not fit/],
      [foreign, /is no certificate: name a file made by granary certify/],
      [path.join(folder, 'none'), /cannot be read \(ENOENT/],
    ] as const) {
      const run = await granary(['certify', '--check', name]);
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toMatch(says);
    }
  });
});

describe('a wrong command line', () => {
  test.each([
    ['', /nothing to do: name a file to write with --out/],
    ['--rules oware --out x', /^granary: no certificates of oware: its positions come back/],
    ['--rules awari --line', /^granary: no certificates of awari/],
    ['--check x --line', /--line beside --check: the file says what it is of/],
    ['--check x --seeds 3', /--seeds beside --check/],
    ['1/1_0/0_s --check x', /a position beside --check/],
    ['1/1_0/0_s 1/1_0/0_s --line', /2 positions: expected at most one/],
    ['1/1_0/0_s --seeds 3 --line', /--seeds beside a position/],
    ['--out=', /name of the folder is empty/],
  ])('%s', async (args, says) => {
    const run = await granary(['certify', ...args.split(' ').filter((arg) => arg !== '')]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(says);
  });

  test('layers that are not there, and a file that cannot be written', async () => {
    const missing = ['certify', '--seeds', '3', '--layers', '30', '--out', 'x', ...QUICK];
    expect(await granary(missing)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /--layers 30: layer 13 of kalah on 6 pits is not there/,
      ) as unknown,
    });
    const nowhere = path.join(folder, 'none', 'x');
    const run = await granary(['certify', ...START, '--out', nowhere]);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^granary: cannot write .* name another file\n$/);
    expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
