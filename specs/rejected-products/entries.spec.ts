import { covers, type Exchange, exercises, expect, isByCursor, test } from '#fixtures';
import { oddKey } from '#src/data/valid/identifiers';
import { agree } from '#src/verdicts/oracles/lists/page';
import {
  haveTheShapeOfRejectedProducts,
  listAllOrTheEntriesOfStyle,
  listExactly,
  listTheEntriesOfStyle,
  sayWhy,
} from '#src/verdicts/oracles/products/rejected-product';
import { itemsOn } from '#src/verdicts/oracles/violation';

test(
  'The list of rejected products has its stated shape, and contains exactly the rejected styles, each with its reason',
  // Only a merchant with a rejected product has entries of this list.
  exercises(covers('REJ-01', 'REJ-08'), 'SHP-01'),
  async ({ api, given, merchant, note, verify }) => {
    const isShaped = (page: Exchange) =>
      verify('REJ-01', page, expect(page).to(haveTheShapeOfRejectedProducts));
    await isShaped(await api.listRejectedProducts({ query: { style_key: given.newKey() } }));
    if (!isByCursor('listRejectedProducts')) {
      const past = await api.listRejectedProducts({ query: { page: 1_000 } });
      // Whether there is a page past the end is an assumption.
      if (past.succeeded) await isShaped(past);
    }
    // Among them, one style with two products that are rejected for several reasons.
    const rejected = await given.rejectedStyles(4);
    const others: string[] = [];
    if (given.canWrite)
      others.push((await given.draftProduct()).style_key, (await given.activeProduct()).style_key);
    else note('REJ-08', 'not looked at: a draft and an active product');
    if (given.canReject) others.push(await given.styleWithProblem());
    else note('REJ-08', 'not looked at: a product with a problem, which cannot be provoked on this target');
    const isOurs = (key: unknown) => [...others, ...rejected].some((each) => each === key);
    // It is the same when it is read again.
    for (const _time of ['first', 'second']) {
      const size = merchant.shared ? {} : { per_page: 25 };
      const { exchanges } = await given.everyPage('listRejectedProducts', size);
      for (const page of exchanges) {
        await isShaped(page);
        await verify('REJ-08', page, expect(page).to(sayWhy));
      }
      const first = given.found(exchanges[0], 'the list of rejected products has no page');
      await verify('REJ-08', first, expect(exchanges).to(listExactly, rejected, isOurs));
    }
  },
);

test(
  'The list of rejected products filtered by style_key contains the entries of that style, from page 1 on; an empty key filters nothing or finds none',
  covers('REJ-05', 'REJ-06'),
  async ({ bulk, given, note, verify }) => {
    const rejected = [...(await given.rejectedStyles(4))];
    // A key with characters that a query must encode.
    if (given.canReject) rejected.push(...(await given.rejectedStyles(1, oddKey)));
    else note('REJ-05', 'not looked at: a style key with characters that a query must encode');
    const { entries } = await given.everyPage('listRejectedProducts');
    const [whole, empty] = [
      await bulk.listRejectedProducts({ query: { per_page: 100 } }),
      await bulk.listRejectedProducts({ query: { style_key: '', per_page: 100 } }),
    ];
    if (await verify('REJ-05', empty, expect(empty).to(listAllOrTheEntriesOfStyle, '', whole), whole)) {
      const finds = itemsOn(empty).length === itemsOn(whole).length ? 'filters nothing' : 'finds none';
      note('REJ-05', `an empty style key ${finds}`);
    }

    // A key finds its own style, although other keys begin with it; a prefix, of many keys perhaps, or a different
    // spelling of it doesn't.
    const [key = ''] = rejected;
    const listed = String(entries[0]?.style_key);
    const prefixes = [key.slice(0, -1), listed.slice(0, listed.lastIndexOf('-') + 1)];
    const near = [...prefixes, key.toUpperCase(), key.toLowerCase(), `${key}-1`].filter(
      (each) => each !== '',
    );
    let agreed = 0;
    for (const style_key of new Set([...rejected.slice(0, 10), ...near, given.newKey()])) {
      const its = entries.filter((entry) => entry.style_key === style_key).length;
      // All of them fit on one page, which is full.
      const per_page = Math.min(100, Math.max(1, its));
      const narrowed = await bulk.listRejectedProducts({ query: { style_key, per_page } });
      await verify('REJ-05', narrowed, expect(narrowed).to(listTheEntriesOfStyle, style_key, entries));
      if (!isByCursor('listRejectedProducts')) {
        const past = await bulk.listRejectedProducts({ query: { style_key, per_page: 20, page: 2 } });
        await verify('REJ-05', past, expect(past).to(listTheEntriesOfStyle, style_key, []));
      }
      if (its === 0) continue;
      agreed += 1;
      await verify('REJ-06', narrowed, expect([narrowed]).to(agree, 'style_key'));
    }
    given.need(agreed > 0, 'no rejected style has an entry in the list');
  },
);
