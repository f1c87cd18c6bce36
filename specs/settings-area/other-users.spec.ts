import { covers, expect, inBrowser, test } from '#fixtures';
import { listTheSameKeysAs, nameNoKey } from '#src/verdicts/oracles/documents/web-pages';
import { haveStatus } from '#src/verdicts/oracles/response';

test(
  "A Member sees neither the pages for API keys nor any key, and cannot create or revoke one with an Admin's form",
  inBrowser(covers('KEYS-02')),
  async ({ settingsArea, bulk, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const created = await admin.createKey({ label: 'Of the Admin' });
    const creation = await admin.filledKeyForm({ label: 'By a form' });
    const revocation = await admin.revocationOf('Of the Admin');
    const list = await admin.keys();

    const member = await settingsArea.signedIn('Member');
    for (const { address, exchange } of [list, creation, revocation]) {
      const page = await member.open(address);
      await verify('KEYS-02', page, expect(page.exchange).to(haveStatus, 403, 404), exchange);
      await verify('KEYS-02', page, expect(page).to(nameNoKey, 'Of the Admin'));
    }
    const start = await member.open();
    await verify('KEYS-02', start, expect(start).to(nameNoKey, 'Of the Admin'));

    const refused = await member.send(creation.form);
    await member.open();
    const notRevoked = await member.send(revocation.form);
    const kept = await bulk.withKey(admin.valueOf(created)).listCountries();
    const after = await admin.keys();
    const accepted = await admin.send(creation.form);
    await admin.keys();
    const revoked = await admin.send(revocation.form);
    await verify('KEYS-02', refused, expect(refused.exchange).to(haveStatus, 403, 404), accepted.exchange);
    await verify('KEYS-02', after, expect(after).to(listTheSameKeysAs, list), accepted.exchange);
    const isRefused = expect(notRevoked.exchange).to(haveStatus, 403, 404);
    await verify('KEYS-02', notRevoked, isRefused, revoked.exchange);
    await verify('KEYS-02', { ...notRevoked, exchange: kept }, expect(kept).to(haveStatus, 200));
  },
);

test(
  "An Admin of another merchant can neither see nor revoke a merchant's keys",
  inBrowser(covers('KEYS-04')),
  async ({ settingsArea, bulk, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const created = await admin.createKey({ label: "This merchant's" });
    const revocation = await admin.revocationOf("This merchant's");
    const other = await settingsArea.signedIn('Admin', 'other');
    for (const page of [await other.open(), await other.keys(), await other.keyForm()])
      await verify('KEYS-04', page, expect(page).to(nameNoKey, "This merchant's"));
    const opened = await other.open(revocation.address);
    await verify('KEYS-04', opened, expect(opened.exchange).to(haveStatus, 403, 404), revocation.exchange);
    const refused = await other.send(revocation.form);
    const kept = await bulk.withKey(admin.valueOf(created)).listCountries();
    const accepted = await admin.send(revocation.form);
    await verify('KEYS-04', refused, expect(refused.exchange).to(haveStatus, 403, 404), accepted.exchange);
    await verify('KEYS-04', { ...refused, exchange: kept }, expect(kept).to(haveStatus, 200));
  },
);
