import { inWords } from '../oracles/in-words.js';
import type { Unmet } from '../oracles/unmet.js';
import type { RequirementId } from '../requirements/requirement-ids.generated.js';
import { assumedGaps } from './assumed-gaps.js';
import { batchResultIn } from './batch-result.js';
import { type Check, notConcerned, type Violation } from './check.js';

/**
 * BAT-11, BAT-12: in the results of a batch an item that failed comes with messages (clauses 2.1 and 7), one that
 * succeeded without (gap G-15). Of several entries that do not, the first is told.
 */
export const itemMessages: Check = {
  id: 'item-messages',
  requirements: ['BAT-11', 'BAT-12'],
  run(exchange, operation) {
    const items = batchResultIn(exchange, operation)?.items ?? [];
    if (items.length === 0) return notConcerned;
    const verified = new Set<RequirementId>();
    const violations = new Map<RequirementId, Violation>();
    for (const [index, item] of items.entries()) {
      if (!isResultItem(item)) continue;
      const requirement = item.success ? 'BAT-12' : 'BAT-11';
      verified.add(requirement);
      if (violations.has(requirement)) continue;
      const unmet = item.success ? unlessEmpty(item.errors) : unlessMessages(item.errors);
      if (unmet === undefined) continue;
      const at = `body items[${index}].errors`;
      violations.set(requirement, { requirement, at, gaps: assumedGaps(operation, 200), ...unmet });
    }
    const holding = [...verified].filter((requirement) => !violations.has(requirement));
    return { verified: holding, violations: [...violations.values()] };
  },
};

function unlessMessages(errors: unknown): Unmet | undefined {
  const messages = Array.isArray(errors) ? errors : [];
  if (messages.length > 0 && messages.every((each) => typeof each === 'string' && each !== ''))
    return undefined;
  return {
    expected: ['an array of at least one message, none of them empty, beside success false'],
    actual: inWords(errors),
  };
}

function unlessEmpty(errors: unknown): Unmet | undefined {
  if (Array.isArray(errors) && errors.length === 0) return undefined;
  return { expected: ['an empty array beside success true'], actual: inWords(errors) };
}

function isResultItem(item: unknown): item is { readonly success: boolean; readonly errors?: unknown } {
  return typeof item === 'object' && item !== null && 'success' in item && typeof item.success === 'boolean';
}
