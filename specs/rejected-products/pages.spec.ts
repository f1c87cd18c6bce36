import { covers, expect, inSmoke, isByCursor, operation, test } from '#fixtures';
import { pageOutOfBounds } from '#src/data/valid/parameters';
import { bePage, refuseOutOfBounds } from '#src/verdicts/oracles/lists/page';
import { haveStatus } from '#src/verdicts/oracles/response';

test(
  'Without parameters, the list of rejected products starts at page 1 with 20 entries per page',
  inSmoke(covers('REJ-02')),
  async ({ api, given, verify }) => {
    const style_key = given.newKey();
    for (const query of [{}, { page: 1, style_key }, { per_page: 20, style_key }]) {
      const listed = await api.listRejectedProducts({ query });
      await verify('REJ-02', listed, expect(listed).to(bePage, 1, 20));
    }
    if (isByCursor('listRejectedProducts')) return;
    const second = await api.listRejectedProducts({ query: { page: 2 } });
    await verify('REJ-02', second, expect(second).to(bePage, 2, 20));
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
      // Alone, and beside the other parameter.
      const queriesWith = (value: string) => [
        { [parameter]: value },
        { page: '1', per_page: '1', [parameter]: value },
      ];
      for (const query of within.flatMap(queriesWith)) {
        const taken = await api.send(list, { query });
        await verify(id, taken, expect(taken).to(haveStatus, 200));
      }
      const control = await bulk.send(list, { query: { [parameter]: '1' } });
      for (const query of past.flatMap(queriesWith)) {
        const refused = await api.send(list, { query });
        await verify(id, refused, expect(refused).to(refuseOutOfBounds), control);
      }
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
