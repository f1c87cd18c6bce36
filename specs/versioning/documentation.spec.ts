import { covers, expect, inBrowser, inSmoke, operations, test } from '#fixtures';
import {
  agreeWithTheContract,
  alikeDifferences,
  beServed,
  declareALimitOfEach,
  declareTheVersion,
  nameEach,
} from '#src/verdicts/oracles/documents/description';
import {
  askNoOtherOrigin,
  openWithoutAnError,
  showEach,
  showTheLimitOfEach,
  showTheVersion,
} from '#src/verdicts/oracles/documents/web-pages';

test(
  'The live description declares version 1.3.0, and names all operations, with their limits',
  inSmoke(covers('VER-02', 'VER-03')),
  async ({ liveDescription, verify }) => {
    const description = await liveDescription();
    await verify('VER-02', description, expect(description).to(declareTheVersion, '1.3.0'));
    await verify('VER-03', description, expect(description).to(nameEach, operations));
    await verify('VER-03', description, expect(description).to(declareALimitOfEach, operations));
  },
);

test(
  'The live description agrees with the contract, operation by operation',
  covers('VER-04'),
  async ({ liveDescription, note, verify }) => {
    const description = await liveDescription('to compare');
    if (!(await verify('VER-04', description, expect(description).to(beServed)))) return;
    const compared = operations.map((operation) => description.compared(operation));
    for (const alike of alikeDifferences(compared))
      await verify('VER-04', alike.exchange, expect(alike).to(agreeWithTheContract));
    const agreeing = compared.filter(({ differences }) => differences.length === 0).length;
    note('VER-04', `${agreeing} of ${operations.length} operations agree`);
  },
);

test(
  'The documentation page shows all operations with their rate limits, and version 1.3.0, without an error',
  inBrowser(covers('VER-06', 'VER-07', 'VER-08')),
  async ({ documentationPage, limitOf, liveDescription, verify }) => {
    const limited = operations.map((operation) => ({ ...operation, limit: limitOf(operation) }));
    const page = await documentationPage(
      (view) => showEach(view, operations) === undefined && showTheLimitOfEach(view, limited) === undefined,
    );
    await verify('VER-06', page, expect(page).to(showEach, operations));
    await verify('VER-06', page, expect(page).to(showTheVersion, '1.3.0'));
    await verify('VER-07', page, expect(page).to(openWithoutAnError, operations));
    await verify('VER-07', page, expect(page).to(askNoOtherOrigin, operations));
    await verify('VER-08', page, expect(page).to(showTheLimitOfEach, limited));
    const description = await liveDescription();
    await verify('VER-08', description, expect(description).to(declareALimitOfEach, operations));
  },
);
