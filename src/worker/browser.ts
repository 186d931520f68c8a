/** What a worker of a browser runs. */
import * as Comlink from 'comlink';
import { Service } from './service.js';

Comlink.expose(new Service());
