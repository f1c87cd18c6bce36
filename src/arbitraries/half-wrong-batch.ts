import fc from 'fast-check';
import { isObject } from './hostile/body-place.js';
import type { HostileRequest, SentRequest } from './hostile/hostile-request.js';
import { isBatchBody } from './invalid/batch-body.js';

/**
 * A batch of good items with one between them that has not the shape of an item: where it is refused as a whole, none of
 * the good ones may have been carried out (requirement ERR-10).
 * @param valid a batch that is accepted, and changes something
 */
export function halfWrongBatch({ body }: SentRequest): fc.Arbitrary<HostileRequest> {
  const items = isBatchBody(body) ? body.items : [];
  const strange = fc.constantFrom<(readonly [string, unknown])[]>(
    ['null', null],
    ['a number', 7],
    ['a text', 'item'],
    ['a list', []],
    ['an object without fields', {}],
  );
  return fc.oneof(strange, withStrangeField(items[0])).map(([what, wrong]) => ({
    what: `a batch of good items with ${what} between them`,
    request: { body: { items: [...items, wrong, ...items] } },
    outsideContract: false,
  }));
}

/**
 * A request whose body has one wrong field behind all the others, which are right: where it is refused, none of them may
 * have been applied (requirement ERR-10).
 * @param valid a request that is accepted; each of its fields changes something
 * @returns undefined where it has no body, or none of several fields
 */
export function halfWrongFields(valid: SentRequest): fc.Arbitrary<HostileRequest> | undefined {
  const { body } = valid;
  if (!isObject(body) || Object.keys(body).length < 2) return undefined;
  return fc.constantFrom(...Object.keys(body)).map((name) => {
    const { [name]: _, ...others } = body;
    return {
      what: `right fields, and ${name} as {"strange": true} behind them`,
      request: { ...valid, body: { ...others, [name]: { strange: true } } },
      outsideContract: false,
    };
  });
}

/** The item with an object where one of its fields has something else. */
function withStrangeField(item: unknown): fc.Arbitrary<readonly [string, unknown]> {
  const names = typeof item === 'object' && item !== null ? Object.keys(item) : [];
  if (names.length === 0) return fc.constant(['null', null]);
  return fc
    .constantFrom(...names)
    .map((name) => [
      `an item whose ${name} is {"strange": true}`,
      { ...Object(item), [name]: { strange: true } },
    ]);
}
