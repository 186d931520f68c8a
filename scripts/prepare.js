import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { acquireLock } from './lock.js';
import { exitCodeOf, interruptedBy, root, run, runNode } from './run.js';

const NODE_NEEDED = [20, 19];

const LOCKFILE = 'package-lock.json';
const WASM_TARGETS = ['release', 'threads', 'debug'];
const WASM_FILES = WASM_TARGETS.flatMap((target) => [`${target}.wasm`, `${target}.d.ts`]);
const WASM_STAMP = 'build/.stamp';
const DIST_STAMP = 'dist/.stamp';

/** What a person is told goes to stderr: stdout belongs to the command that runs afterwards. */
const QUIETLY = { stdio: ['ignore', 2, 2], abrupt: true };

/** Without a network npm would otherwise try for minutes before it says so. */
const RETRY = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

class Failure extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Installs what is missing and builds what is stale; ends the process if that fails. */
export async function prepare() {
  try {
    checkNode();
    if (isReady()) return;
    const release = await acquireLock(inRoot('build/.lock'), () =>
      say('waiting for another run that installs or builds'),
    );
    try {
      await install();
      await buildWasm();
      await buildDist();
    } finally {
      release();
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(interruptedBy ? 'interrupted' : error.message);
    process.exit(interruptedBy ? exitCodeOf(interruptedBy) : error.exitCode);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor >= NODE_NEEDED[1])) return;
  const needed = NODE_NEEDED.join('.');
  throw new Failure(`Node.js ${needed} or newer is needed; this is ${process.versions.node}`, 1);
}

function isReady() {
  return (
    whyInstall() === undefined &&
    wasmIsFresh(digestOfWasmSources()) &&
    stampIs(DIST_STAMP, digestOfDistSources())
  );
}

async function install() {
  const reason = whyInstall();
  if (reason === undefined) return;
  say(`installing packages (${reason})`);
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];
  args.push('--no-audit', '--no-fund', '--loglevel=error', ...RETRY);
  const npm = process.env.npm_execpath ?? '';
  const code = /npm-cli\.c?js$/.test(npm)
    ? await runNode([npm, ...args], QUIETLY)
    : await run('npm', args, { ...QUIETLY, shell: process.platform === 'win32' });
  if (code !== 0) {
    throw new Failure(`npm ci failed (exit code ${code}); to install it needs a network`, code);
  }
}

/**
 * npm keeps a record of what it put into node_modules, in the form of the lockfile. Comparing the
 * two, and not a stamp of our own, finds an installation right no matter who made it.
 * @returns {string | undefined}
 */
function whyInstall() {
  const wanted = readJson(LOCKFILE)?.packages;
  const manifest = readJson('package.json');
  for (const field of ['dependencies', 'devDependencies']) {
    if (inOrder(manifest[field]) !== inOrder(wanted?.[''][field])) {
      throw new Failure(`${LOCKFILE} does not fit package.json: run npm install`, 1);
    }
  }
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!installed) return 'node_modules is missing or incomplete';
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '') continue;
    const found = installed[place];
    if (found ? found.integrity !== entry.integrity : isForThisMachine(entry)) {
      return `${place} is not what ${LOCKFILE} says`;
    }
  }
  return undefined;
}

/** @param {Record<string, string>} [versions] */
function inOrder(versions = {}) {
  return JSON.stringify(Object.entries(versions).sort());
}

/**
 * False for an optional package that npm leaves out here, or may leave out.
 * @param {{optional?: boolean, os?: string[], cpu?: string[], libc?: string[]}} entry
 */
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

async function buildWasm() {
  const digest = digestOfWasmSources();
  if (wasmIsFresh(digest)) return;
  say('compiling assembly/');
  const made = inRoot('build/.new');
  fs.rmSync(made, { recursive: true, force: true });
  const runs = await Promise.all(WASM_TARGETS.map((target) => compileWasm(target, made)));
  const failed = runs.find(({ code }) => code !== 0);
  // What it says of a sound build is of no use to anybody.
  if (failed) process.stderr.write(failed.output);
  if (failed) throw new Failure('assembly/ does not compile', failed.code);

  fs.rmSync(inRoot(WASM_STAMP), { force: true });
  for (const file of fs.readdirSync(made)) {
    fs.renameSync(path.join(made, file), inRoot('build', file));
  }
  fs.rmdirSync(made);
  fs.writeFileSync(inRoot(WASM_STAMP), digest);
}

/** @param {string} target @param {string} folder */
async function compileWasm(target, folder) {
  const asc = 'node_modules/assemblyscript/bin/asc.js';
  const outFile = path.join(folder, `${target}.wasm`);
  let output = '';
  const code = await runNode([asc, '--target', target, '--outFile', outFile], {
    abrupt: true,
    onOutput: (chunk) => (output += chunk),
  });
  return { code, output };
}

async function buildDist() {
  const digest = digestOfDistSources();
  if (stampIs(DIST_STAMP, digest)) return;
  say('compiling src/');
  // As deep as dist/, since source maps hold relative paths.
  const made = inRoot('.dist-new');
  const old = inRoot('.dist-old');
  for (const folder of [made, old]) fs.rmSync(folder, { recursive: true, force: true });
  const tsc = 'node_modules/typescript/bin/tsc';
  const code = await runNode([tsc, '-p', 'src', '--outDir', made], QUIETLY);
  if (code !== 0) {
    fs.rmSync(made, { recursive: true, force: true });
    throw new Failure('src/ does not compile', code);
  }
  fs.writeFileSync(path.join(made, '.stamp'), digest);
  if (fs.existsSync(inRoot('dist'))) fs.renameSync(inRoot('dist'), old);
  fs.renameSync(made, inRoot('dist'));
  fs.rmSync(old, { recursive: true, force: true });
}

function digestOfWasmSources() {
  return digestOf(['assembly', 'asconfig.json', LOCKFILE]);
}

/** @param {string} digest */
function wasmIsFresh(digest) {
  return (
    stampIs(WASM_STAMP, digest) && WASM_FILES.every((file) => fs.existsSync(inRoot('build', file)))
  );
}

function digestOfDistSources() {
  const wasmTypes = WASM_TARGETS.map((target) => `build/${target}.d.ts`);
  return digestOf(['src', 'tsconfig.json', LOCKFILE, ...wasmTypes]);
}

/** @param {string} stamp @param {string} digest */
function stampIs(stamp, digest) {
  return fs.existsSync(inRoot(stamp)) && fs.readFileSync(inRoot(stamp), 'utf8') === digest;
}

/**
 * A digest of names and contents; what is missing counts as empty.
 * @param {string[]} places files and folders
 */
function digestOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) {
    const content = fs.readFileSync(inRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} place @returns {string[]} */
function filesIn(place) {
  if (!fs.existsSync(inRoot(place))) return [];
  if (!fs.statSync(inRoot(place)).isDirectory()) return [place];
  const names = fs.readdirSync(inRoot(place)).sort();
  return names.flatMap((name) => filesIn(`${place}/${name}`));
}

/** @param {string} file */
function readJson(file) {
  if (!fs.existsSync(inRoot(file))) return undefined;
  return JSON.parse(fs.readFileSync(inRoot(file), 'utf8'));
}

/** @param {string[]} names */
function inRoot(...names) {
  return path.join(root, ...names);
}

/** @param {string} message */
function say(message) {
  console.error(`granary: ${message}`);
}
