import { expect, test } from '../testing/test.js';

test('the countries and locales of the merchant are some of the markets', async ({ sandbox }) => {
  const { body } = await sandbox.send('GET', '/countries/');
  const { countries, locales, currencies } = Object(body);
  expect(countries.length).toBeGreaterThanOrEqual(5);
  expect(countries.length).toBeLessThan(sandbox.merchants.referenceData.markets.length);
  expect(locales.length).toBeGreaterThanOrEqual(1);
  expect(currencies.map((currency: { country_code: string }) => currency.country_code)).toEqual(
    countries.map((country: { code: string }) => country.code),
  );
});

test('categories come in pages, can be searched, and lead to their children', async ({ sandbox }) => {
  const { categories } = sandbox.merchants.referenceData;
  const first = await sandbox.send('GET', '/categories?per_page=100');
  expect(first.body).toMatchObject({ pagination: { total: categories.length, per_page: 100, page: 1 } });
  const child = categories.find(({ parent_id }) => parent_id !== null);
  const children = await sandbox.send('GET', `/categories/?parent_category=${child?.parent_id}&per_page=100`);
  expect(Object(children.body).items).toContainEqual(child);
  for (const { parent_id } of Object(children.body).items) expect(parent_id).toBe(child?.parent_id);
  const found = await sandbox.send(
    'GET',
    `/categories/?query=${encodeURIComponent(child?.name.toUpperCase() ?? '')}`,
  );
  expect(Object(found.body).items).toContainEqual(child);
  const nothing = await sandbox.send('GET', '/categories/?query=no%20such%20category&parent_category=1');
  expect(nothing.body).toMatchObject({ items: [], pagination: { total: 0 } });
  expect((await sandbox.send('GET', '/categories/?parent_category=x')).status).toBe(400);
});

test('every category has attribute groups, and only suggested defaults say so', async ({ sandbox }) => {
  // 300 requests pass in a window; there may be more categories.
  const ids = sandbox.merchants.referenceData.categories.slice(0, 300).map(({ id }) => id);
  const answers = await Promise.all(
    ids.map((id) => sandbox.send('GET', `/categories/${id}/attribute-groups`)),
  );
  const groups: { attributes: { is_default?: boolean }[] }[][] = answers.map(({ body }) => Object(body));
  expect(groups.filter((list) => list.length === 0)).toEqual([]);
  const defaults = groups
    .flat()
    .flatMap(({ attributes }) => attributes.flatMap((entry) => entry.is_default ?? []));
  expect([...new Set(defaults)]).toEqual([true]);
});

test('there are no other categories', async ({ sandbox }) => {
  for (const id of ['0', '-1', '1.5', 'x', '1e3', '999999999', '9'.repeat(30), '%20', '%'])
    expect((await sandbox.send('GET', `/categories/${id}/attribute-groups`)).status, id).toBe(404);
});

test('brands are listed', async ({ sandbox }) => {
  expect((await sandbox.send('GET', '/brands/')).body).toEqual(sandbox.merchants.referenceData.brands);
});
