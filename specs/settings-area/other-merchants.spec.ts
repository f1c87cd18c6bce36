import { covers, expect, inBrowser, test } from '#fixtures';

test(
  "An Admin of another merchant can neither see nor revoke a merchant's keys",
  inBrowser(covers('KEYS-04')),
  async ({ settingsArea, bulk, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const created = await admin.createKey({ label: "This merchant's" });
    const revocation = await admin.revocationOf("This merchant's");
    const other = await settingsArea.signedIn('Admin', 'other');
    for (const page of [await other.open(), await other.keys(), await other.keyForm()])
      await verify('KEYS-04', page, expect(page).toNameNoKey("This merchant's"));
    const opened = await other.open(revocation.address);
    await verify('KEYS-04', opened, expect(opened.exchange).toHaveStatus(403, 404), revocation.exchange);
    const refused = await other.send(revocation.form);
    const kept = await bulk.withKey(admin.valueOf(created)).listCountries();
    const accepted = await admin.send(revocation.form);
    await verify('KEYS-04', refused, expect(refused.exchange).toHaveStatus(403, 404), accepted.exchange);
    await verify('KEYS-04', { ...refused, exchange: kept }, expect(kept).toHaveStatus(200));
  },
);
