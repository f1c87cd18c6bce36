import { contract, isJsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { isOperation, type Operation, operation } from '../operations.js';
import { eachEntry } from '../values/path.js';
import type { Origin } from './origin.js';
import { Spot } from './spot.js';

/**
 * The part of a success body that the contract documents: it drops the fields that a target adds, because the contract
 * says nothing about them. An object whose fields the contract doesn't name stays whole, and so does a value of a different
 * shape.
 *
 * @param body - parsed JSON, or the value at `path` in it
 * @param path - the path from the root of the body to the value; any index stands for all entries of a list
 */
export function documentedPart(operationId: string, body: unknown, path: readonly string[] = []): unknown {
  return partOf(body, spotsTo(operationId, path).at(-1));
}

/** The part of a request body that the contract documents, dropping fields as `documentedPart` does. */
export function documentedRequest({ requestBody }: Operation, body: unknown): unknown {
  return requestBody === undefined ? body : partOf(body, bodyAt(requestBody.schemaPointer));
}

/**
 * The gaps whose assumptions say that a success body has a value at this path, nearest first. Empty if the description
 * shows the value. If the contract doesn't document the path, the gaps of its nearest documented ancestor and above.
 */
export function gapsOfField(operationId: string, path: readonly string[]): readonly string[] {
  const parts = spotsTo(operationId, path).at(-1)?.parts ?? [];
  return [...new Set(parts.flatMap(({ origins }) => origins.flatMap(({ gap }) => gap ?? [])))];
}

/** Whether the contract documents a place in a success body: a target's file can say that it has no such field. */
export function isDocumented(operationId: string, path: readonly string[]): boolean {
  return spotsTo(operationId, path).length === path.length + 1;
}

/** Each value on the way from the success body of an operation to a value in it, as far as the contract documents it. */
function spotsTo(operationId: string, path: readonly string[]): readonly Spot[] {
  const response = isOperation(operationId) ? operation(operationId).responseFor(200) : undefined;
  const spots: Spot[] = [];
  let spot = response?.body === 'json' ? bodyAt(response.schemaPointer ?? '', [response.origin]) : undefined;
  for (const segment of [...path, '']) {
    if (spot === undefined) break;
    spots.push(spot);
    spot = spot.under(segment);
  }
  return spots;
}

const bodies = new Map<string, Spot>();

/** The body that a schema of the contract describes; the same object each time, because every exchange asks for it. */
function bodyAt(schemaPointer: string, around: readonly Origin[] = []): Spot {
  const body =
    bodies.get(schemaPointer) ?? Spot.of(contract, new DocumentNode(contract, schemaPointer).written, around);
  bodies.set(schemaPointer, body);
  return body;
}

/** The part of a value that at least one of its schemas documents. */
function partOf(value: unknown, spot: Spot | undefined): unknown {
  if (Array.isArray(value)) {
    const entries = spot?.below(eachEntry);
    return value.map((entry) => partOf(entry, entries));
  }
  if (!isJsonObject(value) || spot === undefined || spot.fields.length === 0) return value;
  const kept: [name: string, part: unknown][] = [];
  for (const name in value) {
    const documented = spot.under(name);
    if (documented !== undefined) kept.push([name, partOf(value[name], documented)]);
  }
  return Object.fromEntries(kept);
}
