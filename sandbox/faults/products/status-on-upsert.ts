import type { Merchant } from '../../domain/merchant.js';
import type { Product, ProductStatus } from '../../domain/products/product.js';
import { liesIn, type Plant } from '../fault.js';
import { storing } from '../product-changes.js';
import { setStatus } from '../status-changes.js';

/** Plants what an upsert does to the status of those products that were in one before; undefined stands for new ones. */
function acting(
  before: ProductStatus | undefined,
  act: (product: Product, merchant: Merchant) => void,
): Plant {
  return storing(() => (values, former, catalogue, merchant) => {
    const isMeant = former?.status === before;
    catalogue.put(values);
    const product = catalogue.find(values.sku);
    if (isMeant && product !== undefined) act(product, merchant);
    return undefined;
  });
}

/** Publishes the style of a product, as a status update does. */
function publish({ values: { style_key } }: Product, { publication }: Merchant): void {
  publication.apply({ style_key, status: 'published' });
}

/** Faults of an upsert that publishes, or that changes more or less than the fields (clause 3.1 rule 2, gap G-06). */
export const statusOnUpsertFaults = liesIn(['upsertProducts'], {
  'PRD-20 activates-draft-on-upsert': [
    'It makes a draft active when the draft is sent again.',
    'the second item with the same sku',
    acting('draft', (product) => setStatus(product, 'active')),
  ],
  'PRD-20 submits-new-product-on-upsert': [
    'It submits a product for approval as soon as an upsert has created it.',
    acting(undefined, publish),
  ],
  'PRD-20 submits-draft-on-upsert': [
    'It submits a draft for approval when the draft is sent again.',
    'the second item with the same sku',
    acting('draft', publish),
  ],
  'PRD-21 resets-active-product-on-upsert': [
    'It sets an active product back to draft when the product is sent again.',
    'upserts of active products',
    acting('active', (product) => setStatus(product, 'draft')),
  ],
  'PRD-21 reviews-active-product-on-upsert': [
    'It submits an active product for approval once more when the product is sent again.',
    'upserts of active products',
    acting('active', (product, merchant) => {
      setStatus(product, 'draft');
      publish(product, merchant);
    }),
  ],
  'PRD-21 activates-inactive-product-on-upsert': [
    'It makes an inactive product active when the product is sent again.',
    'upserts of inactive products',
    acting('inactive', (product) => setStatus(product, 'active')),
  ],
  'PRD-21 keeps-old-fields-of-inactive-product': [
    'It reports success for an upsert of an inactive product, and keeps all its fields as they were.',
    'upserts of inactive products',
    storing(() => (values, former) => (former?.status === 'inactive' ? undefined : values)),
  ],
});
