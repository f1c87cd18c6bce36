import { covers, expect, operation, test } from '#fixtures';
import { pageOutOfBounds, pageWithinBounds } from '#src/data/parameters';
import { refuseOutOfBounds } from '#src/verdicts/oracles/page';

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
        await verify(id, taken, expect(taken).toHaveStatus(200));
      }
      const control = await bulk.send(list, { query: { [parameter]: '1' } });
      for (const value of past) {
        const refused = await api.send(list, { query: { [parameter]: value } });
        await verify(id, refused, expect(refused).to(refuseOutOfBounds), control);
      }
      await forAll(
        pageWithinBounds(parameter),
        async ({ query }) => {
          const taken = await bulk.send(list, { raw: { query } });
          await verify(id, taken, expect(taken).toHaveStatus(200));
        },
        { exchangesEach: 6 },
      );
      await forAll(
        pageOutOfBounds(parameter),
        async ({ query }) => {
          const refused = await bulk.send(list, { raw: { query } });
          await verify(id, refused, expect(refused).to(refuseOutOfBounds), control);
        },
        { exchangesEach: 6 },
      );
    },
  );
}
