import { describe, expect, it } from 'vitest';
import { readSignature, runSearch } from '../src/solver/signature.js';
import { BUILDS } from './core/support.js';

const { signature, searches } = await readSignature();

describe.each(BUILDS)('the %s build', (build) => {
  it.each(searches)('has the value and the nodes of $name', async (search) => {
    const { value, nodes } = await runSearch(search, build);
    expect({ value, nodes }).toEqual({ value: search.value, nodes: search.nodes });
  });
});

it('is the sum of the nodes', () => {
  expect(searches.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(signature);
});
