import { expect, test } from '#unit-test';
import { type Fault, nameOf } from './fault.js';
import type { ExercisedTest } from './plan.js';
import { absorbedFaults, faultsIn } from './world-faults.js';

const stock = { id: 'updateProductStock', method: 'PATCH', path: '/api/v1/products/stock' };
const brands = { id: 'listBrands', method: 'GET', path: '/api/v1/brands/' };
const lie = { does: 'It lies.' };
const faults: readonly Fault[] = [
  { id: 'a', violates: 'BAT-09', ...lie, operations: [stock, brands] },
  { id: 'b', violates: 'BAT-09', ...lie, operations: [stock] },
  { id: 'c', violates: 'BAT-10', ...lie, operations: [stock] },
  { id: 'of-brands', violates: 'BAT-10', ...lie, operations: [brands] },
  { id: 'anywhere', violates: 'STK-01', ...lie },
  { id: 'elsewhere', violates: 'KEYS-01', ...lie },
  { id: 'not-looked-at', violates: 'STK-02', ...lie },
];

function exercised(verified: string, called: Readonly<Record<string, number>>): ExercisedTest {
  const titles = ['It', verified];
  return {
    file: 'some.spec.ts',
    titles,
    covers: [verified],
    mayMeet: [],
    verified: [verified],
    called,
    isClean: true,
  };
}

const tests = [
  exercised('BAT-09', { updateProductStock: 2 }),
  exercised('BAT-10', { updateProductStock: 2, listBrands: 9 }),
  exercised('STK-01', { updateProductStock: 2, listBrands: 1 }),
  exercised('KEYS-01', { listBrands: 1 }),
];
const closing = { success: 202 };

function chosen(seed: number, world = 'some') {
  const file = { contract: '1.3.0', operations: { updateProductStock: closing } };
  return faultsIn(faults, { world, tests, file, seed }).map(nameOf);
}

test('faults are planted where a world fills gaps differently and a test checks their requirement', () => {
  expect(chosen(1).toSorted()).toEqual([
    'a@updateProductStock',
    'anywhere',
    'b@updateProductStock',
    'c@updateProductStock',
  ]);
  expect(faultsIn(faults, { world: 'some', tests, file: undefined, seed: 1 })).toEqual([]);
});

test('the seed and the world decide their order, and each requirement comes once before any comes twice', () => {
  expect(chosen(1)).toEqual(chosen(1));
  expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => chosen(seed).join())).size).toBeGreaterThan(1);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const first = chosen(seed).slice(0, 3);
    expect(first.filter((name) => /^[ab]@/.test(name))).toHaveLength(1);
  }
});

test('a common status of refusals concerns all operations that can refuse a request', () => {
  const file = { contract: '1.3.0', refusal: 422 };
  const own = faultsIn(faults, { world: 'some', tests, file, seed: 1 }).map(nameOf);
  expect(own).toContain('c@updateProductStock');
  expect(own).not.toContain('of-brands@listBrands');
});

test('each fault that a world absorbs is listed once, with a reason', () => {
  const names = absorbedFaults.flatMap(({ plantings, world }) =>
    plantings.map((planting) => `${planting} in ${world}`),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(absorbedFaults.filter(({ reason }) => !reason.endsWith('.'))).toEqual([]);
});
