import { type Fault, lies, liesIn } from '../fault.js';
import { perOwner } from '../memory.js';
import { listingAsActive } from '../product-changes.js';
import { applying, moving } from '../status-changes.js';

const update = ['updateProductStatus'] as const;
const list = ['listProducts'] as const;
/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults of the way from draft to active, to inactive and back (clause 3.1). */
export const publicationFaults: readonly Fault[] = [
  ...lies({
    'STS-01 never-approves': [
      'It never ends the review of a product that was published.',
      ({ rules }) => ({
        rules: { ...rules, publicationPace: { ...rules.publicationPace, review: EVER } },
      }),
    ],
    'STS-03 ignores-deactivation': [
      'It reports success for setting an active product inactive, and leaves it active.',
      moving(['active'], 'inactive', 'active'),
    ],
    'STS-11 reviews-inactive-product-again': [
      'It sends an inactive product that is published through a new approval.',
      moving(['inactive'], 'published', 'pending_approval'),
    ],
    'STS-11 refuses-to-publish-inactive-product': [
      'It refuses to publish an inactive product.',
      moving(['inactive'], 'published', undefined),
    ],
  }),
  ...liesIn(update, {
    'STS-01 ignores-publication-after-withdrawal': [
      'It leaves a draft that was withdrawn from publication a draft when it is published again.',
      'the second publication of a draft',
      applying(() => {
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
    ],
  }),
  ...liesIn(list, {
    'STS-02 lists-pending-products-among-active': [
      'It lists a product among the active ones as soon as it is published.',
      listingAsActive(({ status }) => status === 'pending_approval' || status === 'pending_active'),
    ],
    'STS-02 lists-approved-products-among-active': [
      'It lists a product among the active ones when it is approved and not active yet.',
      'reads between approval and activation',
      listingAsActive(({ status }) => status === 'pending_active'),
    ],
    'STS-03 lists-inactive-products-among-active': [
      'It goes on listing a product that was set inactive among the active ones.',
      listingAsActive(({ status }) => status === 'inactive'),
    ],
  }),
];
