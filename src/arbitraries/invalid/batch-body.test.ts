import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from '../assertions.js';
import type { SentRequest } from '../hostile/sent-request.js';
import { invalidBatchBody } from './batch-body.js';

const valid = { items: [{ style_key: 'Größe', status: 'draft' }] };
const arbitrary = () => invalidBatchBody(valid);

test('no invalid body is an object with a list of items', () => {
  assertSound(arbitrary, ({ request }) => {
    const body = read(request);
    return isObject(body) && Array.isArray(body.items) ? 'a list of items' : undefined;
  });
});

test('an invalid body is said in one line', () => {
  assertSound(arbitrary, ({ what }) => (/^[\x20-\x7e]{5,120}$/.test(what) ? undefined : what));
});

test('bodies are no JSON, no object, or lack a list of items, in every way', () => {
  const drawn = fc.sample(arbitrary(), { seed: 1, numRuns: 1000 });
  const bodies = drawn.map(({ request }) => read(request));
  expect(bodies.filter((body) => body === unreadable).length).toBeGreaterThan(200);
  for (const body of [null, true, false, [], {}, { items: null }, { items: {} }, { items: { length: 0 } }])
    expect(bodies).toContainEqual(body);
  for (const type of ['string', 'number', 'boolean']) {
    expect(bodies.some((body) => typeof body === type && body !== unreadable)).toBe(true);
    expect(bodies.some((body) => isObject(body) && typeof body.items === type)).toBe(true);
  }
  expect(drawn.map(({ request }) => request.raw?.body?.length)).toContain(0);
  expect(drawn.some(({ what }) => what.includes('cut off after'))).toBe(true);
});

const unreadable = Symbol('no JSON');

function read({ body, raw }: SentRequest): unknown {
  if (raw?.body === undefined) return body;
  try {
    return JSON.parse(Buffer.from(raw.body).toString());
  } catch {
    return unreadable;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
