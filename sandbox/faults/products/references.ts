import { type Lie, liesIn } from '../fault.js';
import { inventing, judging, overlooking } from '../product-changes.js';

/** Plants acceptance of an unknown id. */
function accepting(name: string, problem: RegExp): Lie {
  return [
    `It accepts a product with an id of a ${name} that the reference data does not know.`,
    overlooking(problem),
  ];
}

/** Faults of how products are held against the merchant's markets and the reference data (clause 2.2). */
export const referencesFaults = liesIn(['upsertProducts'], {
  'PRD-05 accepts-unlinked-country': [
    'It accepts a product for a country that is not linked to the merchant.',
    overlooking(/^(countries|prices): \S+ is not linked/),
  ],
  'PRD-05 accepts-unlinked-country-beside-linked-one': [
    'It accepts a country that is not linked to the merchant when another one of the product is.',
    'products for a linked and an unlinked country',
    overlooking(/^(countries|prices): \S+ is not linked/, ({ countries }, { markets }) =>
      markets.some(({ country }) => countries?.includes(country.code)),
    ),
  ],
  'PRD-06 accepts-country-without-price': [
    'It accepts a product without a price for one of its countries.',
    overlooking(/^prices: there is no price for/),
  ],
  'PRD-06 needs-price-for-first-country-only': [
    'It asks for a price in the first country of a product only.',
    'the second country of a product',
    overlooking(
      /^prices: there is no price for/,
      ({ countries }, _setting, message) => !message.endsWith(` ${countries?.[0]}`),
    ),
  ],
  'PRD-07 accepts-unlinked-locale': [
    'It accepts a description in a locale that is not linked to the merchant.',
    overlooking(/^descriptions: /),
  ],
  'PRD-07 checks-language-of-locale-only': [
    'It accepts each locale whose language is that of a linked one.',
    'an unlinked locale in a linked language',
    judging((clean, values, setting) => {
      const languages = new Set(setting.markets.map(({ locale }) => locale.code.slice(0, 2)));
      const strange = Object.entries(values.descriptions ?? {}).filter(
        ([locale]) => !languages.has(locale.slice(0, 2)),
      );
      return clean({ ...values, descriptions: Object.fromEntries(strange) }, setting);
    }),
  ],
  'PRD-08 accepts-textile-composition-for-any-category': [
    'It accepts a textile composition for a category that takes none or a non-textile one.',
    overlooking(/^material_composition_textile is not possible/),
  ],
  'PRD-08 accepts-non-textile-composition-for-any-category': [
    'It accepts a non-textile composition for a category that takes none or a textile one.',
    overlooking(/^material_composition_non_textile is not possible/),
  ],
  'PRD-22 accepts-product-without-composition': [
    'It accepts a product that has no composition at all for a category that takes one.',
    overlooking(/^material_composition_\w+ is missing/),
  ],
  'PRD-10 refuses-second-size': [
    'It refuses each product that has a second size.',
    'products with a second size',
    inventing(({ second_size }) => (second_size === null ? undefined : 'second_size must be null')),
  ],
  'PRD-11 accepts-unknown-brand': accepting('brand', /^brand \S+ is not known/),
  'PRD-11 accepts-unknown-category': accepting('category', /^category \S+ is not known/),
  'PRD-11 accepts-unknown-color': accepting('color', /^color \S+ is not offered/),
  'PRD-11 accepts-unknown-size': accepting('size', /^size \S+ is not offered/),
  'PRD-11 accepts-unknown-second-size': accepting('second size', /^second_size \S+ is not offered/),
  'PRD-11 accepts-unknown-attribute': accepting('attribute', /^attributes: /),
  'PRD-11 accepts-unknown-cluster': accepting('cluster', /cluster_id \S+ is not a material group/),
  'PRD-11 accepts-unknown-material': accepting('material', /material_id \S+ is not a material/),
  'PRD-11 checks-first-attribute-only': [
    'It accepts any id for the second attribute of a product.',
    'the second attribute',
    judging((clean, values, setting) =>
      clean({ ...values, attributes: values.attributes.slice(0, 1) }, setting),
    ),
  ],
});
