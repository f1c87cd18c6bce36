import { covers, expect, inSmoke, operations, test } from '#fixtures';
import { declareTheVersion, nameEach } from '#src/verdicts/oracles/description';

test.describe('The live description', () => {
  test('declares version 1.3.0', inSmoke(covers('VER-02')), async ({ liveDescription, verify }) => {
    const description = await liveDescription();
    await verify('VER-02', description, expect(description).to(declareTheVersion, '1.3.0'));
  });

  test(
    'names all operations, with their limits',
    inSmoke(covers('VER-03')),
    async ({ liveDescription, verify }) => {
      const description = await liveDescription();
      await verify('VER-03', description, expect(description).to(nameEach, operations));
      await verify('VER-03', description, expect(description).toDeclareALimitOfEach(operations));
    },
  );
});
