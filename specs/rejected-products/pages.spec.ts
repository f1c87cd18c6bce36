import fc from 'fast-check';
import { covers, expect, inSmoke, operation, test } from '#fixtures';
import { pageOutOfBounds, pageWithinBounds } from '#src/data/valid/parameters';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import {
  agree,
  beAnEmptyPage,
  bePage,
  countAsTheLastPage,
  holdTheEntriesOf,
  linkToItsNeighbours,
  refuseOutOfBounds,
} from '#src/verdicts/oracles/lists/page';
import { haveStatus } from '#src/verdicts/oracles/response';

test(
  'Without parameters, the list of rejected products starts at page 1 with 20 entries per page',
  inSmoke(covers('REJ-02')),
  async ({ api, verify }) => {
    const listed = await api.listRejectedProducts();
    await verify('REJ-02', listed, expect(listed).to(bePage, 1, 20));
  },
);

/** The list is read with page sizes that divide it into these numbers of full pages. */
const fullPages = [1, 2];

test(
  'The pages of the list of rejected products contain each entry once and link to one another',
  covers('REJ-06', 'REJ-07'),
  async ({ given, forAll, merchant, note, verify }) => {
    await given.rejectedStyles(30);
    const whole = await given.everyPage('listRejectedProducts');
    const look = async (per_page: number) => {
      const { exchanges, links } = await given.everyPage('listRejectedProducts', { per_page });
      const first = given.found(exchanges[0], 'the list of rejected products has no page');
      await verify('REJ-06', first, expect(exchanges).to(agree));
      if (whole.exchanges.length > 1)
        note('REJ-06', 'not looked at: the entries of a list that is longer than the largest page');
      else if (merchant.shared)
        note('REJ-06', 'not looked at: the entries of the list, because others add to it');
      else await verify('REJ-06', first, expect(exchanges).to(holdTheEntriesOf, whole.last));

      for (const [index, page] of exchanges.entries()) {
        await verify('REJ-07', page, expect(page).to(linkToItsNeighbours));
        for (const [link, neighbour] of [
          [links[index]?.next, exchanges[index + 1]],
          [links[index]?.prev, exchanges[index - 1]],
        ] as const) {
          if (typeof link !== 'string' || neighbour === undefined) continue;
          const followed = await given.follow('listRejectedProducts', link);
          await verify('REJ-07', followed, expect(followed).to(showTheSameAs, neighbour));
        }
      }
      const { past, last } = await given.pastTheEnd('listRejectedProducts', { per_page }, exchanges);
      await verify('REJ-07', past, expect(past).to(beAnEmptyPage));
      await verify('REJ-06', past, expect(past).to(countAsTheLastPage, last));
    };

    for (const pages of fullPages) {
      const per_page = whole.entries.length / pages;
      if (Number.isInteger(per_page) && per_page <= 100) await look(per_page);
      else note('REJ-06', `not looked at: a list of exactly ${pages} full pages`);
    }
    const size = fc.oneof(fc.integer({ min: 5, max: 15 }), fc.integer({ min: 1, max: 100 }));
    await forAll(size, look, { exchangesEach: 12 });
  },
);

const list = operation('listRejectedProducts');

const bounds = [
  { parameter: 'per_page', id: 'REJ-03', within: ['1', '100'], past: ['0', '-1', '101', '1.5', 'many'] },
  { parameter: 'page', id: 'REJ-04', within: ['1'], past: ['0', '-1', '1.5', 'first'] },
] as const;

for (const { parameter, id, within, past } of bounds) {
  test(
    `The list of rejected products accepts ${parameter} within its bounds and refuses it outside them`,
    covers(id),
    async ({ api, bulk, forAll, verify }) => {
      for (const value of within) {
        const taken = await api.send(list, { query: { [parameter]: value } });
        await verify(id, taken, expect(taken).to(haveStatus, 200));
      }
      const control = await bulk.send(list, { query: { [parameter]: '1' } });
      for (const value of past) {
        const refused = await api.send(list, { query: { [parameter]: value } });
        await verify(id, refused, expect(refused).to(refuseOutOfBounds), control);
      }
      await forAll(
        pageWithinBounds,
        async (value) => {
          const taken = await bulk.send(list, { query: { [parameter]: value } });
          await verify(id, taken, expect(taken).to(haveStatus, 200));
        },
        { exchangesEach: 6 },
      );
      await forAll(
        pageOutOfBounds(parameter),
        async (value) => {
          const refused = await bulk.send(list, { query: { [parameter]: value } });
          await verify(id, refused, expect(refused).to(refuseOutOfBounds), control);
        },
        { exchangesEach: 6 },
      );
    },
  );
}
