import { createHash } from 'node:crypto';
import type { Operation } from '../../contract/operations.js';
import { documentedRequest } from '../../contract/schemas/documented-fields.js';
import { member } from '../../contract/values/path.js';
import { canonicalText, withoutNulls } from '../oracles/violation.js';

/** The gap about a submission that equals an earlier one. */
export const gapOfEqual = 'G-21';

/** What a batch write asks for. */
export interface BatchContent {
  readonly operationId: string;
  /** Identifies the items; undefined if services may read the body in more than one way, or not at all. */
  readonly items: string | undefined;
}

/**
 * The content of a batch write. The items are identified whatever the order of their fields, without null and without
 * what the contract doesn't document, because a service may ignore all of that.
 * @param body - in the contract's words
 */
export function batchContent(operation: Operation, body: Uint8Array | undefined): BatchContent {
  const { operationId } = operation;
  const json = plainJson(Buffer.from(body ?? []).toString('utf8'));
  if (json === undefined) return { operationId, items: undefined };
  const text = canonicalText(withoutNulls(member(documentedRequest(operation, json), 'items')));
  return { operationId, items: createHash('sha256').update(text).digest('base64') };
}

/** Whether a service may take the later of two batch writes for a repetition of the earlier one. */
export function mayBeEqual(earlier: BatchContent, later: BatchContent): boolean {
  if (earlier.operationId !== later.operationId) return false;
  return earlier.items === undefined || later.items === undefined || earlier.items === later.items;
}

/**
 * The value of a string that all parsers read alike. Byte order marks, repeated keys, other spellings of a number and
 * content codings are read in several ways.
 */
function plainJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return JSON.stringify(json) === text ? json : undefined;
  } catch {
    return undefined;
  }
}
