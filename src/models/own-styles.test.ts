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
  await expect(styleShown(statuses).read()).rejects.toThrow(Blocked);
});

/** A style with one product; each reading of the whole list shows its next status. */
function styleShown(statuses: readonly Status[]) {
  const left = [...statuses];
  let shown: Status = left[0] ?? 'draft';
  const last = exampleExchange({ operationId: 'listProducts' });
  const list: OwnStylesOptions['list'] = async (query) => {
    if (query.status !== 'active') shown = left.shift() ?? shown;
    const isListed = query.status !== 'active' || shown === 'active';
    return { entries: isListed ? [{ ...item, status: shown }] : [], last };
  };
  return new OwnStyles({ list, items: [[item]], isHeld: false });
}
