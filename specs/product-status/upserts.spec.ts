import fc from 'fast-check';
import { covers, expect, mayMeet, test } from '#fixtures';
import { changedProductItem, productItem } from '#src/data/valid/product-item';
import { everyMove, passTime, statusCommands, styleSizes } from '#src/models/status-commands';
import { StatusDriver, StatusModel } from '#src/models/status-model';
import { beAccepted } from '#src/verdicts/oracles/batches/batch';
import { beShownAs, giveBack, showNothingOf } from '#src/verdicts/oracles/products/product';

/** Seconds in which a publication or a new approval that an upsert began would show. */
const aWhile = 60;

test(
  'A draft stays a draft when it is upserted again, with the same values or different ones',
  covers('PRD-20'),
  async ({ forAll, given, submit, verify }) => {
    const reference = await given.referenceDataWithSecondSizes();
    const versions = productItem(reference, given.prefix).chain((item) =>
      changedProductItem(item, reference).map((changed) => ({ item, changed })),
    );
    let last: Awaited<ReturnType<typeof submit>> | undefined;
    let updated: readonly { readonly sku: string; readonly style_key: string }[] = [];
    const areDrafts = async (keys: typeof updated, upserts: string, { write }: NonNullable<typeof last>) => {
      const { rows, exchange } = await given.productRows(...keys);
      const active = await given.everyPage('listProducts', { status: 'active' });
      const trail = [`upserted: ${upserts}`];
      const [whole, filtered] = [
        { exchange, trail, write },
        { exchange: active.last, trail, write },
      ];
      for (const { sku } of keys) {
        const isDraft = expect(rows).to(giveBack, { sku, status: 'draft' });
        await verify('PRD-20', whole, isDraft, write);
      }
      const isNotActive = expect(active.entries).to(showNothingOf, ...keys);
      await verify('PRD-20', filtered, isNotActive, write);
    };
    await forAll(
      // Two, so that the last batch can have another order: equal batches may be one batch (gap G-21).
      fc.array(versions, { minLength: 2, maxLength: 2 }),
      async (drawn) => {
        const keys = drawn.map(() => ({ sku: given.newKey(), style_key: given.newKey() }));
        const first = drawn.map(({ item }, index) => ({ ...item, ...keys[index] }));
        const changed = drawn.map((each, index) => ({ ...each.changed, ...keys[index] }));
        const upserts: string[] = [];
        for (const [what, items] of [
          ['created', first],
          ['changed', changed],
          ['sent again as they were', changed.toReversed()],
          ['sent once more', changed.toReversed()],
        ] as const) {
          last = await submit('upsertProducts', items);
          if (last.batch?.items.every(({ success }) => success) !== true) return;
          upserts.push(what);
          await areDrafts(keys, upserts.join(', '), last);
        }
        updated = keys;
      },
      { exchangesEach: 30 },
    );
    // A publication or approval that an upsert began silently would show by now.
    await given.wait(aWhile);
    const submission = given.found(last, 'nothing was upserted');
    if (submission.batch === undefined) given.bodyOf(submission.write);
    const unknown = ['G-02', 'G-03'].map((gap) => ({ gap, operationId: 'upsertProducts' }));
    given.need(updated.length > 0, 'no draft was updated', unknown);
    await areDrafts(updated, `created, changed and sent again, ${aWhile} s ago`, submission);
  },
);

test(
  'A published product shows its new values and keeps its status when it is upserted',
  covers('PRD-21'),
  async ({ given, ownStyles, sample, submit, verify }) => {
    const reference = await given.referenceData();
    const style = await ownStyles([1]);
    const upserted = async (...statuses: readonly string[]) => {
      const items = style.items.map((item) => ({
        ...sample(changedProductItem(item, reference)),
        name: `${given.prefix}upserted while ${statuses[0]}`,
      }));
      const upsert = await submit('upsertProducts', items);
      await verify('PRD-21', upsert, expect(upsert).to(beAccepted));
      const reading = await style.read();
      const witness = { ...reading.whole, write: upsert.write };
      for (const item of items)
        await verify('PRD-21', witness, expect([...reading.entries.values()]).to(giveBack, item));
      const keepsItsStatus = expect(reading.products).to(beShownAs, ...statuses);
      if (!(await verify('PRD-21', witness, keepsItsStatus)))
        style.blockedBy(`the upsert changed the status of a product that was ${statuses.join(' or ')}`);
    };
    const staysSo = async (status: string) => {
      await given.wait(aWhile);
      const later = await style.read();
      await verify('PRD-21', later.whole, expect(later.products).to(beShownAs, status));
    };

    await given.published(style.keys);
    await upserted('pending_approval', 'pending_active', 'active');
    await style.becomeActive();
    await upserted('active');
    await staysSo('active');
    const hiding = await submit('updateProductStatus', style.setTo('inactive'));
    given.need(hiding.batch?.items.every(({ success }) => success) === true, 'the product was not hidden');
    await upserted('inactive');
    await staysSo('inactive');
  },
);

/** Requirements that a sequence of commands also tests if it reaches their situations. */
const onTheWay = [
  ...(['STS-04', 'STS-05', 'STS-06', 'STS-07', 'STS-09'] as const),
  ...(['PRD-02', 'PRD-04', 'PRD-20', 'PRD-21', 'BAT-18', 'STK-01', 'PRC-01'] as const),
];

/** The tests that share the sequences: on a clock that can't be moved, one test for all of them would take too long. */
const parts = ['first', 'second', 'third'];

for (const part of parts)
  test(
    `Any sequence of status updates and upserts leaves products in the status that the table of transitions predicts: ${part} part`,
    mayMeet(covers('STS-01', 'STS-02', 'STS-03', 'STS-08', 'STS-11', 'STS-12'), ...onTheWay),
    async ({ forAll, given, merchant, models: { moved, replayPath, verify }, ownStyles, sample, submit }) => {
      const sizes = sample(styleSizes());
      const sequences = statusCommands({ sizes, maxCommands: 20, replayPath });
      const mayReject = merchant.provocations === undefined;
      const playWith = async (
        sizes: readonly number[],
        commands: Iterable<fc.AsyncCommand<StatusModel, StatusDriver>>,
      ) => {
        const styles = await ownStyles(sizes);
        const wait = (seconds: number) => given.wait(seconds);
        const real = new StatusDriver({ styles, submit, wait, verify, moved });
        const model = new StatusModel(styles.styles, {
          deadline: given.deadline,
          mayReject,
          unknownStyleKey: given.newKey(),
        });
        await passTime(0).run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), commands);
      };
      const all = fc.constant(everyMove());
      await forAll(all, (commands) => playWith([3, 1], commands), { exchangesEach: 90, once: true });
      // Every sequence also covers requirements for which a separate property would otherwise send requests.
      const cost = { exchangesEach: 90, standsFor: onTheWay.length / parts.length };
      await forAll(sequences, (commands) => playWith(sizes, commands), cost);
    },
  );
