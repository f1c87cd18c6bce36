import { covers, expect, inBrowser, operations, test } from '#fixtures';
import {
  askNoOtherOrigin,
  openWithoutAnError,
  showEach,
  showTheLimitOfEach,
  showTheVersion,
} from '#src/verdicts/oracles/web-pages';

test(
  'The documentation page shows all operations and version 1.3.0 without an error',
  inBrowser(covers('VER-06', 'VER-07')),
  async ({ documentationPage, verify }) => {
    const page = await documentationPage((view) => showEach(view, operations) === undefined);
    await verify('VER-06', page, expect(page).to(showEach, operations));
    await verify('VER-06', page, expect(page).to(showTheVersion, '1.3.0'));
    await verify('VER-07', page, expect(page).to(openWithoutAnError, operations));
    await verify('VER-07', page, expect(page).to(askNoOtherOrigin, operations));
  },
);

test(
  'The documentation page and the live description show the rate limit of every operation',
  inBrowser(covers('VER-08')),
  async ({ documentationPage, limitOf, liveDescription, verify }) => {
    const limited = operations.map((operation) => ({ ...operation, limit: limitOf(operation) }));
    const page = await documentationPage((view) => showTheLimitOfEach(view, limited) === undefined);
    await verify('VER-08', page, expect(page).to(showTheLimitOfEach, limited));
    const description = await liveDescription();
    await verify('VER-08', description, expect(description).toDeclareALimitOfEach(operations));
  },
);
