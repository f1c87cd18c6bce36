import { expect, test } from '@playwright/test';
import { LastUse } from './last-use.js';

const began = 1_700_000_000_000;

test('what was not called since the worker began may have been called just before', () => {
  const lastUse = new LastUse(began);
  expect(lastUse.secondsUntilFresh('listBrands', began, 1)).toBe(61);
  expect(lastUse.secondsUntilFresh('listBrands', began + 20_000, 1)).toBe(41);
  expect(lastUse.secondsUntilFresh('listBrands', began + 61_000, 1)).toBe(0);
});

test('the last call of the operation counts, and no other', () => {
  const lastUse = new LastUse(began);
  lastUse.note('listBrands', began + 5000);
  lastUse.note('listBrands', began + 100_000);
  lastUse.note('listOrders', began + 110_000);
  expect(lastUse.secondsUntilFresh('listBrands', began + 110_000, 1)).toBe(51);
});

test('a faster clock is waited for in its own seconds', () => {
  expect(new LastUse(began).secondsUntilFresh('listBrands', began + 2000, 30)).toBe(1);
});
