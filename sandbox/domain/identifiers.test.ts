import { expect, test } from '#unit-test';
import { createIdentifiers } from './identifiers.js';

test('the same stream gives the same identifiers, another stream others', () => {
  const [first, again, other] = ['1/1', '1/1', '1/2']
    .map(createIdentifiers)
    .map((ids) => [ids.uuid(), ids.code(8)]);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('UUIDs are of version 4 and differ', () => {
  const identifiers = createIdentifiers('x');
  const uuids = Array.from({ length: 500 }, () => identifiers.uuid());
  expect(new Set(uuids).size).toBe(500);
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuids.filter((uuid) => !form.test(uuid))).toEqual([]);
});

test('codes have the length that is asked for', () => {
  expect(createIdentifiers('x').code(12)).toMatch(/^[0-9A-Z]{12}$/);
});
