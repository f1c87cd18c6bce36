import { changingSteps } from '../batch-submissions.js';
import { type Fault, lies, liesIn, type Plant } from '../fault.js';
import { perOwner } from '../memory.js';
import { changeItems } from '../request-changes.js';
import { applying, moving, setStatus } from '../status-changes.js';

const update = ['updateProductStatus'] as const;

/** Plants status updates that leave out the products of a style for which `isSpared` says so. */
function sparing(isSpared: (index: number) => boolean): Plant {
  return applying(() => (item, clean, { catalogue }) => {
    const products = catalogue.style(item.style_key);
    const former = new Map(products.map((product) => [product, product.status]));
    const errors = clean(item);
    for (const [index, product] of products.entries())
      if (isSpared(index)) setStatus(product, former.get(product) ?? product.status);
    return errors;
  });
}

/** Faults of what the items of a status update ask for, and of whom they reach (clauses 2.1 and 3.1). */
export const itemFaults: readonly Fault[] = [
  ...liesIn(update, {
    'STS-06 takes-active-for-published': [
      'It takes the status active in an update for published.',
      changeItems((item) => (item.status === 'active' ? { ...item, status: 'published' } : item)),
    ],
    'STS-06 folds-case-of-status': [
      'It takes a status in any case.',
      'statuses in upper case',
      changeItems((item) =>
        typeof item.status === 'string' ? { ...item, status: item.status.toLowerCase() } : item,
      ),
    ],
    'STS-06 ignores-unknown-status': [
      'It reports success for a status that cannot be set, and changes nothing.',
      applying(
        () => (item, clean) => clean(item).filter((message) => !message.startsWith('status must be one of')),
      ),
    ],
    'STS-07 ignores-unknown-style-key': [
      'It reports success for a style key that is not known.',
      applying(() => (item, clean) => clean(item).filter((message) => message !== 'style_key is not known')),
    ],
    'STS-07 folds-case-of-style-key': [
      'It takes a style key for one that differs from it in case.',
      'a style key that differs from a known one in case only',
      applying(() => (item, clean, { catalogue }) => {
        const known = catalogue
          .all()
          .find(({ values }) => values.style_key.toLowerCase() === item.style_key.toLowerCase());
        return clean({ ...item, style_key: known?.values.style_key ?? item.style_key });
      }),
    ],
    'STS-08 sets-first-variant-only': [
      'It sets the status of the first product of a style only.',
      sparing((index) => index > 0),
    ],
    'STS-08 misses-third-variant': [
      'It sets the status of the first two products of a style only.',
      'the third variant of a style',
      sparing((index) => index > 1),
    ],
    'STS-10 takes-missing-status-for-published': [
      'It takes an item without a status as one to be published.',
      changeItems((item) => ({ status: 'published', ...item })),
    ],
    'STS-10 skips-items-without-style-key': [
      'It reports success for an item without a style key.',
      (clean, plantedIn) => {
        const skipping = changingSteps(
          () => (steps) =>
            steps.map((step) =>
              'style_key' in JSON.parse(step.text) ? step : { ...step, carryOut: () => [] },
            ),
        )(clean, plantedIn);
        return changeItems((item) => ({ style_key: '-', ...item }))({ ...clean, ...skipping }, plantedIn);
      },
    ],
    'STS-12 ignores-second-deactivation': [
      'It leaves a product active that is set inactive for the second time.',
      'products that were inactive before',
      applying(() => {
        const countOf = perOwner(() => ({ deactivations: 0 }));
        return (item, clean, { catalogue }) => {
          const active = catalogue.style(item.style_key).filter(({ status }) => status === 'active');
          if (item.status !== 'inactive' || active.length === 0) return clean(item);
          const counts = active.map((product) => ++countOf(product).deactivations);
          return counts.some((count) => count > 1) ? [] : clean(item);
        };
      }),
    ],
  }),
  ...lies({
    'STS-12 withdraws-when-published-twice': [
      'It sets a product back to draft that is published again while it waits for approval.',
      'a second update to published before approval',
      moving(['pending_approval'], 'published', 'draft'),
    ],
  }),
];
