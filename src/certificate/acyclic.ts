import { GranaryError } from '../errors.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';

/** Throws `InvalidOption` for a rule set whose positions can come back: there claims could justify each other in a circle. */
export function checkAcyclic(rules: RuleSetId): void {
  if (!isCyclic(optionsOf(rules))) return;
  throw new GranaryError(
    'InvalidOption',
    `no certificates of ${rules}: its positions come back, and claims could justify one another; ` +
      'choose a rule set that sows into stores',
  );
}
