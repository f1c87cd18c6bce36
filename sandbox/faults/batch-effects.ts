import { type Fault, fresh, liesIn, type Plant } from './fault.js';
import { changingEntries, changingSteps, type Step, submitTo, withSubmit } from './plants/batches.js';
import { perOwner } from './plants/callers.js';
import { BATCH_WRITES, changeRequest, RESULTS } from './plants/requests.js';

/** The batch before this one: when it was submitted, and its results. */
interface Latest {
  at: number;
  steps: readonly Step[];
}

/** Plants another way to carry out the items of batches. */
function withEach(carryOut: (step: Step, index: number, steps: readonly Step[]) => readonly string[]): Plant {
  return changingSteps((steps) =>
    steps.map((step, index) => ({ ...step, carryOut: () => carryOut(step, index, steps) })),
  );
}

/** Faults in the effects of a batch's items, on each other and on the merchant's data. */
export const effectsFaults: readonly Fault[] = [
  ...liesIn(BATCH_WRITES, {
    'BAT-13 stops-at-first-failure': [
      'It carries out no item after one that failed.',
      'good items after a bad one',
      changingSteps((steps) => {
        let failed = false;
        return steps.map(({ text, carryOut }) => ({
          text,
          carryOut() {
            if (failed) return ['Not carried out, because of an earlier failure'];
            const errors = carryOut();
            failed = errors.length > 0;
            return errors;
          },
        }));
      }),
    ],
    'BAT-15 mixes-overlapping-batches': [
      'It carries out and reports the items of the latest batch in place of those of each earlier one that is not finished.',
      'batches that are submitted before earlier ones are finished',
      fresh(() => {
        const latestOf = perOwner(() => new Map<string, readonly Step[]>());
        return changeRequest((request) => {
          const { merchant } = request;
          const latest = latestOf(merchant);
          const mixed = withSubmit(merchant, ({ kind, bytes, steps }) => {
            latest.set(kind, steps);
            return submitTo(merchant.batches, {
              kind,
              bytes,
              get steps() {
                return latest.get(kind) ?? steps;
              },
            });
          });
          return { ...request, merchant: mixed };
        });
      }),
    ],
    'BAT-15 leaks-item-into-next-batch': [
      'It adds the last item of a batch to the next batch that is submitted in the same second.',
      'batches submitted within one second of the clock',
      fresh(() => {
        const lastOf = perOwner<Latest>(() => ({ at: Number.NEGATIVE_INFINITY, steps: [] }));
        return changingSteps((steps, merchant) => {
          const last = lastOf(merchant);
          const at = merchant.timeline.now();
          const leaked = at - last.at < 1_000 ? last.steps : [];
          Object.assign(last, { at, steps: steps.slice(-1) });
          return [...steps, ...leaked];
        });
      }),
    ],
    'BAT-18 reports-success-without-effect': [
      'It reports each item as succeeded and carries out none.',
      withEach(() => []),
    ],
    'BAT-18 reports-failures-as-successes': [
      'It carries out the items that it can, and reports the others as succeeded too.',
      'items that cannot be carried out',
      withEach(({ carryOut }) => {
        carryOut();
        return [];
      }),
    ],
    'BAT-18 fails-last-item-with-effect': [
      'It carries out the last of several items and reports it as failed.',
      'the last item of a batch of several',
      withEach(({ carryOut }, index, { length }) =>
        index > 0 && index === length - 1 ? [...carryOut(), 'Timed out'] : carryOut(),
      ),
    ],
  }),
  ...liesIn(RESULTS, {
    'BAT-13 fails-all-items-with-one': [
      'It reports all items of a batch as failed when one has failed.',
      'batches with good and bad items',
      changingEntries((entries) => {
        const failed = entries.find(({ success }) => !success);
        if (failed === undefined) return entries;
        return entries.map((entry) => (entry.success ? { ...failed, item: entry.item } : entry));
      }),
    ],
  }),
  ...liesIn(['upsertProducts', 'updateProductStatus', 'updateProductStock', 'updateProductPrices'], {
    'BAT-18 loses-effect-of-hundredth-item': [
      'It reports the hundredth item as succeeded without carrying it out.',
      'the hundredth item',
      withEach(({ carryOut }, index) => (index === 99 ? [] : carryOut())),
    ],
  }),
];
