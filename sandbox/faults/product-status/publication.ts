import type { Fault } from '../fault.js';
import { perOwner } from '../memory.js';
import { listingAsActive } from '../product-changes.js';
import { applying, moving } from '../status-changes.js';

const update = ['updateProductStatus'] as const;
const list = ['listProducts'] as const;
/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults of the way from draft to active, to inactive and back (clause 3.1). */
export const publicationFaults: readonly Fault[] = [
  {
    id: 'never-approves',
    violates: 'STS-01',
    does: 'It never ends the review of a product that was published.',
    plant: ({ rules }) => ({
      rules: { ...rules, publicationPace: { ...rules.publicationPace, review: EVER } },
    }),
  },
  {
    id: 'ignores-publication-after-withdrawal',
    violates: 'STS-01',
    does: 'It leaves a draft that was withdrawn from publication a draft when it is published again.',
    operations: update,
    showsFor: 'the second publication of a draft',
    plant: applying(() => {
      const withdrawn = perOwner(() => ({ is: false }));
      return (item, clean, { catalogue }) => {
        const products = catalogue.style(item.style_key);
        if (item.status === 'draft')
          for (const product of products)
            if (product.status === 'pending_approval') withdrawn(product).is = true;
        const ignored = item.status === 'published' && products.some((product) => withdrawn(product).is);
        return ignored ? [] : clean(item);
      };
    }),
  },
  {
    id: 'lists-pending-products-among-active',
    violates: 'STS-02',
    does: 'It lists a product among the active ones as soon as it is published.',
    operations: list,
    plant: listingAsActive(({ status }) => status === 'pending_approval' || status === 'pending_active'),
  },
  {
    id: 'lists-approved-products-among-active',
    violates: 'STS-02',
    does: 'It lists a product among the active ones when it is approved and not active yet.',
    operations: list,
    showsFor: 'reads between approval and activation',
    plant: listingAsActive(({ status }) => status === 'pending_active'),
  },
  {
    id: 'ignores-deactivation',
    violates: 'STS-03',
    does: 'It reports success for setting an active product inactive, and leaves it active.',
    plant: moving(['active'], 'inactive', 'active'),
  },
  {
    id: 'lists-inactive-products-among-active',
    violates: 'STS-03',
    does: 'It goes on listing a product that was set inactive among the active ones.',
    operations: list,
    plant: listingAsActive(({ status }) => status === 'inactive'),
  },
  {
    id: 'reviews-inactive-product-again',
    violates: 'STS-11',
    does: 'It sends an inactive product that is published through a new approval.',
    plant: moving(['inactive'], 'published', 'pending_approval'),
  },
  {
    id: 'refuses-to-publish-inactive-product',
    violates: 'STS-11',
    does: 'It refuses to publish an inactive product.',
    plant: moving(['inactive'], 'published', undefined),
  },
];
