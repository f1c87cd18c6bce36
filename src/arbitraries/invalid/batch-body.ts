import fc from 'fast-check';
import type { DescribedRequest } from '../hostile/sent-request.js';

/** The body of a batch write (clauses 4.2 and 4.3). */
export interface BatchBody {
  readonly items: readonly unknown[];
}

/** Whether a body is that of a batch write. */
export function isBatchBody(body: unknown): body is BatchBody {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

/**
 * Requests whose body is not a JSON object with a list of items (requirement ERR-07, derived from clause 7).
 * @param valid a body that the operation accepts, from which the invalid ones are made
 */
export function invalidBatchBody(valid: BatchBody): fc.Arbitrary<DescribedRequest> {
  return fc.oneof(
    { arbitrary: notJson(valid), weight: 1 },
    { arbitrary: fc.oneof(...notObject(valid)), weight: 1 },
    { arbitrary: fc.oneof(...notItems(valid)), weight: 1 },
  );
}

/**
 * Those that services are known to take for a batch of some kind, one request of each, as above.
 * @param valid a body that the operation accepts
 */
export function knownInvalidBatchBodies({ items }: BatchBody): readonly DescribedRequest[] {
  return [
    { what: 'the list of items alone as body', request: { body: [...items] } },
    { what: 'a body with null as items', request: { body: { items: null } } },
    { what: 'a body with a single item as items', request: { body: { items: items[0] } } },
    { what: 'a body without items', request: { body: {} } },
  ];
}

/** Built once: building takes longer than drawing a thousand values. */
const words = fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20}){0,3}$/);
const someText = fc.string({ unit: 'grapheme', maxLength: 20 });

/** The body cut short, or something else than JSON, declared as JSON. */
function notJson(valid: BatchBody): fc.Arbitrary<DescribedRequest> {
  const json = Buffer.from(JSON.stringify(valid));
  const raw = (what: string, body: Uint8Array) => ({ what, request: { raw: { body } } });
  return fc.oneof(
    fc
      .integer({ min: 1, max: json.length - 1 })
      .map((length) =>
        raw(`a JSON body cut off after ${length} of ${json.length} bytes`, json.subarray(0, length)),
      ),
    words
      .filter((text) => !['null', 'true', 'false'].includes(text))
      .map((text) => raw(`the words ${text} as body`, Buffer.from(text))),
    fc.constantFrom(
      raw('an empty body', Buffer.alloc(0)),
      raw('a body of white space', Buffer.from('  \n')),
      raw('a body in single quotes', Buffer.from("{'items':[]}")),
      raw('a body with a second one behind it', Buffer.concat([json, json])),
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
        what: `a body with ${Object.keys(other)[0] ?? 'nothing'} in place of items`,
        request: { body: other },
      })),
    fc.constant(null).map(body('null')),
    fc.constantFrom({}, { length: 0 }, { 0: items[0] }, { items }).map(body('an object')),
    someText.map(body('a string')),
    fc.oneof(fc.integer(), fc.constant(0.5)).map(body('a number')),
    fc.constantFrom(true, false).map(body('a boolean')),
  ];
}
