import type { Submission } from '../batches/followed-batch.js';
import { isRefused } from './refusal.js';
import type { Unmet } from './unmet.js';

/**
 * A submission of one item is refused for what stands in one of its fields (clauses 2.1 and 7). Where it isn't, each field
 * is a finding of its own.
 * @param field the wrong one, or its place, as `prices[].retail_price`
 */
export function isRefusedFor(submission: Submission, field: string): Unmet | undefined {
  const unmet = isRefused(submission);
  return unmet && { ...unmet, at: `${unmet.at ?? 'body'}, for ${field}` };
}
