import type { ProductValues } from '../domain/products.js';
import { type Lie, liesIn, type Plant } from './fault.js';
import { changeList } from './plants/answers.js';
import { createCounter } from './plants/callers.js';
import { inventing, judging, listing, listingValues, overlooking } from './plants/products.js';
import { changeQuery } from './plants/requests.js';

/** Plants another filter in place of a parameter's own. */
function finding(name: string, matches: (values: ProductValues, asked: string) => boolean): Plant {
  return listing(
    (products, { [name]: asked }) =>
      typeof asked === 'string' && asked !== ''
        ? products.filter(({ values }) => matches(values, asked))
        : products,
    ({ [name]: _, ...query }) => query,
  );
}

/** Faults of the filters and pages of the product list (clause 4.1, gap G-08). */
export const listFaults = liesIn(['listProducts'], {
  'PRD-04 ignores-status-filter': [
    'It lists all products when one status is requested.',
    changeQuery(() => ({ status: undefined })),
  ],
  'PRD-04 lists-one-active-variant-of-style': [
    'It lists only the first product of each style among the active ones.',
    'styles with several active products',
    listing((products, { status }) => {
      const count = createCounter();
      return products.filter(({ values }) => status !== 'active' || count(values.style_key) === 1);
    }),
  ],
  'PRD-04 lists-ten-active-products-only': [
    'It lists the first ten active products only.',
    'more than ten active products',
    listing((products, { status }) =>
      status === 'active' ? products.filter((product) => product.status === 'active').slice(0, 10) : products,
    ),
  ],
  'PRD-16 lists-two-variants-of-style': [
    'It lists at most two products of a style.',
    'the third variant of a style',
    listing((products) => {
      const count = createCounter();
      return products.filter(({ values }) => count(values.style_key) <= 2);
    }),
  ],
  'PRD-19 ignores-sku-filter': [
    'It lists all products when one sku is requested.',
    changeQuery(() => ({ sku: undefined })),
  ],
  'PRD-19 matches-style-key-by-its-beginning': [
    'It lists the products of each style whose key begins with the requested one.',
    'a style key with which another one begins',
    finding('style_key', ({ style_key }, asked) => style_key.startsWith(asked)),
  ],
  'PRD-19 takes-plus-in-sku-for-space': [
    'It treats an encoded plus in the requested sku as a space.',
    'skus with a plus',
    finding('sku', ({ sku }, asked) => sku === asked.replaceAll('+', ' ')),
  ],
  'PRD-19 loses-first-row-of-later-pages': [
    'It leaves out the first row of each page except the first one.',
    'the second page',
    changeList((rows, { query }) => (Number(query.page ?? 1) > 1 ? rows.slice(1) : rows)),
  ],
});

/** Faults in the values that the product list returns (clause 4.1, gap G-08). */
export const listedValuesFaults = liesIn(['listProducts'], {
  'PRD-15 rounds-listed-prices': [
    'It lists prices rounded to one decimal.',
    'prices with two decimals',
    listingValues(({ prices }) => ({
      prices: prices.map((price) => ({ ...price, retail_price: Math.round(price.retail_price * 10) / 10 })),
    })),
  ],
  'PRD-15 escapes-listed-texts': [
    'It lists names as HTML.',
    'names with a character that has a meaning in HTML',
    listingValues(({ name }) => ({
      name: name?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') ?? null,
    })),
  ],
  'PRD-15 lists-one-description-only': [
    'It lists the first description of a product only.',
    'products with descriptions in several locales',
    listingValues(({ descriptions }) => ({
      descriptions: descriptions && Object.fromEntries(Object.entries(descriptions).slice(0, 1)),
    })),
  ],
  'PRD-15 lists-null-as-empty-text': [
    'It lists an empty text for a text that was sent as null.',
    'texts that were sent as null',
    listingValues(({ hs_code, name }) => ({ hs_code: hs_code ?? '', name: name ?? '' })),
  ],
});

/** Plants acceptance of an unknown id. */
function accepting(name: string, problem: RegExp): Lie {
  return [
    `It accepts a product with an id of a ${name} that the reference data does not know.`,
    overlooking(problem),
  ];
}

/** Faults in checking products against the merchant's markets and the reference data (clause 2.2). */
export const referencesFaults = liesIn(['upsertProducts'], {
  'PRD-05 accepts-unlinked-country': [
    'It accepts a product for a country that is not linked to the merchant.',
    overlooking(/^(countries|prices): \S+ is not linked/),
  ],
  'PRD-05 accepts-unlinked-country-beside-linked-one': [
    'It accepts a country that is not linked to the merchant if another one of the product is.',
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
    'It requires a price only in the first country of a product.',
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
