import { eachEntry, eachMember, parsePointer, type Segments } from '../values/path.js';
import { isJsonObject, type JsonObject } from './base-document.js';
import { followed } from './openapi-validity.js';

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

/** The part of a document that a difference is about. */
interface DocumentPart {
  /** Its keys from the document's root. The last ones may be missing: the difference is that they should be there. */
  readonly path: Segments;
  /** The part that exists, with the keys that lead to it, as JSON. */
  readonly excerpt: string;
}

/** The first key of an object, such as the only media type of a body. */
const anyKey = '*';

/**
 * Finds the part of an OpenAPI document that a difference is about, across references.
 *
 * @param operation - keys of the operation: `paths`, its path, its method
 */
export function partOfDocument(
  document: JsonObject,
  operation: Segments,
  place: DescribedPlace,
): DocumentPart {
  const wanted = [...operation, ...keysBelow(place)];
  let [node, path]: [unknown, readonly string[]] = [document, []];
  for (const [index, step] of wanted.entries()) {
    const key = keyIn(node, step, place);
    if (key === undefined) return { path: [...path, ...wanted.slice(index)], excerpt: excerptAt(path, node) };
    [node, path] = [Object(node)[key], [...path, key]];
    while (isJsonObject(node) && typeof node.$ref === 'string' && node.$ref.startsWith('#/')) {
      const target = followed(document, node);
      if (target === node || target.$ref !== undefined || Object.keys(target).length === 0) break;
      path = parsePointer(node.$ref.slice(1));
      node = target;
    }
  }
  return { path, excerpt: excerptAt(path, node) };
}

/** The keys from an operation to a place; parameters are looked up by their names. */
function keysBelow({ part, status, path }: DescribedPlace): readonly string[] {
  const name = path.slice(0, 1);
  if (part === 'operation') return [];
  if (part === 'request body') return ['requestBody', ...keysOfBody(path)];
  if (status === undefined) return ['parameters', ...name];
  return ['responses', String(status), ...(part === 'response' ? [] : keysOfBody(path))];
}

function keysOfBody(path: Segments): readonly string[] {
  const keys = path.flatMap((each) =>
    each === eachEntry ? 'items' : each === eachMember ? 'additionalProperties' : ['properties', each],
  );
  return ['content', anyKey, 'schema', ...keys];
}

function keyIn(node: unknown, step: string, { part }: DescribedPlace): string | undefined {
  if (Array.isArray(node)) {
    const index = node.findIndex((each) => isJsonObject(each) && each.name === step && each.in === part);
    return index < 0 ? undefined : String(index);
  }
  if (!isJsonObject(node)) return undefined;
  if (step === anyKey) return Object.keys(node)[0];
  return Object.hasOwn(node, step) ? step : undefined;
}

/** Limits of an excerpt: of its depth below the place, of the members of an object or a list, and of a string. */
const most = { depth: 1, members: 12, characters: 80 } as const;

function excerptAt(path: readonly string[], node: unknown): string {
  const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), shortened(node, most.depth));
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
