import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const unused = ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }];
const nodeGlobals = [
  'AbortController',
  'Buffer',
  'URL',
  'clearInterval',
  'clearTimeout',
  'console',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
];

export default defineConfig(
  globalIgnores(['.dist*/', 'build/', 'data/', 'dist/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.js'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: ['{bench,scripts,src,test}/**/*.ts'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': unused,
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowBoolean: true, allowNumber: true },
      ],
      // `row[i]!` is how an index known to be in range is written under noUncheckedIndexedAccess.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // AssemblyScript is not TypeScript: no type information, and 64-bit literals are exact.
    files: ['assembly/**/*.ts'],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    rules: {
      'no-loss-of-precision': 'off',
      '@typescript-eslint/no-unused-vars': unused,
    },
  },
);
