import { covers, expect, inBrowser, test } from '#fixtures';
import { askFor, holdNothingOf, listTheKey, showItsValue } from '#src/verdicts/oracles/documents/web-pages';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';
import { beAnErrorWith, haveStatus } from '#src/verdicts/oracles/response';

/** The label reads the same only if the page shows it as text. */
const label = 'Warehouse <b>2</b> & "Größe" 連衣裙';

test(
  'A key that an Admin creates in the settings area is shown once, and is valid immediately, until the Admin revokes it or the day of its expiration date',
  inBrowser(covers('KEYS-01', 'KEYS-03', 'AUTH-01', 'AUTH-04', 'AUTH-10')),
  async ({ settingsArea, merchant, bulk, given, verify }) => {
    const admin = await settingsArea.signedIn('Admin');
    const form = await admin.keyForm();
    await verify('KEYS-01', form, expect(form).to(askFor, 'Label', 'Expiration date (optional)'));

    const create = async (request: Parameters<typeof admin.createKey>[0]) => {
      const page = await admin.createKey(request);
      await verify('KEYS-01', page, expect(page.exchange).to(haveStatus, 200, 201));
      await verify('KEYS-03', page, expect(page).to(showItsValue));
      return { page, value: admin.valueIn(page) };
    };
    const holdsNothingOf = async (page: Awaited<ReturnType<typeof admin.open>>, value: string) =>
      verify('KEYS-03', page, expect(page).to(holdNothingOf, value));

    const sibling = await create({ label: 'Another one' });
    // The list has the same address as the page with the value, and would replace it in the history.
    await admin.open();
    await holdsNothingOf(await admin.back(), sibling.value);
    await holdsNothingOf(await admin.keyForm(), sibling.value);

    const { page: created, value } = await create({ label });
    const exchange = await bulk.withKey(value).listCountries();
    await verify('KEYS-01', { ...created, exchange }, expect(exchange).to(haveStatus, 200));
    // The key gives access to the merchant's own data: its writes are visible with the merchant's other key.
    const written = await bulk.withKey(value).createWebhook({ body: await given.newWebhook() });
    const listed = await bulk.listWebhooks();
    await verify('KEYS-01', { ...created, exchange: written }, expect(written).to(haveStatus, 200, 201));
    const isListed = expect(listed).to(listAnEntryWith, '', 'id', Object(written.json).id);
    await verify('KEYS-01', { ...created, exchange: listed }, isListed);
    const list = await admin.keys();
    await verify('KEYS-01', list, expect(list).to(listTheKey, label));
    await holdsNothingOf(list, value);
    await holdsNothingOf(await admin.open(created.address), value);
    await holdsNothingOf(await admin.open(), value);
    await holdsNothingOf(await admin.revocationOf(label), value);
    await holdsNothingOf(await (await settingsArea.signedIn('Admin')).keys(), value);

    const before = await bulk.withKey(value).listCountries();
    const revocation = await admin.press('Revoke');
    await holdsNothingOf(revocation, value);
    const { trail } = revocation;
    const revoked = bulk.withWrongKey(value, 'a revoked key');
    for (const exchange of [await revoked.listCountries(), await revoked.listWebhooks()])
      await verify('AUTH-10', { exchange, trail }, expect(exchange).to(beAnErrorWith, 401), before);
    const kept = bulk.withKey(sibling.value);
    for (const exchange of [await kept.listCountries(), await bulk.listCountries()])
      await verify('AUTH-01', { exchange, trail }, expect(exchange).to(haveStatus, 200));
    await holdsNothingOf(await admin.keys(), value);

    // The merchant's clock may be ahead. In the format of a form field: YYYY-MM-DD.
    const now = before.targetTime;
    const expirationDate = new Date(now + 10 * 86_400_000).toISOString().slice(0, 10);
    const expiring = await create({ label: 'For ten days', expirationDate });
    await holdsNothingOf(await admin.reload(), expiring.value);
    const api = bulk.withKey(expiring.value);
    // It begins 14 hours earlier in the first time zone, and two hours are to spare.
    const untilItBegins = Math.floor((Date.parse(expirationDate) - now) / 1000) - 16 * 3600;
    for (const seconds of [0, untilItBegins]) {
      await merchant.clock.wait(seconds);
      const valid = await api.listCountries();
      await verify('KEYS-01', { ...expiring.page, exchange: valid }, expect(valid).to(haveStatus, 200));
    }
    // It ends 12 hours later in the last one.
    await merchant.clock.wait(4 * 86_400);
    const expired = await bulk.withWrongKey(expiring.value, 'an expired key').listCountries();
    const accepted = await bulk.listCountries();
    const isRefused = expect(expired).to(beAnErrorWith, 401);
    await verify('AUTH-04', { ...expiring.page, exchange: expired }, isRefused, accepted);
  },
);
