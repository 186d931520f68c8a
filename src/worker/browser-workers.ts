/** Workers of browsers, on pages that may share memory. */
import type { Core } from '../core/core.js';
import type { Crew } from '../tablebase/crew.js';
import { gatherCrew } from './worker-hand.js';
import type { WorkerPort } from './worker-hand.js';

/** As `startCrew` of workers.ts. */
export function startCrew(core: Core): Promise<Crew> {
  return gatherCrew(core, startWorker);
}

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./browser.js', import.meta.url), { type: 'module' });
  return {
    endpoint: worker,
    onEnd: (callback) => {
      worker.addEventListener('error', ({ message }) => callback(new Error(message)));
    },
    terminate: () => worker.terminate(),
  };
}
