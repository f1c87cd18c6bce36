import fc from 'fast-check';
import {
  covers,
  type Exchange,
  expect,
  inSmoke,
  isByCursor,
  largestPage,
  needsNothing,
  never,
  operation,
  operations,
  pagedOperations,
  test,
} from '#fixtures';
import { price } from '#src/data/valid/price';
import { beAccepted } from '#src/verdicts/oracles/batches/batch';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { giveAnIdOfEach, listAtLeastOne } from '#src/verdicts/oracles/lists/list';
import {
  findAmongOthers,
  giveEveryKind,
  haveDefaultsOnlyWhereTrue,
  haveUniqueIds,
  haveUniqueIdsInGroups,
  listOnlyWhatHolds,
  suggestAMaterialGroup,
} from '#src/verdicts/oracles/reference-data';

test(
  'The countries and locales linked to the merchant are listed, at least one of each',
  inSmoke(covers('REF-01')),
  async ({ api, verify }) => {
    const listed = await api.listCountries();
    await verify('REF-01', listed, expect(listed).to(listAtLeastOne, 'countries', 'locales'));
  },
);

test(
  'A product can be published and priced in every listed country and described in every listed locale',
  covers('REF-01'),
  async ({ bulk, given, merchant: { otherApiKey }, sample, submit, verify }) => {
    given.mayWrite();
    // A target that remembers its responses must not give this merchant the countries of another.
    if (otherApiKey !== undefined) await bulk.withKey(otherApiKey).listCountries();
    const { countries, locales } = await given.referenceData();
    const linked = [...new Set(countries)];
    const submission = await submit('upsertProducts', [
      {
        ...(await given.productItem()),
        countries: linked,
        prices: sample(fc.tuple(...linked.map(price))),
        descriptions: Object.fromEntries(locales.map((locale) => [locale, `In the language of ${locale}`])),
      },
    ]);
    await verify('REF-01', submission, expect(submission).to(beAccepted, 'G-02', 'G-05'));
  },
);

/** The lists that can be read without another one. */
const lists = operations.filter((each) => each.tag === 'reference-data' && needsNothing(each));

/** The lists whose entries have an id, and the requirement of each. */
const withIds = [
  ['Categories', 'listCategories', 'REF-02'],
  ['Brands', 'listBrands', 'REF-05'],
] as const;

for (const [what, operationId, id] of withIds) {
  test(
    `${what} are listed, and each id occurs once`,
    inSmoke(covers(id, 'REF-06')),
    async ({ api, given, verify }) => {
      const paged = pagedOperations.find((each) => each === operationId);
      const place = paged && 'items';
      const listed = await api.send(operation(operationId));
      await verify(id, listed, expect(listed).to(listAtLeastOne, place ?? ''));
      if (id === 'REF-02') await verify(id, listed, expect(listed).to(giveAnIdOfEach, place));
      await verify('REF-06', listed, expect(listed).to(haveUniqueIds, place));
      if (paged === undefined) return;
      const whole = await given.everyPage(paged);
      // A list that fits on one page has no page boundary at which an entry could be repeated.
      const per_page = Math.max(1, Math.ceil(whole.entries.length / 2));
      const { exchanges, last } =
        whole.exchanges.length > 1 ? whole : await given.everyPage(paged, { per_page });
      const pages = { exchange: last, trail: exchanges.map(({ line }) => line) };
      await verify('REF-06', pages, expect(exchanges).to(haveUniqueIds, 'items'));
    },
  );
}

/** The number of categories whose groups are read if others share the rate limit. */
const ofSharedLimit = 60;

test(
  'A search for the name of a category finds that category and only related ones, and one for a text that none contains finds nothing',
  covers('REF-02'),
  async ({ given, forAll, sample, verify }) => {
    const { entries } = await given.everyPage('listCategories', {}, 'name');
    const found = async (query: string) => {
      const { exchanges, last } = await given.everyPage('listCategories', { query });
      return { exchanges, about: { exchange: last, trail: exchanges.map(({ line }) => line) } };
    };
    const findsItself = async ({ id, name }: (typeof entries)[number]) => {
      const { exchanges, about } = await found(name);
      await verify('REF-02', about, expect(exchanges).to(findAmongOthers, name, id));
    };
    // A URL must encode a space, but few other characters of a name.
    const ofTwoWords = entries.filter(({ name }) => name.includes(' '));
    if (ofTwoWords.length > 0) await findsItself(sample(fc.constantFrom(...ofTwoWords)));
    await forAll(fc.constantFrom(...entries), findsItself, { exchangesEach: 6 });

    const known = JSON.stringify(entries).toLowerCase();
    await forAll(
      // Consonants alone: not a word of any language, so that a search that tolerates typos finds nothing either.
      fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{12,20}$/).filter((text) => !known.includes(text)),
      async (text) => {
        const { exchanges, about } = await found(text);
        await verify('REF-02', about, expect(exchanges).to(listOnlyWhatHolds, text));
        if (isByCursor('listCategories')) return;
        const { past } = await given.pastTheEnd('listCategories', { query: text, per_page: 20 }, exchanges);
        // The description doesn't say that there is such a page.
        if (past.succeeded) await verify('REF-02', past, expect([past]).to(listOnlyWhatHolds, text));
      },
      { exchangesEach: 6 },
    );
  },
);

test(
  'The attribute groups of the listed categories contain everything that a product needs',
  covers('REF-03', 'REF-04', 'REF-06', 'REF-08'),
  async ({ bulk, given, merchant, note, verify }) => {
    const { entries } = await given.everyPage('listCategories');
    const chosen = merchant.shared ? entries.slice(0, ofSharedLimit) : entries;
    note('REF-03', `groups read of ${chosen.length} of ${entries.length} categories`);
    const readAll = () => Promise.all(chosen.map(({ id }) => bulk.getAttributeGroups({ path: { id } })));
    const before = merchant.shared ? [] : await readAll();
    const groups = await readAll();
    for (const read of [...before, ...groups]) {
      await verify('REF-03', read, expect(read).to(listAtLeastOne));
      await verify('REF-04', read, expect(read).to(haveDefaultsOnlyWhereTrue));
      await verify('REF-06', read, expect(read).to(haveUniqueIdsInGroups));
    }
    const first = given.found(groups[0], 'the target lists no category');
    await verify('REF-03', first, expect(groups).to(giveEveryKind));
    await verify('REF-08', first, expect(groups).to(suggestAMaterialGroup));
  },
);

test(
  'Reading the same reference data repeatedly gives the same result',
  never('repeated', covers('REF-07')),
  async ({ bulk, given, verify }) => {
    const listCategories = () => bulk.listCategories({ query: { per_page: largestPage('listCategories') } });
    // Nothing was read before: the later responses are compared with the first ones.
    const listed = await listCategories();
    const ids = given.bodyOf(listed, 'items.*.id').items.map(({ id }) => id);
    const ends = new Set([...ids.slice(0, 1), ...ids.slice(-1)]);
    const others = lists.filter(({ operationId }) => operationId !== 'listCategories');
    const reads: (() => Promise<Exchange>)[] = [
      ...others.map((each) => () => bulk.send(each, {})),
      ...[...ends].map((id) => () => bulk.getAttributeGroups({ path: { id } })),
    ];
    const first: [read: () => Promise<Exchange>, before: Exchange][] = [[listCategories, listed]];
    for (const read of reads) first.push([read, await read()]);

    for (const seconds of [1, 5, 5]) {
      await given.wait(seconds);
      for (const [read, before] of first) {
        const again = await read();
        await verify('REF-07', again, expect(again).to(showTheSameAs, before), before);
      }
    }
  },
);
