import { covers, expect, test } from '#fixtures';

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
      await verify(id, refused, expect(refused).toBeAnErrorWith(401), accepted);
      return accepted;
    });
  });
}
