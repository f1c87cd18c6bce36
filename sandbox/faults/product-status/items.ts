import { changingSteps } from '../batch-submissions.js';
import type { Fault } from '../fault.js';
import { perOwner } from '../memory.js';
import { changeItems } from '../request-changes.js';
import { applying, moving, setStatus } from '../status-changes.js';

const update = ['updateProductStatus'] as const;

/** Plants status updates that leave out the products of a style for which `isSpared` says so. */
function sparing(isSpared: (index: number) => boolean): Fault['plant'] {
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
  {
    id: 'takes-active-for-published',
    violates: 'STS-06',
    does: 'It takes the status active in an update for published.',
    operations: update,
    plant: changeItems((item) => (item.status === 'active' ? { ...item, status: 'published' } : item)),
  },
  {
    id: 'folds-case-of-status',
    violates: 'STS-06',
    does: 'It takes a status in any case.',
    operations: update,
    showsFor: 'statuses in upper case',
    plant: changeItems((item) =>
      typeof item.status === 'string' ? { ...item, status: item.status.toLowerCase() } : item,
    ),
  },
  {
    id: 'ignores-unknown-status',
    violates: 'STS-06',
    does: 'It reports success for a status that cannot be set, and changes nothing.',
    operations: update,
    plant: applying(
      () => (item, clean) => clean(item).filter((message) => !message.startsWith('status must be one of')),
    ),
  },
  {
    id: 'ignores-unknown-style-key',
    violates: 'STS-07',
    does: 'It reports success for a style key that is not known.',
    operations: update,
    plant: applying(
      () => (item, clean) => clean(item).filter((message) => message !== 'style_key is not known'),
    ),
  },
  {
    id: 'folds-case-of-style-key',
    violates: 'STS-07',
    does: 'It takes a style key for one that differs from it in case.',
    operations: update,
    showsFor: 'a style key that differs from a known one in case only',
    plant: applying(() => (item, clean, { catalogue }) => {
      const known = catalogue
        .all()
        .find(({ values }) => values.style_key.toLowerCase() === item.style_key.toLowerCase());
      return clean({ ...item, style_key: known?.values.style_key ?? item.style_key });
    }),
  },
  {
    id: 'sets-first-variant-only',
    violates: 'STS-08',
    does: 'It sets the status of the first product of a style only.',
    operations: update,
    plant: sparing((index) => index > 0),
  },
  {
    id: 'misses-third-variant',
    violates: 'STS-08',
    does: 'It sets the status of the first two products of a style only.',
    operations: update,
    showsFor: 'the third variant of a style',
    plant: sparing((index) => index > 1),
  },
  {
    id: 'takes-missing-status-for-published',
    violates: 'STS-10',
    does: 'It takes an item without a status as one to be published.',
    operations: update,
    plant: changeItems((item) => ({ status: 'published', ...item })),
  },
  {
    id: 'skips-items-without-style-key',
    violates: 'STS-10',
    does: 'It reports success for an item without a style key.',
    operations: update,
    plant(clean, plantedIn) {
      const skipping = changingSteps(
        () => (steps) =>
          steps.map((step) =>
            'style_key' in JSON.parse(step.text) ? step : { ...step, carryOut: () => [] },
          ),
      )(clean, plantedIn);
      return changeItems((item) => ({ style_key: '-', ...item }))({ ...clean, ...skipping }, plantedIn);
    },
  },
  {
    id: 'ignores-second-deactivation',
    violates: 'STS-12',
    does: 'It leaves a product active that is set inactive for the second time.',
    operations: update,
    showsFor: 'products that were inactive before',
    plant: applying(() => {
      const countOf = perOwner(() => ({ deactivations: 0 }));
      return (item, clean, { catalogue }) => {
        const active = catalogue.style(item.style_key).filter(({ status }) => status === 'active');
        if (item.status !== 'inactive' || active.length === 0) return clean(item);
        const counts = active.map((product) => ++countOf(product).deactivations);
        return counts.some((count) => count > 1) ? [] : clean(item);
      };
    }),
  },
  {
    id: 'withdraws-when-published-twice',
    violates: 'STS-12',
    does: 'It sets a product back to draft that is published again while it waits for approval.',
    showsFor: 'a second update to published before approval',
    plant: moving(['pending_approval'], 'published', 'draft'),
  },
];
