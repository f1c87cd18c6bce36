import { covers, expect, inBrowser, test } from '#fixtures';
import { listTheSameKeysAs, nameNoKey } from '#src/verdicts/oracles/documents/web-pages';
import { haveStatus } from '#src/verdicts/oracles/response';

/** A service may hide that there is such a page. */
const refusals = [403, 404] as const;

test(
  "Neither a Member nor another merchant's Admin can see or revoke a merchant's keys, and a Member can create none, even with an Admin's form",
  inBrowser(covers('KEYS-02', 'KEYS-04')),
  async ({ settingsArea, bulk, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const created = await admin.createKey({ label: "The Admin's" });
    const creation = await admin.filledKeyForm({ label: 'By a form' });
    const list = await admin.keys();
    const revocation = await admin.revocationOf("The Admin's");

    const member = await settingsArea.signedIn('Member');
    for (const { address, exchange } of [list, creation, revocation]) {
      const page = await member.open(address);
      await verify('KEYS-02', page, expect(page.exchange).to(haveStatus, ...refusals), exchange);
      await verify('KEYS-02', page, expect(page).to(nameNoKey, "The Admin's"));
    }
    const start = await member.open();
    await verify('KEYS-02', start, expect(start).to(nameNoKey, "The Admin's"));
    const notCreated = await member.send(creation.form);
    await member.open();
    const notRevoked = await member.send(revocation.form);
    const afterMember = await bulk.withKey(admin.valueIn(created)).listCountries();
    const after = await admin.keys();

    const other = await settingsArea.signedIn('Admin', 'other');
    for (const page of [await other.open(), await other.keys(), await other.keyForm()])
      await verify('KEYS-04', page, expect(page).to(nameNoKey, "The Admin's"));
    const opened = await other.open(revocation.address);
    await verify('KEYS-04', opened, expect(opened.exchange).to(haveStatus, ...refusals), revocation.exchange);
    const notRevokedByOther = await other.send(revocation.form);
    const afterOther = await bulk.withKey(admin.valueIn(created)).listCountries();

    await verify(
      'KEYS-02',
      { ...notRevoked, exchange: afterMember },
      expect(afterMember).to(haveStatus, 200),
    );
    // A key that the Member has revoked says nothing about the other Admin.
    if (afterMember.succeeded)
      await verify(
        'KEYS-04',
        { ...notRevokedByOther, exchange: afterOther },
        expect(afterOther).to(haveStatus, 200),
      );
    // The same forms have their effect when the Admin sends them.
    const accepted = await admin.send(creation.form);
    await admin.keys();
    const revoked = await admin.send(revocation.form);
    const isNotCreated = expect(notCreated.exchange).to(haveStatus, ...refusals);
    await verify('KEYS-02', notCreated, isNotCreated, accepted.exchange);
    await verify('KEYS-02', after, expect(after).to(listTheSameKeysAs, list), accepted.exchange);
    for (const [id, refused] of [
      ['KEYS-02', notRevoked],
      ['KEYS-04', notRevokedByOther],
    ] as const)
      await verify(id, refused, expect(refused.exchange).to(haveStatus, ...refusals), revoked.exchange);
  },
);
