import type { Plants } from './fault.js';
import { filtering, listing } from './plants/lists.js';
import { createCounter } from './plants/memory.js';
import { listingValues } from './plants/products.js';
import { ignoring } from './plants/requests.js';
import { changeList } from './plants/responses.js';

/** Faults in the product list: its filters, pages and values (clause 4.1, gap G-08). */
export const productListPlants: Plants = {
  'ignores-status-filter': ignoring('status'),
  'lists-one-active-variant-of-style': listing('products', (products, { query }) => {
    const count = createCounter();
    return products.filter(({ values }) => query.status !== 'active' || count(values.style_key) === 1);
  }),
  'lists-ten-active-products-only': listing('products', (products, { query }) =>
    query.status === 'active' ? products.filter(({ status }) => status === 'active').slice(0, 10) : products,
  ),
  'lists-two-variants-of-style': listing('products', (products) => {
    const count = createCounter();
    return products.filter(({ values }) => count(values.style_key) <= 2);
  }),
  'ignores-sku-filter': ignoring('sku'),
  'matches-style-key-by-its-beginning': filtering('products', 'style_key', ({ values }, asked) =>
    values.style_key.startsWith(asked),
  ),
  'takes-plus-in-sku-for-space': filtering(
    'products',
    'sku',
    ({ values }, asked) => values.sku === asked.replaceAll('+', ' '),
  ),
  'loses-first-row-of-later-pages': changeList((rows, { query }) =>
    Number(query.page ?? 1) > 1 ? rows.slice(1) : rows,
  ),
  'rounds-listed-prices': listingValues(({ prices }) => ({
    prices: prices.map((price) => ({ ...price, retail_price: Math.round(price.retail_price * 10) / 10 })),
  })),
  'escapes-listed-strings': listingValues(({ name }) => ({
    name: name?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') ?? null,
  })),
  'lists-one-description-only': listingValues(({ descriptions }) => ({
    descriptions: descriptions && Object.fromEntries(Object.entries(descriptions).slice(0, 1)),
  })),
  'lists-null-as-empty-text': listingValues(({ hs_code, name }) => ({
    hs_code: hs_code ?? '',
    name: name ?? '',
  })),
};
