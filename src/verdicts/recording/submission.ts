import { createHash } from 'node:crypto';
import type { Operation } from '../../contract/operations.js';
import { documentedRequest } from '../../contract/schemas/documented-fields.js';
import { member } from '../../contract/values/path.js';
import { canonicalText, withoutNulls } from '../oracles/violation.js';

/** The gap about a submission that is equal to an earlier one. */
export const gapOfEqual = 'G-21';

/** What a batch write asks for. */
export interface BatchContent {
  readonly operationId: string;
  /** Identifies the items; undefined if services may read the body in more than one way, or not at all. */
  readonly items: string | undefined;
}

/**
 * The content of a batch write. The order of fields, null values, and anything that the contract doesn't document make
 * no difference to how the items are identified, because a service may ignore all of that.
 * @param body - in the contract's words
 */
export function batchContent(operation: Operation, body: Uint8Array | undefined): BatchContent {
  const { operationId } = operation;
  const json = plainJson(Buffer.from(body ?? []).toString('utf8'));
  if (json === undefined) return { operationId, items: undefined };
  const text = canonicalText(withoutNulls(member(documentedRequest(operation, json), 'items')));
  return { operationId, items: createHash('sha256').update(text).digest('base64') };
}

/** Whether a service may mistake the later of two batch writes for a repetition of the earlier one. */
export function mayBeEqual(earlier: BatchContent, later: BatchContent): boolean {
  if (earlier.operationId !== later.operationId) return false;
  return earlier.items === undefined || later.items === undefined || earlier.items === later.items;
}

/**
 * The value of a JSON text that all parsers read alike; undefined if they may not. Byte order marks, repeated keys,
 * unusual spellings of numbers and content codings can be read in more than one way.
 */
function plainJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return JSON.stringify(json) === text ? json : undefined;
  } catch {
    return undefined;
  }
}
