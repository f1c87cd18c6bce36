import { type Fault, fresh, lies, liesIn, type Plant, ruling, together } from './fault.js';
import { carryingOut } from './plants/batches.js';
import { perOwner } from './plants/callers.js';
import { applying, listingAsActive, moving, setStatus } from './plants/products.js';
import { changeItems } from './plants/requests.js';

/** Plants status updates that leave out the products of a style that `isSpared` selects. */
function sparing(isSpared: (index: number) => boolean): Plant {
  return applying((item, clean, { catalogue }) => {
    const products = catalogue.style(item.style_key);
    const former = new Map(products.map((product) => [product, product.status]));
    const errors = clean(item);
    for (const [index, product] of products.entries())
      if (isSpared(index)) setStatus(product, former.get(product) ?? product.status);
    return errors;
  });
}

/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults in the status of products and in its updates (clause 3.1). */
export const productStatusFaults: readonly Fault[] = [
  ...lies({
    'STS-04 refuses-withdrawal': [
      'It refuses to set a product that awaits approval back to draft.',
      moving(['pending_approval'], 'draft', undefined),
    ],
    'STS-04 refuses-draft-of-rejected-product': [
      'It refuses to set a rejected product back to draft.',
      'rejected products',
      moving(['rejected'], 'draft', undefined),
    ],
    'STS-05 accepts-draft-of-active-product': [
      'It sets an active product back to draft.',
      moving(['active'], 'draft', 'draft'),
    ],
    'STS-05 accepts-draft-before-activation': [
      'It sets an approved product that is not yet active back to draft.',
      'status updates between approval and activation',
      moving(['pending_active'], 'draft', 'draft'),
    ],
    'STS-09 deactivates-draft': ['It sets a draft to inactive.', moving(['draft'], 'inactive', 'inactive')],
    'STS-09 deactivates-product-before-activation': [
      'It sets a product that awaits approval or activation to inactive.',
      'products that await approval or activation',
      moving(['pending_approval', 'pending_active'], 'inactive', 'inactive'),
    ],
    'STS-12 withdraws-when-published-twice': [
      'It sets a product that awaits approval back to draft when it is published again.',
      'a second update to published before approval',
      moving(['pending_approval'], 'published', 'draft'),
    ],
    'STS-01 never-approves': [
      'It never ends the review of a product that was published.',
      ruling(({ publicationPace }) => ({ publicationPace: { ...publicationPace, review: EVER } })),
    ],
    'STS-03 ignores-deactivation': [
      'It reports success for setting an active product to inactive, but leaves it active.',
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
  ...liesIn(['updateProductStatus'], {
    'STS-04 activates-withdrawn-product': [
      'It activates a product that was set back to draft before its approval.',
      'reads some seconds after the withdrawal',
      applying((item, clean, { catalogue, timeline }) => {
        const waiting = catalogue.style(item.style_key).filter(({ status }) => status === 'pending_approval');
        const errors = clean(item);
        timeline.after(6_000, () => {
          for (const product of waiting) if (product.status === 'draft') setStatus(product, 'active');
        });
        return errors;
      }),
    ],
    'STS-05 refuses-draft-and-sets-it': [
      'It reports that an active product cannot be set back to draft, but sets it back.',
      applying((item, clean, { catalogue }) => {
        const errors = clean(item);
        if (errors.length > 0 && item.status === 'draft')
          for (const product of catalogue.style(item.style_key)) setStatus(product, 'draft');
        return errors;
      }),
    ],
    'STS-06 takes-active-for-published': [
      'It treats the status active in an update as published.',
      changeItems((item) => (item.status === 'active' ? { ...item, status: 'published' } : item)),
    ],
    'STS-06 folds-case-of-status': [
      'It accepts a status in any mixture of upper and lower case.',
      'statuses in upper case',
      changeItems((item) =>
        typeof item.status === 'string' ? { ...item, status: item.status.toLowerCase() } : item,
      ),
    ],
    'STS-06 ignores-unknown-status': [
      'It reports success for a status that cannot be set, but changes nothing.',
      applying((item, clean) =>
        clean(item).filter((message) => !message.startsWith('status must be one of')),
      ),
    ],
    'STS-07 ignores-unknown-style-key': [
      'It reports success for an unknown style key.',
      applying((item, clean) => clean(item).filter((message) => message !== 'style_key is not known')),
    ],
    'STS-07 folds-case-of-style-key': [
      'It treats a style key as a known one that differs from it only in case.',
      'a style key that differs from a known one only in case',
      applying((item, clean, { catalogue }) => {
        const known = catalogue
          .all()
          .find(({ values }) => values.style_key.toLowerCase() === item.style_key.toLowerCase());
        return clean({ ...item, style_key: known?.values.style_key ?? item.style_key });
      }),
    ],
    'STS-08 sets-first-variant-only': [
      'It sets the status of only the first product of a style.',
      sparing((index) => index > 0),
    ],
    'STS-08 misses-third-variant': [
      'It sets the status of only the first two products of a style.',
      'the third variant of a style',
      sparing((index) => index > 1),
    ],
    'STS-10 takes-missing-status-for-published': [
      'It publishes the style of an item that has no status.',
      changeItems((item) => ({ status: 'published', ...item })),
    ],
    'STS-10 skips-items-without-style-key': [
      'It reports success for an item without a style key.',
      together(
        carryingOut(({ text, carryOut }) => ('style_key' in JSON.parse(text) ? carryOut() : [])),
        changeItems((item) => ({ style_key: '-', ...item })),
      ),
    ],
    'STS-12 ignores-second-deactivation': [
      'It leaves a product active when it is set to inactive for the second time.',
      'products that were inactive before',
      fresh(() => {
        const countOf = perOwner(() => ({ deactivations: 0 }));
        return applying((item, clean, { catalogue }) => {
          const active = catalogue.style(item.style_key).filter(({ status }) => status === 'active');
          if (item.status !== 'inactive' || active.length === 0) return clean(item);
          const counts = active.map((product) => ++countOf(product).deactivations);
          return counts.some((count) => count > 1) ? [] : clean(item);
        });
      }),
    ],
    'STS-01 ignores-publication-after-withdrawal': [
      'It changes nothing when a draft that was withdrawn from publication is published again.',
      'the second publication of a draft',
      fresh(() => {
        const withdrawn = new WeakSet<object>();
        return applying((item, clean, { catalogue }) => {
          const products = catalogue.style(item.style_key);
          if (item.status === 'draft')
            for (const product of products) if (product.status === 'pending_approval') withdrawn.add(product);
          const ignored = item.status === 'published' && products.some((product) => withdrawn.has(product));
          return ignored ? [] : clean(item);
        });
      }),
    ],
  }),
  ...liesIn(['listProducts'], {
    'STS-02 lists-pending-products-among-active': [
      'It lists a product among the active ones as soon as it is published.',
      listingAsActive('pending_approval', 'pending_active'),
    ],
    'STS-02 lists-approved-products-among-active': [
      'It lists a product among the active ones when it is approved but not yet active.',
      'reads between approval and activation',
      listingAsActive('pending_active'),
    ],
    'STS-03 lists-inactive-products-among-active': [
      'It keeps listing a product among the active ones after it was set to inactive.',
      listingAsActive('inactive'),
    ],
  }),
];
