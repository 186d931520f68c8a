/** The README promises it: every export of the library has a description where it is declared. */
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const INDEX = path.join(ROOT, 'src/index.ts');

interface Export {
  readonly name: string;
  readonly description: string;
}

function exportsOf(file: string): readonly Export[] {
  const config = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  );
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const declared = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    const description = ts.displayPartsToString(declared.getDocumentationComment(checker));
    return { name: symbol.name, description };
  });
}

it('every export has a description', () => {
  const all = exportsOf(INDEX);
  expect(all.length).toBeGreaterThan(50);
  const bare = all.filter(({ description }) => description === '').map(({ name }) => name);
  expect(bare).toEqual([]);
});
