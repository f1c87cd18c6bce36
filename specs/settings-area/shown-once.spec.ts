import { covers, expect, inBrowser, test } from '#fixtures';
import { holdNothingOf } from '#src/verdicts/oracles/web-pages';

test.describe('The value of a key is not shown a second time', () => {
  test(
    'when its page is reloaded, or on any page of the settings area, to any user',
    inBrowser(covers('KEYS-03')),
    async ({ settingsArea, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const created = await admin.createKey({ label: 'Shown once' });
      const value = admin.valueOf(created);
      const later = [
        () => admin.reload(),
        () => admin.keys(),
        () => admin.open(),
        () => admin.keyForm(),
        () => admin.openInNewWindow(created.address),
        () => admin.openInNewWindow(),
        () => admin.revocationOf('Shown once'),
        async () => (await settingsArea.signedIn('Admin')).keys(),
        async () => admin.revokeKey('Shown once'),
        () => admin.keys(),
      ];
      for (const look of later) {
        const page = await look();
        await verify('KEYS-03', page, expect(page).to(holdNothingOf, value));
      }
    },
  );

  test("with the browser's back button", inBrowser(covers('KEYS-03')), async ({ settingsArea, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const value = admin.valueOf(await admin.createKey({ label: 'Shown once' }));
    // The list has the same address as the page with the value, and would replace it in the history.
    await admin.open();
    const page = await admin.back();
    await verify('KEYS-03', page, expect(page).to(holdNothingOf, value));
  });
});
