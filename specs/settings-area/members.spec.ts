import { covers, expect, inBrowser, test } from '#fixtures';
import { listTheSameKeysAs } from '#src/verdicts/oracles/web-pages';

test.describe('A Member', () => {
  test(
    'sees neither the pages for API keys nor any key',
    inBrowser(covers('KEYS-02')),
    async ({ settingsArea, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      await admin.createKey({ label: 'Of the Admin' });
      const pages = [await admin.keys(), await admin.keyForm(), await admin.revocationOf('Of the Admin')];
      const member = await settingsArea.signedIn('Member');
      const start = await member.open();
      await verify('KEYS-02', start, expect(start).toNameNoKey('Of the Admin'));
      for (const { address, exchange } of pages) {
        const page = await member.open(address);
        await verify('KEYS-02', page, expect(page.exchange).toHaveStatus(403, 404), exchange);
        await verify('KEYS-02', page, expect(page).toNameNoKey('Of the Admin'));
      }
    },
  );

  test(
    "cannot create a key with an Admin's form",
    inBrowser(covers('KEYS-02')),
    async ({ settingsArea, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const form = await admin.filledKeyForm({ label: 'By a form' });
      const before = await admin.keys();
      const member = await settingsArea.signedIn('Member');
      const refused = await member.send(form);
      const after = await admin.keys();
      const accepted = await admin.send(form);
      await verify('KEYS-02', refused, expect(refused.exchange).toHaveStatus(403, 404), accepted.exchange);
      await verify('KEYS-02', after, expect(after).to(listTheSameKeysAs, before), accepted.exchange);
    },
  );

  test(
    "cannot revoke a key with an Admin's form",
    inBrowser(covers('KEYS-02')),
    async ({ settingsArea, bulk, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const created = await admin.createKey({ label: 'To be kept' });
      const { form } = await admin.revocationOf('To be kept');
      const member = await settingsArea.signedIn('Member');
      const refused = await member.send(form);
      const kept = await bulk.withKey(admin.valueOf(created)).listCountries();
      const accepted = await admin.send(form);
      await verify('KEYS-02', refused, expect(refused.exchange).toHaveStatus(403, 404), accepted.exchange);
      await verify('KEYS-02', { ...refused, exchange: kept }, expect(kept).toHaveStatus(200));
    },
  );
});
