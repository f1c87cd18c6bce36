import type { ProductValues } from '../domain/products.js';
import { liesIn, type Plant } from './fault.js';
import { createCounter } from './plants/callers.js';
import { listing, listingValues } from './plants/products.js';
import { changeQuery } from './plants/requests.js';
import { changeList } from './plants/responses.js';

/** Plants a different filter for a parameter. */
function finding(name: string, matches: (values: ProductValues, asked: string) => boolean): Plant {
  return listing(
    (products, { [name]: asked }) =>
      typeof asked === 'string' && asked !== ''
        ? products.filter(({ values }) => matches(values, asked))
        : products,
    ({ [name]: _, ...query }) => query,
  );
}

/** Faults in the product list: its filters, pages and values (clause 4.1, gap G-08). */
export const productListFaults = liesIn(['listProducts'], {
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
    'It lists only the first ten active products.',
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
    'It lists the products of every style whose key begins with the requested one.',
    'a style key that is the beginning of another style key',
    finding('style_key', ({ style_key }, asked) => style_key.startsWith(asked)),
  ],
  'PRD-19 takes-plus-in-sku-for-space': [
    'It treats an encoded plus in the requested sku as a space.',
    'skus with a plus',
    finding('sku', ({ sku }, asked) => sku === asked.replaceAll('+', ' ')),
  ],
  'PRD-19 loses-first-row-of-later-pages': [
    'It leaves out the first row of every page after the first.',
    'the second page',
    changeList((rows, { query }) => (Number(query.page ?? 1) > 1 ? rows.slice(1) : rows)),
  ],
  'PRD-15 rounds-listed-prices': [
    'It lists prices rounded to one decimal.',
    'prices with two decimals',
    listingValues(({ prices }) => ({
      prices: prices.map((price) => ({ ...price, retail_price: Math.round(price.retail_price * 10) / 10 })),
    })),
  ],
  'PRD-15 escapes-listed-strings': [
    'It lists names as HTML.',
    'names with a character that has a meaning in HTML',
    listingValues(({ name }) => ({
      name: name?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') ?? null,
    })),
  ],
  'PRD-15 lists-one-description-only': [
    'It lists only the first description of a product.',
    'products with descriptions in several locales',
    listingValues(({ descriptions }) => ({
      descriptions: descriptions && Object.fromEntries(Object.entries(descriptions).slice(0, 1)),
    })),
  ],
  'PRD-15 lists-null-as-empty-text': [
    'It lists an empty string for a string that was sent as null.',
    'strings that were sent as null',
    listingValues(({ hs_code, name }) => ({ hs_code: hs_code ?? '', name: name ?? '' })),
  ],
});
