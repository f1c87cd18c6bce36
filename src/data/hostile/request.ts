import type fc from 'fast-check';
import type { DocumentedParameter, Operation } from '../../contract/operations.js';
import { type Segments, withValueAt, writePath } from '../../contract/values/path.js';
import type { AnyRequest } from '../../http/transports/transport.js';

/** A request with a mistake, and a description of the mistake. */
export interface DescribedRequest {
  /** One line of plain words; short, even if the request is huge. */
  readonly what: string;
  readonly request: AnyRequest;
  /** The gaps whose assumptions say that the request is invalid. */
  readonly gaps?: readonly string[];
}

/**
 * One kind of hostile input: takes a request that succeeds at an operation, and returns the same request with one
 * hostile part, or undefined if the request has no slot for it.
 */
export type HostileKind = (
  operation: Operation,
  valid: AnyRequest,
) => fc.Arbitrary<DescribedRequest> | undefined;

/** The request with some of its parts replaced by raw parts. */
export function withRaw(
  valid: AnyRequest,
  what: string,
  raw: NonNullable<AnyRequest['raw']>,
): DescribedRequest {
  const headers = raw.headers && { headers: { ...valid.raw?.headers, ...raw.headers } };
  return { what, request: { ...valid, raw: { ...valid.raw, ...raw, ...headers } } };
}

/** A value in a JSON body. */
export interface BodySlot {
  readonly in: 'body';
  /** The slot in words: `body field items[0].sku`. */
  readonly name: string;
  /** Keys and indexes from the body down to the value; empty for the body itself. */
  readonly path: Segments;
  readonly value: unknown;
}

/** A parameter of an operation. */
interface ParameterSlot {
  readonly in: DocumentedParameter['in'];
  /** The slot in words: `query parameter page`. */
  readonly name: string;
  readonly parameter: string;
  /** Its value in the valid request, if it has one. */
  readonly value: unknown;
}

/** A part of a valid request that a hostile value can replace. */
export type Slot = BodySlot | ParameterSlot;

/** A hostile value, in the forms for a body and for a parameter. */
export interface Literal {
  /** In words. */
  readonly what: string;
  /** The form in a JSON body; needn't be valid JSON. */
  readonly json: string | Uint8Array;
  /** The form as a parameter, percent-encoded; at most 4,000 characters before the encoding. */
  readonly parameter: string;
}

/** The longest parameter: longer ones would exceed the limits that servers set for URLs. */
const longestParameter = 4000;

/** A literal with the same string in a body and as a parameter: a number, or a word of JSON. */
export function sameEverywhere(what: string, text: string): Literal {
  return { what, json: text, parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}

/** A well-formed text, with quotes in a body and without them as a parameter. */
export function quoted(what: string, text: string): Literal {
  return { what, json: JSON.stringify(text), parameter: encodeURIComponent(text.slice(0, longestParameter)) };
}

/** All parameters of an operation, an unknown one in the query, and all values of the valid body; never empty. */
export function slots(operation: Operation, valid: AnyRequest): readonly Slot[] {
  return [...parameterSlots(operation, valid), ...bodySlots(valid.body)];
}

/** Puts a literal into a slot of a valid request. */
export function put(valid: AnyRequest, slot: Slot, literal: Literal): DescribedRequest {
  const what = `${slot.name}: ${literal.what}`;
  return slot.in === 'body'
    ? withRaw(valid, what, { body: bodyWith(valid.body, slot.path, literal.json) })
    : { what, request: withParameter(valid, slot, literal.parameter) };
}

/** All values of a body, starting with the body itself; empty if there is no body. */
export function bodySlots(body: unknown): BodySlot[] {
  return body === undefined ? [] : slotsIn(JSON.parse(JSON.stringify(body)), []);
}

function slotsIn(value: unknown, path: Segments): BodySlot[] {
  const name = path.length === 0 ? 'body' : `body field ${writePath(path)}`;
  const members = value instanceof Object ? Object.entries(value) : [];
  return [
    { in: 'body', name, path, value },
    ...members.flatMap(([key, each]) => slotsIn(each, [...path, key])),
  ];
}

/** Stands for the value that is replaced. */
const hole = 'the place of a hostile value';

/**
 * A body as JSON, with one of its values replaced.
 * @param path the path to the value
 * @param json the replacement; needn't be valid JSON
 */
export function bodyWith(body: unknown, path: Segments, json: string | Uint8Array): Uint8Array {
  const [before = '', after = ''] = JSON.stringify(withValueAt(body, path, hole)).split(JSON.stringify(hole));
  return Buffer.concat([Buffer.from(before), Buffer.from(json), Buffer.from(after)]);
}

/**
 * The beginning of a body. A number is left out rather than cut in two: the rest of an id of the test's own could be
 * someone else's id.
 * @param length the maximum number of bytes, at least 1
 */
export function cutOff(body: Uint8Array, length: number): Uint8Array {
  const isDigit = (index: number) => /\d/.test(String.fromCharCode(body[index] ?? 0));
  let end = length;
  while (end > 1 && isDigit(end - 1) && isDigit(end)) end -= 1;
  return body.subarray(0, end);
}

/** A parameter that no operation has, so that every operation has at least one query parameter for hostile input. */
const unknownParameter = 'unheard_of';

/** All parameters of an operation, and a query parameter that it doesn't have. */
export function parameterSlots(operation: Operation, valid: AnyRequest): ParameterSlot[] {
  const documented = operation.parameters.map(({ name, in: location }) => ({
    in: location,
    name: `${location} parameter ${name}`,
    parameter: name,
    value: (location === 'path' ? valid.path : valid.query)?.[name],
  }));
  const unknown = `query parameter ${unknownParameter}, which the operation doesn't have`;
  return [...documented, { in: 'query', name: unknown, parameter: unknownParameter, value: undefined }];
}

/**
 * A request with a different value for one parameter.
 * @param encoded the value as sent
 */
export function withParameter(
  valid: AnyRequest,
  { in: location, parameter }: ParameterSlot,
  encoded: string,
): AnyRequest {
  if (location === 'query') return withQuery(valid, parameter, `${parameter}=${encoded}`);
  const path = { [parameter]: encoded };
  return { ...valid, raw: { ...valid.raw, path }, outsideContract: leadsElsewhere(encoded) };
}

/** A request in which a piece of a query string replaces one parameter. */
export function withQuery(valid: AnyRequest, parameter: string, piece: string): AnyRequest {
  const { [parameter]: _, ...query } = valid.query ?? {};
  return { ...valid, query, raw: { ...valid.raw, query: piece } };
}

/**
 * Whether a path with this value may lead to a different operation: the value is empty or contains a step up or down,
 * or does so after decoding, even after decoding twice or with a decoder that accepts overlong sequences.
 * @param encoded the value as sent
 */
function leadsElsewhere(encoded: string): boolean {
  let value = encoded;
  for (let round = 0; round < 3; round += 1) value = decodedOnce(value);
  // Some servers remove everything after a semicolon before they read the path.
  return /^\.{0,2}(;|$)|[/\\]/.test(value);
}

/** Decodes percent-encoded ASCII and leaves everything else unchanged. */
function decodedOnce(value: string): string {
  return value
    .replaceAll(/%c0%ae|%e0%80%ae/gi, '.')
    .replaceAll(/%c0%af|%e0%80%af/gi, '/')
    .replaceAll(/%[0-7][0-9a-f]/gi, (sequence) =>
      String.fromCharCode(Number.parseInt(sequence.slice(1), 16)),
    );
}
