import { batchItemsOf, covers, expect, operations, test } from '#fixtures';
import { randomKey } from '#src/data/valid/api-key';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith } from '#src/verdicts/oracles/response';

const lapsed = [
  { id: 'AUTH-04', kind: 'expired', label: 'an expired key' },
  { id: 'AUTH-10', kind: 'revoked', label: 'a revoked key' },
] as const;

for (const { id, kind, label } of lapsed) {
  test(`Every operation refuses ${label}`, covers(id), async ({ bulk, given, verify }) => {
    const former = bulk.withWrongKey(given.key(kind), label);
    await given.everyOperation(async (operation, request) => {
      const refused = await former.send(operation, request);
      const accepted = await bulk.send(operation, request);
      await verify(id, refused, expect(refused).to(beAnErrorWith, 401), accepted);
      return accepted;
    });
  });
}

/** Bodies that no write accepts: the target must check the key before them. */
const invalid = [
  { what: 'malformed JSON', raw: { body: Buffer.from('{"items":[') } },
  { what: 'a body of the wrong types', body: { items: 7, url: 7, events: 'all', enabled: 'no' } },
  { what: 'a body that is not an object', body: 'items' },
];

/** Seconds of the target's clock: a batch that was accepted by mistake would have begun to show. */
const settling = 10;

for (const operation of operations.filter(({ safe }) => !safe)) {
  test(
    `${operation.method} ${operation.path} without a valid key is refused and changes nothing`,
    covers('AUTH-08'),
    async ({ bulk, given, merchant, sample, verify }) => {
      const request = await given.requestFor(operation.operationId);
      const items = operation.resultsOperation ? batchItemsOf(operation.operationId, request) : [];
      const bodies = [
        { what: 'valid' },
        ...(items.length > 0
          ? [{ what: 'valid, of several items', body: { items: [...items, ...items] } }]
          : []),
        ...(operation.requestBody === undefined ? [] : invalid),
      ];
      // Without any data of the merchant, the test would compare two empty readings.
      await given.webhook();
      const before = await given.state();

      const refused = [];
      for (const { what, ...sent } of bodies) {
        const exchange = await bulk.withoutKey.send(operation, { ...request, ...sent });
        refused.push({ trail: [`${what}, without a key`], exchange });
      }
      const { key, label } = sample(randomKey(merchant.apiKey));
      const exchange = await bulk.withWrongKey(key, label).send(operation, request);
      refused.push({ trail: [`valid, with ${label}`], exchange });
      await given.wait(settling);
      const after = await given.state();
      const accepted = await bulk.send(operation, request);

      const [valid] = refused;
      const isUnchanged = expect(after).to(keepTheDataOf, before);
      if (valid !== undefined) await verify('AUTH-08', valid, isUnchanged, accepted);
      for (const each of refused)
        await verify('AUTH-08', each, expect(each.exchange).to(beAnErrorWith, 401), accepted);
    },
  );
}
