import { expect, test } from '#unit-test';
import { longFiles, scarceFiles } from './scarce-files.js';

const limitOf = (operation: string) => (operation === 'GET /reports/' ? 10 : 100);
const cost = (test: string, requests: Readonly<Record<string, number>>) => ({
  test,
  asleep: 0,
  awake: 1,
  requests,
});

test('the files that need half of what is scarcest are begun first', () => {
  const costs = [
    cost('a.spec.ts › one', { 'POST /products/': 500 }),
    cost('a.spec.ts › two', { 'POST /products/': 100 }),
    cost('b.spec.ts › one', { 'POST /products/': 400 }),
    cost('c.spec.ts › one', { 'GET /reports/': 30 }),
  ];
  expect(scarceFiles(costs, limitOf)).toEqual(['a.spec.ts']);
  expect(scarceFiles([...costs, cost('c.spec.ts › two', { 'GET /reports/': 90 })], limitOf)).toEqual([
    'c.spec.ts',
  ]);
});

test('files with a test that takes long, or waits for an operation with few requests, start early too', () => {
  const sleeping = (test: string, asleep: number) => ({ ...cost(test, {}), asleep });
  const costs = [
    sleeping('a.spec.ts › one', 50),
    sleeping('a.spec.ts › two', 60),
    sleeping('b.spec.ts › one', 15),
    cost('c.spec.ts › one', { 'POST /products/': 500 }),
    cost('d.spec.ts › one', { 'GET /reports/': 1 }),
  ];
  expect(longFiles(costs, limitOf)).toEqual(['a.spec.ts', 'd.spec.ts']);
  expect(longFiles(costs, limitOf, 30)).toEqual(['d.spec.ts']);
});

test('where nothing is known nothing is begun first', () => {
  expect(scarceFiles([], limitOf)).toEqual([]);
});
