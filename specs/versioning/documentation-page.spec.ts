import {
  covers,
  expect,
  inBrowser,
  operations,
  showsEach,
  showsTheLimitOfEach,
  test,
} from '../../fixtures/index.js';

test(
  'The documentation page shows all 30 operations and version 1.3.0 without an error',
  inBrowser(covers('VER-06', 'VER-07')),
  async ({ documentationPage, verify }) => {
    const page = await documentationPage((view) => showsEach(view, operations) === undefined);
    await verify('VER-06', page, () => expect(page).toShowEach(operations));
    await verify('VER-06', page, () => expect(page).toShowVersion('1.3.0'));
    await verify('VER-07', page, () => expect(page).toOpenWithoutAnError(operations));
    await verify('VER-07', page, () => expect(page).toAskNoOtherOrigin(operations));
  },
);

test(
  'The documentation page and the live description show the rate limit of every operation',
  inBrowser(covers('VER-08')),
  async ({ documentationPage, limitOf, liveDescription, verify }) => {
    const limited = operations.map((operation) => ({ ...operation, limit: limitOf(operation) }));
    const page = await documentationPage((view) => showsTheLimitOfEach(view, limited) === undefined);
    await verify('VER-08', page, () => expect(page).toShowTheLimitOfEach(limited));
    const description = await liveDescription();
    await verify('VER-08', description, () => expect(description).toDeclareALimitOfEach(operations));
  },
);
