/** What a worker of Node runs. */
import { parentPort } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { Service } from './service.js';

Comlink.expose(new Service(), nodeEndpoint(parentPort!));
