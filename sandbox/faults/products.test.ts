import { expect } from '#unit-test';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { testLies } from './lies.js';
import { productsFaults } from './products.js';

type Change = Record<string, unknown>;
type Row = Record<string, unknown>;

function item(sandbox: OpenSandbox, change: Change = {}): Row {
  return { ...productItem(sandbox.merchants, sandbox.merchant), ...change };
}

/** Whether an item is accepted: false where it is refused at once, or reported as failed. */
async function accepts(sandbox: OpenSandbox, change: Change): Promise<boolean> {
  const { body } = await sandbox.batch('POST', '/products/', 'products', [item(sandbox, change)]);
  return Object(body).items?.[0].success ?? false;
}

async function rows(sandbox: OpenSandbox, query = ''): Promise<Row[]> {
  const { body } = await sandbox.send('GET', `/products/?${query}`);
  return Object(body).items;
}

/** The first row after items with these changes were sent, one after the other. */
async function rowAfter(sandbox: OpenSandbox, ...changes: Change[]): Promise<Row> {
  for (const change of changes)
    await sandbox.batch('POST', '/products/', 'products', [item(sandbox, change)]);
  const [row] = await rows(sandbox);
  return row ?? {};
}

/** A variant of the style with another size. */
function variant(sandbox: OpenSandbox, index: number): Change {
  const { category } = productItem(sandbox.merchants, sandbox.merchant);
  const sizes = [...(sandbox.merchants.choicesOf(category)?.groups.get('size') ?? [])];
  return { sku: `sku-${index}`, size: sizes[index] };
}

async function publish(sandbox: OpenSandbox, style_key = 'style-1'): Promise<void> {
  await sandbox.batch('PATCH', '/products/status', 'status', [{ style_key, status: 'published' }]);
  sandbox.pass(10);
}

/** So many active products, each of a style of its own. */
async function activate(sandbox: OpenSandbox, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await rowAfter(sandbox, { style_key: `style-${index}`, sku: `sku-${index}` });
    await publish(sandbox, `style-${index}`);
  }
}

/** What changes the first of the products that `activate` makes. */
const renewed = { style_key: 'style-0', sku: 'sku-0', name: 'New' };

/** One inactive product. */
async function deactivate(sandbox: OpenSandbox): Promise<void> {
  await activate(sandbox, 1);
  await sandbox.batch('PATCH', '/products/status', 'status', [{ style_key: 'style-0', status: 'inactive' }]);
}

/** The status of the first product when an upsert of it is just done, and when a review would be over too. */
async function statusesAfterUpsert(sandbox: OpenSandbox, change: Change): Promise<unknown[]> {
  await sandbox.send('POST', '/products/', { items: [item(sandbox, change)] });
  const seen: unknown[] = [];
  for (const seconds of [5, 10]) {
    sandbox.pass(seconds);
    seen.push((await rows(sandbox))[0]?.status);
  }
  return seen;
}

/** A country, a locale, a price that are not linked; and two that are. */
function markets({ merchants, merchant }: OpenSandbox) {
  const [first, second] = merchant.markets;
  const other = merchants.referenceData.markets.find((market) => !merchant.markets.includes(market));
  if (first === undefined || second === undefined || other === undefined) throw new Error('no markets');
  return { first, second, other };
}

function prices(...countries: string[]) {
  return countries.map((country_code) => ({ country_code, retail_price: 10.55, sale_price: 10.55 }));
}

function categoryOf({ merchants }: OpenSandbox, type: string | null): number | undefined {
  return merchants.referenceData.categories.find((each) => each.material_composition_type === type)?.id;
}

/** The messages for a product of a category of another kind, as it is judged by the fault and by the clean rules. */
async function wrongKind(sandbox: OpenSandbox, field: string, type: string | null, composition: unknown) {
  const change = {
    category: categoryOf(sandbox, type),
    material_composition_textile: null,
    [field]: composition,
  };
  const { body } = await sandbox.batch('POST', '/products/', 'products', [item(sandbox, change)]);
  const errors: string[] = Object(body).items[0].errors;
  return errors.some((message) => message.includes('is not possible: the category takes'));
}

function composition(sandbox: OpenSandbox, change: (cluster: Row, component: Row) => Row) {
  const [cluster] = Object(item(sandbox)).material_composition_textile;
  return { material_composition_textile: [change(cluster, cluster.components[0])] };
}

const without = (row: Row, name: string) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
const UNKNOWN = 999_999_999;
const emojis = (count: number) => '😀'.repeat(count);

function sized(sandbox: OpenSandbox, second_size: unknown): Promise<boolean> {
  return accepts(sandbox, { second_size });
}

/** Accepts a product with a second size, in the first textile category that has some. */
function withSecondSize(sandbox: OpenSandbox): Promise<boolean> {
  const { merchants } = sandbox;
  for (const { id } of merchants.referenceData.categories) {
    const choices = merchants.choicesOf(id);
    const first = (name: string) => [...(choices?.groups.get(name) ?? [])][0] ?? null;
    if (choices?.composition === 'textile' && choices.groups.has('second_size'))
      return accepts(sandbox, {
        category: id,
        color: first('color'),
        size: first('size'),
        second_size: first('second_size'),
        attributes: [],
        material_composition_textile: [
          {
            cluster_id: first('material_group_name'),
            components: [{ material_id: first('material'), fraction: 100 }],
          },
        ],
      });
  }
  throw new Error('no category has a second size');
}

async function areKnown(sandbox: OpenSandbox, group: string): Promise<boolean> {
  const { category } = productItem(sandbox.merchants, sandbox.merchant);
  const { body } = await sandbox.send('GET', `/categories/${category}/attribute-groups`);
  const listed = Object(body).find(({ name }: Row) => name === group);
  return sandbox.merchants.choicesOf(category)?.groups.get(group)?.has(listed.attributes[0].id) ?? false;
}

testLies(productsFaults, {
  'creates-no-product': [(s) => rowAfter(s, {}), {}],
  'refuses-emoji-in-name': [(s) => accepts(s, { name: '😀' }), false],
  'creates-second-product-for-known-sku': [
    async (s) => {
      await rowAfter(s, {}, { name: 'New' });
      return (await rows(s)).map(({ name }) => name);
    },
    ['New', 'A dress'],
  ],
  'keeps-former-prices': [
    async (s) => (await rowAfter(s, {}, { prices: prices(markets(s).first.country.code) })).prices,
    [expect.objectContaining({ retail_price: 49.9 })],
  ],
  'ignores-second-update': [async (s) => (await rowAfter(s, {}, { name: '2' }, { name: '3' })).name, '2'],
  'creates-product-as-active': [async (s) => (await rowAfter(s, {})).status, 'active'],
  'activates-new-variant-of-active-style': [
    async (s) => {
      await rowAfter(s, {});
      await publish(s);
      await rowAfter(s, variant(s, 2));
      return (await rows(s)).map(({ status }) => status);
    },
    ['active', 'active'],
  ],
  'adds-quantity-on-resend': [async (s) => (await rowAfter(s, {}, {})).quantity, 10],
  'clears-ean-on-resend': [async (s) => (await rowAfter(s, {}, {})).ean, null],
  'gives-second-variant-a-style-of-its-own': [
    async (s) => {
      await rowAfter(s, {}, variant(s, 2));
      return (await rows(s)).map(({ style_key }) => style_key);
    },
    ['style-1', 'style-1-2'],
  ],
  'activates-draft-on-upsert': [async (s) => (await rowAfter(s, {}, {})).status, 'active'],
  'submits-new-product-on-upsert': [(s) => statusesAfterUpsert(s, {}), ['pending_approval', 'active']],
  'submits-draft-on-upsert': [
    async (s) => {
      const created = (await rowAfter(s, {})).status;
      return [created, ...(await statusesAfterUpsert(s, {}))];
    },
    ['draft', 'pending_approval', 'active'],
  ],
  'resets-active-product-on-upsert': [
    async (s) => {
      await activate(s, 1);
      return (await rowAfter(s, renewed)).status;
    },
    'draft',
  ],
  'reviews-active-product-on-upsert': [
    async (s) => {
      await activate(s, 1);
      return statusesAfterUpsert(s, renewed);
    },
    ['pending_approval', 'active'],
  ],
  'activates-inactive-product-on-upsert': [
    async (s) => {
      await deactivate(s);
      return (await rowAfter(s, renewed)).status;
    },
    'active',
  ],
  'keeps-old-fields-of-inactive-product': [
    async (s) => {
      await deactivate(s);
      return (await rowAfter(s, renewed)).name;
    },
    'A dress',
  ],
  'ignores-status-filter': [
    async (s) => {
      await rowAfter(s, {});
      return (await rows(s, 'status=active')).length;
    },
    1,
  ],
  'lists-one-active-variant-of-style': [
    async (s) => {
      await rowAfter(s, {}, variant(s, 2));
      await publish(s);
      return (await rows(s, 'status=active')).length;
    },
    1,
  ],
  'lists-ten-active-products-only': [
    async (s) => {
      await activate(s, 11);
      return (await rows(s, 'status=active')).length;
    },
    10,
  ],
  'lists-two-variants-of-style': [
    async (s) => {
      await rowAfter(s, {}, variant(s, 2), variant(s, 3));
      return (await rows(s)).length;
    },
    2,
  ],
  'ignores-sku-filter': [
    async (s) => {
      await rowAfter(s, {});
      return (await rows(s, 'sku=other')).length;
    },
    1,
  ],
  'matches-style-key-by-its-beginning': [
    async (s) => {
      await rowAfter(s, {});
      return (await rows(s, 'style_key=sty')).length;
    },
    1,
  ],
  'takes-plus-in-sku-for-space': [
    async (s) => {
      await rowAfter(s, { sku: 'sku 1' });
      return (await rows(s, 'sku=sku%2B1')).length;
    },
    1,
  ],
  'loses-first-row-of-later-pages': [
    async (s) => {
      await rowAfter(s, {}, variant(s, 2), variant(s, 3));
      return (await rows(s, 'per_page=1&page=2')).length;
    },
    0,
  ],
  'rounds-listed-prices': [
    async (s) => (await rowAfter(s, { prices: prices(markets(s).first.country.code) })).prices,
    [expect.objectContaining({ retail_price: 10.6 })],
  ],
  'escapes-listed-texts': [async (s) => (await rowAfter(s, { name: 'a & b' })).name, 'a &amp; b'],
  'lists-one-description-only': [
    async (s) => {
      const { first, second } = markets(s);
      const descriptions = { [first.locale.code]: 'a', [second.locale.code]: 'b' };
      return Object.keys(Object((await rowAfter(s, { descriptions })).descriptions)).length;
    },
    1,
  ],
  'lists-null-as-empty-text': [async (s) => (await rowAfter(s, { name: null })).name, ''],
  'accepts-unlinked-country': [
    (s) => {
      const { code } = markets(s).other.country;
      return accepts(s, { countries: [code], prices: prices(code) });
    },
    true,
  ],
  'accepts-unlinked-country-beside-linked-one': [
    async (s) => {
      const codes = [markets(s).first.country.code, markets(s).other.country.code];
      const alone = await accepts(s, { countries: codes.slice(1), prices: prices(...codes) });
      return [alone, await accepts(s, { countries: codes, prices: prices(...codes) })];
    },
    [false, true],
  ],
  'accepts-country-without-price': [
    (s) => accepts(s, { prices: prices(markets(s).second.country.code) }),
    true,
  ],
  'needs-price-for-first-country-only': [
    async (s) => {
      const [first, second] = [markets(s).first.country.code, markets(s).second.country.code];
      const countries = [first, second];
      const noFirst = await accepts(s, { countries, prices: prices(second) });
      return [noFirst, await accepts(s, { countries, prices: prices(first) })];
    },
    [false, true],
  ],
  'accepts-unlinked-locale': [(s) => accepts(s, { descriptions: { 'xx-XX': 'a' } }), true],
  'checks-language-of-locale-only': [
    async (s) => {
      const language = markets(s).first.locale.code.slice(0, 2);
      const known = await accepts(s, { descriptions: { [`${language}-XX`]: 'a' } });
      return [known, await accepts(s, { descriptions: { 'xx-XX': 'a' } })];
    },
    [true, false],
  ],
  'accepts-textile-composition-for-any-category': [
    (s) =>
      wrongKind(s, 'material_composition_textile', 'non-textile', [
        { cluster_id: 1, components: [{ material_id: 1, fraction: 100 }] },
      ]),
    false,
  ],
  'accepts-non-textile-composition-for-any-category': [
    (s) =>
      wrongKind(s, 'material_composition_non_textile', 'textile', [
        { cluster_id: 1, components: [{ material_id: 1 }] },
      ]),
    false,
  ],
  'accepts-product-without-composition': [(s) => accepts(s, { material_composition_textile: null }), true],
  'refuses-second-size': [withSecondSize, false],
  'accepts-unknown-brand': [(s) => accepts(s, { brand: UNKNOWN }), true],
  'accepts-unknown-category': [(s) => accepts(s, { category: UNKNOWN }), true],
  'accepts-unknown-color': [(s) => accepts(s, { color: UNKNOWN }), true],
  'accepts-unknown-size': [(s) => accepts(s, { size: UNKNOWN }), true],
  'accepts-unknown-second-size': [(s) => sized(s, UNKNOWN), true],
  'accepts-unknown-attribute': [(s) => accepts(s, { attributes: [UNKNOWN] }), true],
  'accepts-unknown-cluster': [
    (s) =>
      accepts(
        s,
        composition(s, (cluster) => ({ ...cluster, cluster_id: UNKNOWN })),
      ),
    true,
  ],
  'accepts-unknown-material': [
    (s) =>
      accepts(
        s,
        composition(s, (cluster, part) => ({ ...cluster, components: [{ ...part, material_id: UNKNOWN }] })),
      ),
    true,
  ],
  'checks-first-attribute-only': [
    async (s) => {
      const { attributes } = productItem(s.merchants, s.merchant);
      const first = await accepts(s, { attributes: [UNKNOWN] });
      return [first, await accepts(s, { attributes: [...attributes, UNKNOWN] })];
    },
    [false, true],
  ],
  'accepts-component-without-fraction': [
    (s) =>
      accepts(
        s,
        composition(s, (cluster, part) => ({ ...cluster, components: [without(part, 'fraction')] })),
      ),
    true,
  ],
  'accepts-later-component-without-fraction': [
    (s) =>
      accepts(
        s,
        composition(s, (cluster, part) => ({
          ...cluster,
          components: [{ ...part, fraction: 60 }, without(part, 'fraction')],
        })),
      ),
    true,
  ],
  'refuses-null-as-second-size': [(s) => sized(s, null), false],
  'takes-texts-for-numbers': [(s) => accepts(s, { weight: '250.5' }), true],
  'takes-one-image-for-list': [(s) => accepts(s, { images: 'https://images.example/1.jpg' }), true],
  'cuts-fraction-of-ids': [(s) => accepts(s, { color: Number(item(s).color) + 0.5 }), true],
  'takes-list-for-descriptions': [(s) => accepts(s, { descriptions: [] }), true],
  'refuses-style-key-of-120-characters': [(s) => accepts(s, { style_key: emojis(120) }), false],
  'cuts-long-style-key': [(s) => accepts(s, { style_key: emojis(121) }), true],
  'counts-style-key-in-bytes': [(s) => accepts(s, { style_key: 'ü'.repeat(61) }), false],
  'accepts-wrong-check-digit': [(s) => accepts(s, { ean: '4006381333932' }), true],
  'accepts-eleventh-image': [
    (s) =>
      accepts(s, { images: Array.from({ length: 11 }, (_, index) => `https://images.example/${index}`) }),
    true,
  ],
  'takes-quantity-zero-for-missing': [(s) => accepts(s, { quantity: 0 }), false],
  'accepts-sale-price-above-retail-price': [
    (s) =>
      accepts(s, {
        prices: prices(markets(s).first.country.code).map((each) => ({ ...each, sale_price: 99 })),
      }),
    true,
  ],
  'accepts-fractions-of-any-sum': [
    (s) =>
      accepts(
        s,
        composition(s, (cluster, part) => ({ ...cluster, components: [{ ...part, fraction: 99 }] })),
      ),
    true,
  ],
  'accepts-second-product-of-same-variant': [
    async (s) => {
      await rowAfter(s, {});
      return accepts(s, { sku: 'other' });
    },
    true,
  ],
  'offers-colors-that-it-refuses': [(s) => areKnown(s, 'color'), false],
  'offers-materials-that-it-refuses': [(s) => areKnown(s, 'material'), false],
});
