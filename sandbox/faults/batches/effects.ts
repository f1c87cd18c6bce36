import { changingEntries } from '../batch-results.js';
import { changingSteps, type Step, submitTo, withSubmit } from '../batch-submissions.js';
import type { Fault } from '../fault.js';
import { perOwner } from '../memory.js';
import { BATCH_WRITES, RESULTS } from '../operation-sets.js';

const operations = BATCH_WRITES;

/** The batch before this one: when it was submitted, and what it leaves behind. */
interface Latest {
  at: number;
  steps: readonly Step[];
}

/** The same steps with one of them, found by its index, carried out in another way. */
function withStep(
  steps: readonly Step[],
  index: number,
  carryOut: (step: Step) => readonly string[],
): readonly Step[] {
  return steps.map((step, at) => (at === index ? { ...step, carryOut: () => carryOut(step) } : step));
}

/** Faults of what the items of a batch do, to each other and to what they change. */
export const effectsFaults: readonly Fault[] = [
  {
    id: 'stops-at-first-failure',
    violates: 'BAT-13',
    does: 'It carries out no item after one that failed.',
    operations,
    showsFor: 'good items after a bad one',
    plant: changingSteps(() => (steps) => {
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
  },
  {
    id: 'fails-all-items-with-one',
    violates: 'BAT-13',
    does: 'It reports all items of a batch as failed when one has failed.',
    operations: RESULTS,
    showsFor: 'batches with good and bad items',
    plant: changingEntries((entries) => {
      const failed = entries.find(({ success }) => !success);
      if (failed === undefined) return entries;
      return entries.map((entry) => (entry.success ? { ...failed, item: entry.item } : entry));
    }),
  },
  {
    id: 'mixes-overlapping-batches',
    violates: 'BAT-15',
    does: 'It carries out and reports the items of the latest batch in place of those of each earlier one that is not finished.',
    operations,
    showsFor: 'batches that are submitted before earlier ones are finished',
    plant(clean, plantedIn) {
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
  },
  {
    id: 'leaks-item-into-next-batch',
    violates: 'BAT-15',
    does: 'It adds the last item of a batch to the one that is submitted in the same second.',
    operations,
    showsFor: 'batches submitted within one second of the clock',
    plant: changingSteps(() => {
      const lastOf = perOwner<Latest>(() => ({ at: Number.NEGATIVE_INFINITY, steps: [] }));
      return (steps, merchant) => {
        const last = lastOf(merchant);
        const at = merchant.timeline.now();
        const leaked = at - last.at < 1_000 ? last.steps : [];
        Object.assign(last, { at, steps: steps.slice(-1) });
        return [...steps, ...leaked];
      };
    }),
  },
  {
    id: 'reports-success-without-effect',
    violates: 'BAT-18',
    does: 'It reports each item as succeeded and carries out none.',
    operations,
    plant: changingSteps(() => (steps) => steps.map(({ text }) => ({ text, carryOut: () => [] }))),
  },
  {
    id: 'reports-failures-as-successes',
    violates: 'BAT-18',
    does: 'It carries out what it can, and reports what it could not as succeeded.',
    operations,
    showsFor: 'items that cannot be carried out',
    plant: changingSteps(
      () => (steps) =>
        steps.map(({ text, carryOut }) => ({
          text,
          carryOut() {
            carryOut();
            return [];
          },
        })),
    ),
  },
  {
    id: 'fails-last-item-with-effect',
    violates: 'BAT-18',
    does: 'It carries out the last of several items and reports it as failed.',
    operations,
    showsFor: 'the last item of a batch of several',
    plant: changingSteps(
      () => (steps) =>
        steps.length < 2
          ? steps
          : withStep(steps, steps.length - 1, ({ carryOut }) => [...carryOut(), 'Timed out']),
    ),
  },
  {
    id: 'loses-effect-of-hundredth-item',
    violates: 'BAT-18',
    does: 'It reports the hundredth item as succeeded without carrying it out.',
    operations: ['upsertProducts', 'updateProductStatus', 'updateProductStock', 'updateProductPrices'],
    showsFor: 'the hundredth item',
    plant: changingSteps(() => (steps) => withStep(steps, 99, () => [])),
  },
];
