import type { Merchant } from '../../domain/merchant.js';
import type { Product, ProductStatus } from '../../domain/products/product.js';
import type { Fault } from '../fault.js';
import { storing } from '../product-changes.js';
import { setStatus } from '../status-changes.js';

const operations = ['upsertProducts'] as const;

/** Plants what an upsert does to the status of those products that were in one before; undefined stands for new ones. */
function acting(
  before: ProductStatus | undefined,
  act: (product: Product, merchant: Merchant) => void,
): Fault['plant'] {
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
export const statusOnUpsertFaults: readonly Fault[] = [
  {
    id: 'activates-draft-on-upsert',
    violates: 'PRD-20',
    does: 'It makes a draft active when the draft is sent again.',
    operations,
    showsFor: 'the second item with the same sku',
    plant: acting('draft', (product) => setStatus(product, 'active')),
  },
  {
    id: 'submits-new-product-on-upsert',
    violates: 'PRD-20',
    does: 'It submits a product for approval as soon as an upsert has created it.',
    operations,
    plant: acting(undefined, publish),
  },
  {
    id: 'submits-draft-on-upsert',
    violates: 'PRD-20',
    does: 'It submits a draft for approval when the draft is sent again.',
    operations,
    showsFor: 'the second item with the same sku',
    plant: acting('draft', publish),
  },
  {
    id: 'resets-active-product-on-upsert',
    violates: 'PRD-21',
    does: 'It sets an active product back to draft when the product is sent again.',
    operations,
    showsFor: 'upserts of active products',
    plant: acting('active', (product) => setStatus(product, 'draft')),
  },
  {
    id: 'reviews-active-product-on-upsert',
    violates: 'PRD-21',
    does: 'It submits an active product for approval once more when the product is sent again.',
    operations,
    showsFor: 'upserts of active products',
    plant: acting('active', (product, merchant) => {
      setStatus(product, 'draft');
      publish(product, merchant);
    }),
  },
  {
    id: 'activates-inactive-product-on-upsert',
    violates: 'PRD-21',
    does: 'It makes an inactive product active when the product is sent again.',
    operations,
    showsFor: 'upserts of inactive products',
    plant: acting('inactive', (product) => setStatus(product, 'active')),
  },
  {
    id: 'keeps-old-fields-of-inactive-product',
    violates: 'PRD-21',
    does: 'It reports success for an upsert of an inactive product, and keeps all its fields as they were.',
    operations,
    showsFor: 'upserts of inactive products',
    plant: storing(() => (values, former) => (former?.status === 'inactive' ? undefined : values)),
  },
];
