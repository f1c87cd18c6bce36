import { createHash } from 'node:crypto';
import { member } from './oracles/violation.js';

/** The gap about a submission that equals an earlier one. */
export const gapOfEqual = 'G-21';

/**
 * Identifies what a batch write submits: equal for the same operation with equal items, whatever the order of their
 * fields. It ignores everything in the body but the items, because a service may do so too.
 */
export function submissionOf(operationId: string, body: Uint8Array | undefined): string {
  const text = Buffer.from(body ?? []).toString('utf8');
  return createHash('sha256')
    .update(`${operationId} ${itemsIn(text)}`)
    .digest('base64');
}

function itemsIn(text: string): string {
  try {
    return JSON.stringify(member(JSON.parse(text), 'items'), (_, value: unknown) => ordered(value));
  } catch {
    return text;
  }
}

/** A value with the fields of an object in alphabetical order. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
