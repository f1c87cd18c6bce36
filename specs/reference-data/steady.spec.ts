import { covers, expect, largestPage, needsNothing, operations, test } from '#fixtures';
import { giveTheSameAs } from '#src/verdicts/oracles/reference-data';

/** The lists that are not read page by page. */
const lists = operations.filter(
  (each) => each.tag === 'reference-data' && needsNothing(each) && each.operationId !== 'listCategories',
);

test(
  'Reading the same reference data repeatedly gives the same result',
  covers('REF-07'),
  async ({ bulk, given, verify }) => {
    const listCategories = () => bulk.listCategories({ query: { per_page: largestPage('listCategories') } });
    // Nothing was read before: the later answers are compared with the first ones.
    const listed = await listCategories();
    const ids = given.bodyOf(listed, 'items.*.id').items.map(({ id }) => id);
    const ends = new Set([...ids.slice(0, 1), ...ids.slice(-1)]);
    const others = [
      ...lists.map((each) => () => bulk.send(each, {})),
      ...[...ends].map((id) => () => bulk.getAttributeGroups({ path: { id } })),
    ];
    const first = [];
    for (const read of others) first.push(await read());

    for (const seconds of [1, 5]) {
      await given.wait(seconds);
      for (const [index, read] of [listCategories, ...others].entries()) {
        const before = index === 0 ? listed : first[index - 1];
        const again = await read();
        await verify('REF-07', again, expect(again).to(giveTheSameAs, before), before);
      }
    }
  },
);
