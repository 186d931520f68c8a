import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const HEARTBEAT_MS = 1000;
const STALE_MS = 10_000;
const POLL_MS = 100;

/**
 * Waits until this process alone holds the lock, and gives the function that releases it.
 *
 * The lock is the folder `held`, with one file in it, named by a token, that its holder touches
 * every second. It comes and goes by `rename` alone, which is atomic and fails where a folder with
 * a file in it is in the way. A lock left by a killed run is renamed to `stale-TOKEN`, which stays:
 * so no second waiter, that judged by the same token, can take away the lock that came after it.
 * @param {string} folder
 * @param {() => void} onWait called once, if another run holds the lock
 * @returns {Promise<() => void>}
 */
export async function acquireLock(folder, onWait) {
  const held = path.join(folder, 'held');
  const token = randomBytes(8).toString('hex');
  const mine = path.join(folder, token);

  for (let waits = 0; ; waits++) {
    fs.mkdirSync(mine, { recursive: true });
    fs.writeFileSync(path.join(mine, token), '');
    if (rename(mine, held)) break;
    if (waits === 0) onWait();
    for (const holder of list(held)) {
      if (ageOf(path.join(held, holder)) > STALE_MS)
        rename(held, path.join(folder, `stale-${holder}`));
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const heartbeat = setInterval(() => touch(path.join(held, token)), HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (list(held).includes(token)) rename(held, mine);
    fs.rmSync(mine, { recursive: true, force: true });
  };
}

/** @param {string} from @param {string} to */
function rename(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    // ENOENT: gone meanwhile; EPERM is what Windows says of a folder in the way.
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date();
  try {
    fs.utimesSync(file, now, now);
  } catch {
    // Taken for stale and away from us; what we build is renamed into place all the same.
  }
}

/** @param {string} file */
function ageOf(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : 0;
}

/** @param {string} folder */
function list(folder) {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
