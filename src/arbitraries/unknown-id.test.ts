import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { type Id, idsWithEqualBits, unknownBatchIds, unknownId, unknownZero } from './unknown-id.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Known ids of a form, and what unknown ones of that form are like. */
const forms: readonly (readonly [name: string, known: readonly Id[], like: (id: Id) => boolean])[] = [
  ['a UUID', ['0f8fad5b-d9cb-469f-a165-70867728950e'], (id) => uuid.test(String(id))],
  ['nothing known', [], (id) => uuid.test(String(id))],
  ['an integer', [3, 17], (id) => isBetween(id, 17 + 100_000_000, 2 ** 31 - 1)],
  ['a large integer', [2 ** 31 - 5], (id) => isBetween(id, 2 ** 31 + 90_000_000, 2 ** 32)],
  ['an integer as text', ['000000012345'], (id) => /^00\d{10}$/.test(String(id)) && Number(id) > 100_000_000],
  ['a number past 2^53 as text', ['90071992547409930'], (id) => /^9007199\d{10}$/.test(String(id))],
  ['a text with digits', ['SB-2024-000017'], (id) => /^[A-Z]{2}-[A-Z]{4}-[A-Z]{6}$/.test(String(id))],
  ['a word and a number', ['pos_30000001', 'pos_7'], (id) => /^pos_[1-9]\d{8,9}$/.test(String(id))],
  ['a word and hexadecimal digits', ['rpt_44cddff095c741a0'], (id) => /^rpt_[0-9a-f]{16}$/.test(String(id))],
  ['a short text', ['r1'], (id) => /^[a-z][A-Z][a-z]{10}$/.test(String(id))],
  [
    'several forms',
    [7, 'report-2024-01'],
    (id) => typeof id === 'number' || /^[a-z]{6}-[A-Z]{4}-[A-Z]{2}$/.test(id),
  ],
];

for (const [name, known, like] of forms) {
  test(`unlike ${name}, nothing has it, and it is of the same form`, () => {
    assertSound(
      () => unknownId(known),
      (id) => {
        if (known.includes(id)) return 'a known id';
        if (known.length > 0 && !known.some((other) => typeof other === typeof id)) return 'another type';
        return like(id) ? undefined : 'another form';
      },
    );
  });
}

test('every form among the known ids is drawn', () => {
  const drawn = fc.sample(unknownId([7, 'report-2024-01']), { seed: 1, numRuns: 50 });
  expect(new Set(drawn.map((id) => typeof id))).toEqual(new Set(['number', 'string']));
});

test('an id with the same 32 bits is another one, of the same type', () => {
  expect(idsWithEqualBits(7, [7, 8])).toEqual([4_294_967_303]);
  expect(idsWithEqualBits('7', ['7'])).toEqual(['4294967303']);
  const [id] = idsWithEqualBits(2 ** 32 - 1, []);
  expect(Number(id) % 2 ** 32).toBe(2 ** 32 - 1);
});

test('no id is known to have the same bits as one that is no integer, or where larger ones are known', () => {
  expect(idsWithEqualBits('r1', ['r1'])).toEqual([]);
  expect(idsWithEqualBits(7, [7, 2 ** 32])).toEqual([]);
  expect(idsWithEqualBits(-1, [-1])).toEqual([]);
});

test('unknown batch ids are of every version of UUID in each draw', () => {
  for (const ids of fc.sample(unknownBatchIds, { seed: 1, numRuns: 20 })) {
    expect(ids.map((id) => id.charAt(14))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('nothing has the id 0 only where all ids are integers above it', () => {
  expect(unknownZero([3, 17])).toBe(0);
  for (const known of [[], [0, 1], [-1, 2], ['3', '17'], [3, 'report-2024-01']])
    expect(unknownZero(known)).toBeUndefined();
});

function isBetween(id: Id, least: number, most: number): boolean {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= least && id <= most;
}
