import fc from 'fast-check';
import { covers, expect, inSmoke, needsNothing, operations, test } from '#fixtures';
import { blankKeys, headerSpellings, misplacedKeys, wrongKeys } from '#src/data/valid/api-key';
import { unknownId } from '#src/data/valid/identifiers';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith, haveStatusOtherThan } from '#src/verdicts/oracles/response';

test(
  'Every list can be read with a valid key, but not without one',
  inSmoke(covers('AUTH-01', 'AUTH-02')),
  async ({ api, verify }) => {
    for (const operation of operations.filter(needsNothing)) {
      const accepted = await api.send(operation);
      const refused = await api.withoutKey.send(operation);
      await verify('AUTH-01', accepted, expect(accepted).to(haveStatusOtherThan, 401, 403), accepted);
      await verify('AUTH-02', refused, expect(refused).to(beAnErrorWith, 401), accepted);
    }
  },
);

/** A request without a valid key in X-API-Key, and the requirement by which it is refused. */
interface Attempt {
  readonly id: 'AUTH-03' | 'AUTH-05' | 'AUTH-06';
  readonly label: string;
  /** Value of X-API-Key. */
  readonly key?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A valid key in a different place. */
  readonly written?: string;
}

/** One wrong key of each kind, blank keys, and the valid key in every wrong place. */
function attempts(valid: string): fc.Arbitrary<readonly Attempt[]> {
  return fc
    .tuple(wrongKeys(valid), blankKeys)
    .map(([wrong, blank]) => [
      ...wrong.map((attempt) => ({ id: 'AUTH-03', ...attempt }) as const),
      ...blank.map((attempt) => ({ id: 'AUTH-05', ...attempt }) as const),
      ...misplacedKeys(valid).map((attempt) => ({ id: 'AUTH-06', ...attempt }) as const),
    ]);
}

for (const operation of operations) {
  test(
    `A missing, unknown, blank or misplaced key is refused by ${operation.method} ${operation.path}, but the header name X-API-Key is accepted in upper and lower case`,
    covers('AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-05', 'AUTH-06', 'AUTH-07'),
    async ({
      bulk,
      given,
      merchant: { apiKey, secondApiKey, shared },
      note,
      sample,
      thisTest: { secrets },
      verify,
    }) => {
      const request = await given.triedRequestFor(operation.operationId);
      // Sent first, so that a target that remembers a key or a caller has something to remember.
      const accepted = await bulk.send(operation, request);
      const withoutKey = await bulk.withoutKey.send(operation, request);
      const refused = [];
      for (const attempt of sample(attempts(apiKey))) {
        const { id, label, key, written, headers = {} } = attempt;
        secrets.add(written);
        const query = { ...request.query, ...Object.fromEntries(new URLSearchParams(attempt.query)) };
        const exchange = await bulk
          .withWrongKey(key, label)
          .send(operation, { ...request, query, raw: { headers } });
        refused.push({ id, exchange, trail: [`sent with ${label}`] });
      }

      await verify('AUTH-01', accepted, expect(accepted).to(haveStatusOtherThan, 401, 403), accepted);
      if (secondApiKey === undefined) note('AUTH-01', 'not looked at: a second key of the merchant');
      else {
        const second = await bulk.withKey(secondApiKey).send(operation, request);
        await verify('AUTH-01', second, expect(second).to(haveStatusOtherThan, 401, 403), accepted);
        // What a merchant has to itself is the same for each of its keys.
        if (operation.safe && !shared)
          await verify('AUTH-01', second, expect(second).to(showTheSameAs, accepted), accepted);
      }
      await verify('AUTH-02', withoutKey, expect(withoutKey).to(beAnErrorWith, 401), accepted);
      for (const { id, ...each } of refused)
        await verify(id, each, expect(each.exchange).to(beAnErrorWith, 401), accepted);
      for (const name of sample(headerSpellings)) {
        const exchange = await bulk.send(operation, { ...request, raw: { headers: { [name]: apiKey } } });
        const spelt = { exchange, trail: [`sent with the key in ${name}`] };
        await verify('AUTH-07', spelt, expect(exchange).to(haveStatusOtherThan, 401, 403), accepted);
      }

      // Without a key, no operation reveals whether an id exists.
      const id = operation.parameters.find((each) => each.in === 'path' || each.name === 'batch_request_id');
      if (id === undefined) return;
      const known = id.in === 'path' ? await given.listedIds(operation.operationId) : [];
      const unknown = { ...request, [id.in]: { [id.name]: sample(unknownId(known)) } };
      const unknownWithoutKey = await bulk.withoutKey.send(operation, unknown);
      await verify('AUTH-02', unknownWithoutKey, expect(unknownWithoutKey).to(beAnErrorWith, 401), accepted);
    },
  );
}
