import { expect, test } from '#testing/unit-test';
import type { ProductItem } from '../../data/valid/product-item.js';
import { Desk, SharedDesk, serveDesk } from './shared-desk.js';

test('no two tests of different processes get the same item of an order', async () => {
  const items = [1, 2, 3, 4].map((id) => ({ id, status: 'open' }));
  await using server = await serveDesk(new Desk(new Map([['A', items]]), false));
  const desks = [new SharedDesk(server.address), new SharedDesk(server.address)];
  const tests = [...desks, ...desks].map((desk) => desk.orders(['A']));
  const taken = await Promise.all(tests.map((each) => each.take({ items: 1, status: 'open' })));
  expect(taken.flatMap((each) => each?.ids ?? []).toSorted()).toEqual(['1', '2', '3', '4']);
  expect(await tests[0]?.take({ items: 1 })).toBeUndefined();
  await tests[0]?.giveBack('A', [{ id: '1' }]);
  expect(await tests[1]?.take({ items: 1, status: 'used' })).toEqual({ number: 'A', ids: ['1'] });
  for (const desk of desks) desk.close();
});

test('drafts are passed on to tests with the same key', () => {
  const desk = new Desk(new Map(), false);
  const drafts = [1, 2, 1].map((category, index) => ({ category, sku: `${index}` }) as ProductItem);
  desk.giveBackDrafts('key 1', drafts);
  expect(desk.takeDrafts('key 1', 1, 1)).toEqual([drafts[0]]);
  expect(desk.takeDrafts('key 1', 3, 1)).toEqual([drafts[2]]);
  expect(desk.takeDrafts('key 2', 1)).toEqual([]);
  expect(desk.takeDrafts('key 1', 3)).toEqual([drafts[1]]);
});
