/** Workers of Node. */
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Core } from '../core/core.js';
import type { Crew } from '../tablebase/crew.js';
import { gatherCrew } from './worker-hand.js';
import type { WorkerPort } from './worker-hand.js';

/**
 * A crew for a core: workers where its memory is shared, as many as it was loaded with threads beside its own;
 * the core's own thread elsewhere. Throws `WorkerFailed`.
 */
export function startCrew(core: Core): Promise<Crew> {
  return gatherCrew(core, startWorker);
}

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./node.js', import.meta.url));
  return {
    endpoint: nodeEndpoint(worker),
    onEnd: (callback) => {
      worker.once('error', callback);
      worker.once('exit', () => callback());
    },
    terminate: () => void worker.terminate(),
  };
}
