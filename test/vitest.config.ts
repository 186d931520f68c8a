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
    // Against hangs only: a machine that is busy with other work takes many times as long.
    testTimeout: long ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
  },
});
