import { type Fault, liesIn } from './fault.js';
import { changingEntries, changingSteps, type Step, submitTo, withSubmit } from './plants/batches.js';
import { perOwner } from './plants/callers.js';
import { BATCH_WRITES, RESULTS } from './plants/requests.js';

/** The batch before this one: when it was submitted, and its results. */
interface Latest {
  at: number;
  steps: readonly Step[];
}

/** The same steps, with the one at this index carried out in another way. */
function withStep(
  steps: readonly Step[],
  index: number,
  carryOut: (step: Step) => readonly string[],
): readonly Step[] {
  return steps.map((step, at) => (at === index ? { ...step, carryOut: () => carryOut(step) } : step));
}

/** Faults in the effects of a batch's items, on each other and on the merchant's data. */
export const effectsFaults: readonly Fault[] = [
  ...liesIn(BATCH_WRITES, {
    'BAT-13 stops-at-first-failure': [
      'It carries out no item after one that failed.',
      'good items after a bad one',
      changingSteps(() => (steps) => {
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
      (clean, plantedIn) => {
        const latestOf = perOwner(() => new Map<string, readonly Step[]>());
        return {
          handle(operation, request) {
            if (!plantedIn(operation.id)) return clean.handle(operation, request);
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
            return clean.handle(operation, { ...request, merchant: mixed });
          },
        };
      },
    ],
    'BAT-15 leaks-item-into-next-batch': [
      'It adds the last item of a batch to the one that is submitted in the same second.',
      'batches submitted within one second of the clock',
      changingSteps(() => {
        const lastOf = perOwner<Latest>(() => ({ at: Number.NEGATIVE_INFINITY, steps: [] }));
        return (steps, merchant) => {
          const last = lastOf(merchant);
          const at = merchant.timeline.now();
          const leaked = at - last.at < 1_000 ? last.steps : [];
          Object.assign(last, { at, steps: steps.slice(-1) });
          return [...steps, ...leaked];
        };
      }),
    ],
    'BAT-18 reports-success-without-effect': [
      'It reports each item as succeeded and carries out none.',
      changingSteps(() => (steps) => steps.map(({ text }) => ({ text, carryOut: () => [] }))),
    ],
    'BAT-18 reports-failures-as-successes': [
      'It carries out what it can, and reports what it could not as succeeded.',
      'items that cannot be carried out',
      changingSteps(
        () => (steps) =>
          steps.map(({ text, carryOut }) => ({
            text,
            carryOut() {
              carryOut();
              return [];
            },
          })),
      ),
    ],
    'BAT-18 fails-last-item-with-effect': [
      'It carries out the last of several items and reports it as failed.',
      'the last item of a batch of several',
      changingSteps(
        () => (steps) =>
          steps.length < 2
            ? steps
            : withStep(steps, steps.length - 1, ({ carryOut }) => [...carryOut(), 'Timed out']),
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
      changingSteps(() => (steps) => withStep(steps, 99, () => [])),
    ],
  }),
];
