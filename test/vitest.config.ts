import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const long = process.env['GRANARY_LONG'] === '1';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: [long ? 'test/**/*.long.test.ts' : 'test/**/*.test.ts'],
    exclude: long ? [] : ['test/**/*.long.test.ts'],
    passWithNoTests: long,
    globals: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: long ? 600_000 : 60_000,
  },
});
