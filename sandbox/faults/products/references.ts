import type { Fault } from '../fault.js';
import { inventing, judging, overlooking } from '../product-changes.js';

const operations = ['upsertProducts'] as const;

const UNKNOWN: readonly { name: string; messages: RegExp }[] = [
  { name: 'brand', messages: /^brand \S+ is not known/ },
  { name: 'category', messages: /^category \S+ is not known/ },
  { name: 'color', messages: /^color \S+ is not offered/ },
  { name: 'size', messages: /^size \S+ is not offered/ },
  { name: 'second-size', messages: /^second_size \S+ is not offered/ },
  { name: 'attribute', messages: /^attributes: / },
  { name: 'cluster', messages: /cluster_id \S+ is not a material group/ },
  { name: 'material', messages: /material_id \S+ is not a material/ },
];

/** Faults of how products are held against the merchant's markets and the reference data (clause 2.2). */
export const referencesFaults: readonly Fault[] = [
  {
    id: 'accepts-unlinked-country',
    violates: 'PRD-05',
    does: 'It accepts a product for a country that is not linked to the merchant.',
    operations,
    plant: overlooking(/^(countries|prices): \S+ is not linked/),
  },
  {
    id: 'accepts-unlinked-country-beside-linked-one',
    violates: 'PRD-05',
    does: 'It accepts a country that is not linked to the merchant when another one of the product is.',
    operations,
    showsFor: 'products for a linked and an unlinked country',
    plant: overlooking(/^(countries|prices): \S+ is not linked/, ({ countries }, { markets }) =>
      markets.some(({ country }) => countries?.includes(country.code)),
    ),
  },
  {
    id: 'accepts-country-without-price',
    violates: 'PRD-06',
    does: 'It accepts a product without a price for one of its countries.',
    operations,
    plant: overlooking(/^prices: there is no price for/),
  },
  {
    id: 'needs-price-for-first-country-only',
    violates: 'PRD-06',
    does: 'It asks for a price in the first country of a product only.',
    operations,
    showsFor: 'the second country of a product',
    plant: overlooking(
      /^prices: there is no price for/,
      ({ countries }, _setting, message) => !message.endsWith(` ${countries?.[0]}`),
    ),
  },
  {
    id: 'accepts-unlinked-locale',
    violates: 'PRD-07',
    does: 'It accepts a description in a locale that is not linked to the merchant.',
    operations,
    plant: overlooking(/^descriptions: /),
  },
  {
    id: 'checks-language-of-locale-only',
    violates: 'PRD-07',
    does: 'It accepts each locale whose language is that of a linked one.',
    operations,
    showsFor: 'an unlinked locale in a linked language',
    plant: judging((clean, values, setting) => {
      const languages = new Set(setting.markets.map(({ locale }) => locale.code.slice(0, 2)));
      const strange = Object.entries(values.descriptions ?? {}).filter(
        ([locale]) => !languages.has(locale.slice(0, 2)),
      );
      return clean({ ...values, descriptions: Object.fromEntries(strange) }, setting);
    }),
  },
  {
    id: 'accepts-textile-composition-for-any-category',
    violates: 'PRD-08',
    does: 'It accepts a textile composition for a category that takes none or a non-textile one.',
    operations,
    plant: overlooking(/^material_composition_textile is not possible/),
  },
  {
    id: 'accepts-non-textile-composition-for-any-category',
    violates: 'PRD-08',
    does: 'It accepts a non-textile composition for a category that takes none or a textile one.',
    operations,
    plant: overlooking(/^material_composition_non_textile is not possible/),
  },
  {
    id: 'accepts-product-without-composition',
    violates: 'PRD-22',
    does: 'It accepts a product that has no composition at all for a category that takes one.',
    operations,
    plant: overlooking(/^material_composition_\w+ is missing/),
  },
  {
    id: 'refuses-second-size',
    violates: 'PRD-10',
    does: 'It refuses each product that has a second size.',
    operations,
    showsFor: 'products with a second size',
    plant: inventing(({ second_size }) => (second_size === null ? undefined : 'second_size must be null')),
  },
  ...UNKNOWN.map(
    ({ name, messages }): Fault => ({
      id: `accepts-unknown-${name}`,
      violates: 'PRD-11',
      does: `It accepts a product with an id of a ${name.replace('-', ' ')} that the reference data does not know.`,
      operations,
      plant: overlooking(messages),
    }),
  ),
  {
    id: 'checks-first-attribute-only',
    violates: 'PRD-11',
    does: 'It accepts any id for the second attribute of a product.',
    operations,
    showsFor: 'the second attribute',
    plant: judging((clean, values, setting) =>
      clean({ ...values, attributes: values.attributes.slice(0, 1) }, setting),
    ),
  },
];
