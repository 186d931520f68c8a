import { prepare } from './prepare.js';

await prepare();
