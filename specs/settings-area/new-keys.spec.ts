import { covers, dayIn, expect, inBrowser, keyFields, test } from '#fixtures';
import { askFor, listTheKey, showItsValue } from '#src/verdicts/oracles/web-pages';

/** The label reads the same only if the page shows it as text. */
const label = 'Warehouse <b>2</b> & "Größe" 連衣裙';

test.describe('An Admin', () => {
  test(
    'can create a key in the settings area and use it at once',
    inBrowser(covers('KEYS-01', 'KEYS-03')),
    async ({ settingsArea, bulk, given, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const form = await admin.keyForm();
      await verify('KEYS-01', form, expect(form).to(askFor, keyFields.label, keyFields.expirationDate));
      const created = await admin.createKey({ label });
      await verify('KEYS-01', created, expect(created.exchange).toHaveStatus(200, 201));
      await verify('KEYS-03', created, expect(created).to(showItsValue));
      const exchange = await bulk.withKey(admin.valueOf(created)).listCountries();
      await verify('KEYS-01', { ...created, exchange }, expect(exchange).toHaveStatus(200));
      // The key gives access to the merchant's own data: what it writes shows with the merchant's other key.
      const written = await bulk
        .withKey(admin.valueOf(created))
        .createWebhook({ body: await given.newWebhook() });
      const listed = await bulk.listWebhooks();
      await verify('KEYS-01', { ...created, exchange: written }, expect(written).toHaveStatus(200, 201));
      await verify(
        'KEYS-01',
        { ...created, exchange: listed },
        expect(listed).toShowInItsList({ id: Object(written.json).id }),
      );
      const list = await admin.keys();
      await verify('KEYS-01', list, expect(list).to(listTheKey, label));
    },
  );

  test(
    'can create a key with an expiration date, which is valid until that day',
    inBrowser(covers('KEYS-01', 'AUTH-04')),
    async ({ settingsArea, merchant, bulk, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const created = await admin.createKey({ label, expirationDate: dayIn(10) });
      await verify('KEYS-01', created, expect(created.exchange).toHaveStatus(200, 201));
      const api = bulk.withKey(admin.valueOf(created));
      // The day is different in other time zones: only a day more or less is certain.
      for (const days of [0, 8]) {
        await merchant.clock.wait(days * 86_400);
        const exchange = await api.listCountries();
        await verify('KEYS-01', { ...created, exchange }, expect(exchange).toHaveStatus(200));
      }
      await merchant.clock.wait(4 * 86_400);
      const refused = await bulk.withWrongKey(admin.valueOf(created), 'an expired key').listCountries();
      const accepted = await bulk.listCountries();
      await verify(
        'AUTH-04',
        { ...created, exchange: refused },
        expect(refused).toBeAnErrorWith(401),
        accepted,
      );
    },
  );

  test(
    'can revoke a key, which is refused from then on, while other keys stay valid',
    inBrowser(covers('AUTH-10', 'AUTH-01')),
    async ({ settingsArea, bulk, verify }) => {
      const admin = await settingsArea.signedIn('Admin');
      const value = admin.valueOf(await admin.createKey({ label }));
      const sibling = admin.valueOf(await admin.createKey({ label: 'Another one' }));
      const before = await bulk.withKey(value).listCountries();
      const { trail } = await admin.revokeKey(label);
      const refused = bulk.withWrongKey(value, 'a revoked key');
      for (const exchange of [await refused.listCountries(), await refused.listWebhooks()])
        await verify('AUTH-10', { exchange, trail }, expect(exchange).toBeAnErrorWith(401), before);
      const kept = bulk.withKey(sibling);
      for (const exchange of [await kept.listCountries(), await bulk.listCountries()])
        await verify('AUTH-01', { exchange, trail }, expect(exchange).toHaveStatus(200));
    },
  );
});
