import { exampleExchange } from '#testing/example-exchange';
import { exampleReferenceData } from '#testing/example-reference-data';
import { expect, test } from '#testing/unit-test';
import { sampleOne } from '../data/draw.js';
import { productItem } from '../data/valid/product-item.js';
import type { EntryOf } from '../operations/prerequisites/responses.js';
import { Blocked } from '../verdicts/finding.js';
import { OwnStyles, type OwnStylesOptions } from './own-styles.js';

type Status = EntryOf<'listProducts', 'status'>['status'];

const item = sampleOne(productItem(exampleReferenceData, 'ct-'), 1);

test('products that keep changing block the test', async () => {
  const statuses = Array.from({ length: 15 }, () => ['active', 'inactive'] as const).flat();
  await expect(styleShown(statuses, { isHeld: false }).own.read()).rejects.toThrow(Blocked);
});

test('the wait for a status reads every second, and ends at the deadline', async () => {
  const { own, waited } = styleShown(['draft', 'draft', 'active']);
  const readings = await own.readUntil(({ isActive }) => isActive);
  expect(readings.map(({ products }) => products[0]?.status)).toEqual(['draft', 'draft', 'active']);
  expect(waited).toEqual([1, 1]);
  const late = styleShown(['draft']);
  expect(await late.own.readUntil(({ isActive }) => isActive)).toHaveLength(4);
  expect(late.waited).toHaveLength(3);
});

test('if a review may reject products on its own, a rejection blocks the test', async () => {
  const rejected = ['pending_approval', 'rejected'] as const;
  const readBy = (options: Partial<OwnStylesOptions>) =>
    styleShown(rejected, options).own.readUntil(({ isApproved }) => isApproved);
  await expect(readBy({ provocations: undefined })).rejects.toThrow('the review rejected a product');
  expect(await readBy({})).toHaveLength(4);
});

/** A style with one product; each reading of the whole list shows its next status. */
function styleShown(statuses: readonly Status[], options: Partial<OwnStylesOptions> = {}) {
  const left = [...statuses];
  let shown: Status = left[0] ?? 'draft';
  const last = exampleExchange({ operationId: 'listProducts' });
  const list: OwnStylesOptions['list'] = async (query) => {
    if (query.status !== 'active') shown = left.shift() ?? shown;
    const isListed = query.status !== 'active' || shown === 'active';
    return { entries: isListed ? [{ ...item, status: shown }] : [], last };
  };
  const waited: number[] = [];
  const own = new OwnStyles({
    list,
    items: [[item]],
    wait: async (seconds) => void waited.push(seconds),
    isHeld: true,
    provocations: { rejectedImageUrl: 'r', problemImageUrl: 'p' },
    deadline: 3,
    ...options,
  });
  return { own, waited };
}
