import fc from 'fast-check';
import { isJsonObject } from '../../contract/documents/document.js';
import type { Operation } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import { hostileRequest } from '../hostile/hostile-request.js';
import { cutOff, type DescribedRequest } from '../hostile/request.js';
import { type Id, unknownId } from '../valid/identifiers.js';

/** The body of a batch write (clauses 4.2 and 4.3). */
interface BatchBody {
  readonly items: readonly unknown[];
}

/** Whether a body is the body of a batch write. */
function isBatchBody(body: unknown): body is BatchBody {
  return isJsonObject(body) && Array.isArray(body.items);
}

/**
 * Requests whose body is not a JSON object with a list of items (requirement ERR-07, derived from clause 7).
 * @param valid a body that the operation accepts; the invalid ones derive from it
 */
export function invalidBatchBody(valid: BatchBody): fc.Arbitrary<DescribedRequest> {
  return fc.oneof(
    { arbitrary: notJson(valid), weight: 1 },
    { arbitrary: fc.oneof(...notObject(valid)), weight: 1 },
    { arbitrary: fc.oneof(...notItems(valid)), weight: 1 },
  );
}

/**
 * Bodies that services are known to accept as a batch although they aren't, with one request for each.
 * @param valid a body that the operation accepts
 */
export function knownInvalidBatchBodies({ items }: BatchBody): readonly DescribedRequest[] {
  const json = Buffer.from(JSON.stringify({ items }));
  return [
    { what: 'a JSON body without its last byte', request: { raw: { body: json.subarray(0, -1) } } },
    { what: 'only the list of items as body', request: { body: [...items] } },
    { what: 'a body with null as items', request: { body: { items: null } } },
    { what: 'a body with a single item as items', request: { body: { items: items[0] } } },
    { what: 'a body without items', request: { body: {} } },
  ];
}

// Built once, because building an arbitrary takes longer than drawing a thousand values.
const words = fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20}){0,3}$/);
const someText = fc.string({ unit: 'grapheme', maxLength: 20 });

/** The body cut short, or a body that is not JSON, both declared as JSON. */
function notJson(valid: BatchBody): fc.Arbitrary<DescribedRequest> {
  const json = Buffer.from(JSON.stringify(valid));
  const raw = (what: string, body: Uint8Array) => ({ what, request: { raw: { body } } });
  return fc.oneof(
    fc
      .integer({ min: 1, max: json.length - 1 })
      .map((length) => cutOff(json, length))
      .map((body) => raw(`a JSON body cut off after ${body.length} of ${json.length} bytes`, body)),
    words
      .filter((text) => !['null', 'true', 'false'].includes(text))
      .map((text) => raw(`the words ${text} as body`, Buffer.from(text))),
    fc.constantFrom(
      raw('an empty body', Buffer.alloc(0)),
      raw('a body of white space', Buffer.from('  \n')),
      raw('a body in single quotes', Buffer.from("{'items':[]}")),
      raw('a body followed by a second one', Buffer.concat([json, json])),
    ),
  );
}

function notObject({ items }: BatchBody): fc.Arbitrary<DescribedRequest>[] {
  const whole = (kind: string) => (body: unknown) => ({ what: `${kind} as body`, request: { body } });
  return [
    fc.constantFrom([], [...items], [{ items }]).map(whole('an array')),
    someText.map(whole('a string')),
    fc.oneof(fc.integer(), fc.constantFrom(0.5, 1e300)).map(whole('a number')),
    fc.constantFrom(true, false).map(whole('a boolean')),
    fc.constant(null).map(whole('null')),
  ];
}

function notItems({ items }: BatchBody): fc.Arbitrary<DescribedRequest>[] {
  const body = (what: string) => (value: unknown) => ({
    what: `a body with ${what} as items`,
    request: { body: { items: value } },
  });
  return [
    fc
      .constantFrom({}, { Items: items }, { item: items }, { products: items }, { data: { items } })
      .map((other) => ({
        what: `a body with ${Object.keys(other)[0] ?? 'nothing'} instead of items`,
        request: { body: other },
      })),
    fc.constant(null).map(body('null')),
    fc.constantFrom({}, { length: 0 }, { 0: items[0] }, { items }).map(body('an object')),
    someText.map(body('a string')),
    fc.oneof(fc.integer(), fc.constant(0.5)).map(body('a number')),
    fc.constantFrom(true, false).map(body('a boolean')),
  ];
}

/**
 * A batch of good items with one value among them that is not a valid item. If the target refuses the whole batch, it
 * must not carry out any of the good items (requirement ERR-10).
 * @param valid a batch that the target accepts, and that changes something
 */
export function halfWrongBatch({ body }: AnyRequest): fc.Arbitrary<DescribedRequest> {
  const items = isBatchBody(body) ? body.items : [];
  const strange = fc.constantFrom<(readonly [string, unknown])[]>(
    ['null', null],
    ['a number', 7],
    ['a string', 'item'],
    ['a list', []],
    ['an object without fields', {}],
  );
  return fc.oneof(strange, withStrangeField(items[0])).map(([what, wrong]) => ({
    what: `a batch of good items with ${what} among them`,
    request: { body: { items: [...items, wrong, ...items] } },
  }));
}

/**
 * A request whose body has one wrong field after right ones. If the target refuses the request, it must not apply any
 * of the right fields (requirement ERR-10).
 * @param valid a request that the target accepts; each of its fields changes something
 * @returns undefined if its body has fewer than two fields
 */
export function halfWrongFields(valid: AnyRequest): fc.Arbitrary<DescribedRequest> | undefined {
  const { body } = valid;
  if (!isJsonObject(body) || Object.keys(body).length < 2) return undefined;
  return fc.constantFrom(...Object.keys(body)).map((name) => {
    const { [name]: _, ...others } = body;
    return {
      what: `right fields, followed by ${name} as {"strange": true}`,
      request: { ...valid, body: { ...others, [name]: { strange: true } } },
    };
  });
}

/** The item with an object instead of the value of one field. */
function withStrangeField(item: unknown): fc.Arbitrary<readonly [string, unknown]> {
  const names = isJsonObject(item) ? Object.keys(item) : [];
  if (names.length === 0) return fc.constant(['null', null]);
  return fc
    .constantFrom(...names)
    .map((name) => [
      `an item whose ${name} is {"strange": true}`,
      { ...Object(item), [name]: { strange: true } },
    ]);
}

/**
 * A wrong version of a valid request: with hostile input, with a malformed body if it has a list of items, or with an
 * unknown id in its path (requirement ERR-10). Services refuse most of these requests.
 *
 * @param valid a request that succeeds; it stays unchanged
 * @param known every id that the operation's path may name
 */
export function wrongRequest(
  operation: Operation,
  valid: AnyRequest,
  known: readonly Id[],
): fc.Arbitrary<DescribedRequest> {
  const malformed = isBatchBody(valid.body) ? [invalidBatchBody(valid.body)] : [];
  return fc.oneof(
    { arbitrary: hostileRequest(operation, valid), weight: 2 },
    ...malformed,
    ...[withUnknownId(operation, valid, known)].flatMap((each) => each ?? []),
  );
}

/** A request like a valid one, for an id that doesn't exist (clause 7). @returns undefined if its path has no id */
export function withUnknownId(
  { parameters }: Operation,
  valid: AnyRequest,
  known: readonly Id[],
): fc.Arbitrary<DescribedRequest> | undefined {
  const parameter = parameters.find((each) => each.in === 'path');
  if (parameter === undefined) return undefined;
  return unknownId(known).map((id) => ({
    what: `path parameter ${parameter.name}: ${id}, an unused id`,
    request: { ...valid, path: { ...valid.path, [parameter.name]: id } },
  }));
}
