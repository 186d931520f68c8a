import { it } from 'vitest';
import { coreWithLayers, CYCLIC_RULES } from '../core/support.js';
import { Fixpoint } from '../fixpoint.js';
import { expectLayers } from './cyclic.js';

it.each(
  CYCLIC_RULES.flatMap((rules) => [
    [rules, 2, 40] as const,
    [rules, 3, 20] as const,
    [rules, 4, 13] as const,
    [rules, 5, 11] as const,
    [rules, 6, 10] as const,
  ]),
)('%s layers are the least fixpoint on %i pits to layer %i', async (rules, pits, layers) => {
  const core = await coreWithLayers(rules, pits, layers);
  expectLayers(core, new Fixpoint(rules, pits), layers);
});
