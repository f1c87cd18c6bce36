import type { Segments } from '../values/path.js';
import type { JsonObject } from './base-document.js';

/** A place in the description of an operation. */
export interface DescribedPlace {
  readonly part: 'operation' | 'path' | 'query' | 'header' | 'request body' | 'response' | 'response body';
  /** The status of a response. */
  readonly status?: number;
  /** The way into a body; the name of a parameter or a header comes first. */
  readonly path: Segments;
}

/** The place of an operation as a whole. */
export const wholeOperation: DescribedPlace = { part: 'operation', path: [] };

/** Limits of an excerpt: of its depth below the operation, of the members of an object or a list, and of a string. */
const most = { depth: 3, members: 12, characters: 80 } as const;

/** An operation of a document as JSON, with the keys that lead to it and without what is deep inside. @param path those keys */
export function operationExcerpt(path: Segments, operation: JsonObject): string {
  const whole = path.reduceRight<unknown>(
    (inner, key) => ({ [key]: inner }),
    shortened(operation, most.depth),
  );
  return JSON.stringify(whole, null, 2);
}

/** A value without what is deep inside; a string is kept whole or left out, because a part of a secret isn't recognised. */
function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > most.characters ? '…' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, most.members).map((each) => shortened(each, depth - 1));
  const members = Object.entries(value).slice(0, most.members);
  return Object.fromEntries(members.map(([key, member]) => [key, shortened(member, depth - 1)]));
}
