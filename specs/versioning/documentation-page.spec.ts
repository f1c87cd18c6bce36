import { covers, expect, inBrowser, operations, showsEach, test } from '../../fixtures/index.js';

test(
  'The documentation page shows people all 30 operations, and version 1.3.0, without an error',
  inBrowser(covers('VER-06', 'VER-07')),
  async ({ documentationPage, verify }) => {
    const page = await documentationPage((view) => showsEach(view, operations) === undefined);
    await verify('VER-06', page, () => expect(page).toShowEach(operations));
    await verify('VER-06', page, () => expect(page).toShowVersion('1.3.0'));
    await verify('VER-07', page, () => expect(page).toOpenWithoutAnError(operations));
    await verify('VER-07', page, () => expect(page).toAskNoOtherOrigin(operations));
  },
);
