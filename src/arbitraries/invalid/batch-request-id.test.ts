import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from '../assertions.js';
import { malformedBatchRequestId } from './batch-request-id.js';

const valid = '0f8fad5b-d9cb-469f-a165-70867728950e';
const arbitrary = () => malformedBatchRequestId(valid);

test('no reader of UUIDs, be it lenient, finds one in a malformed id', () => {
  assertSound(arbitrary, ({ request }) => {
    const given = request.query?.batch_request_id;
    if (Array.isArray(given)) return new Set(given).size === 2 ? undefined : 'the same id twice';
    if (given === undefined) return undefined;
    // As readers do it that skip hyphens, braces, a prefix and case.
    const digits = String(given)
      .replace(/^urn:uuid:/i, '')
      .replaceAll(/[-{}]/g, '');
    return /^[0-9a-f]{32}$/i.test(digits) ? `${given} may pass for a UUID` : undefined;
  });
});

test('an id that is given twice, and no other, rests on an assumption', () => {
  assertSound(arbitrary, ({ request, gaps = [] }) => {
    const isTwice = Array.isArray(request.query?.batch_request_id);
    return gaps.join() === (isTwice ? 'G-15' : '') ? undefined : `the gaps ${gaps.join()}`;
  });
});

test('a malformed id is said in one line', () => {
  assertSound(arbitrary, ({ what }) => (/^[\x20-\x7e]{10,100}$/.test(what) ? undefined : what));
});

test('each way to be malformed is drawn', () => {
  const drawn = fc.sample(arbitrary(), { seed: 1, numRuns: 1000 });
  const whats = drawn.map(({ what }) => what);
  for (const way of [
    /^no batch_request_id$/,
    /^an empty batch_request_id$/,
    /without an equals sign/,
    /twice, the valid one first/,
    /twice, the valid one last/,
    /the word /,
    /the number -?\d/,
    /not all of them ASCII/,
    /the valid id with [0-9a-f] before character 37/,
    /the valid id without character 1$/,
    /the valid id with g as character/,
  ])
    expect(
      whats.some((what) => way.test(what)),
      String(way),
    ).toBe(true);
  const lengths = drawn.flatMap(({ request }) => {
    const id = request.query?.batch_request_id;
    return typeof id === 'string' ? [id.length] : [];
  });
  expect(lengths).toEqual(expect.arrayContaining([35, 36, 37]));
});
