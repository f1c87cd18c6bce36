import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { listing, listingValues } from '../product-changes.js';

const operations = ['listProducts'] as const;

/** Plants rows that are lost or repeated, given the number of the page that they are on. */
function changingPages(
  change: (rows: readonly unknown[], page: number) => readonly unknown[],
): Fault['plant'] {
  return (clean, plantedIn) => ({
    async handle(operation, request) {
      const answer = await clean.handle(operation, request);
      const { body } = answer;
      if (!plantedIn(operation.id) || !isObject(body) || !Array.isArray(body.items)) return answer;
      return { ...answer, body: { ...body, items: change(body.items, Number(request.query.page ?? 1)) } };
    },
  });
}

function without(query: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}

/** Faults of the filters and pages of the product list (clause 4.1, gap G-08). */
export const listFaults: readonly Fault[] = [
  {
    id: 'ignores-status-filter',
    violates: 'PRD-04',
    does: 'It lists all products when it is asked for those of one status.',
    operations,
    plant: listing(
      (products) => products,
      (query) => without(query, 'status'),
    ),
  },
  {
    id: 'lists-one-active-variant-of-style',
    violates: 'PRD-04',
    does: 'It lists only the first product of each style among the active ones.',
    operations,
    showsFor: 'styles with several active products',
    plant: listing((products, { status }) => {
      if (status !== 'active') return products;
      const styles = new Set<string>();
      return products.filter(({ values: { style_key } }) => !styles.has(style_key) && styles.add(style_key));
    }),
  },
  {
    id: 'lists-ten-active-products-only',
    violates: 'PRD-04',
    does: 'It lists the first ten active products only.',
    operations,
    showsFor: 'more than ten active products',
    plant: listing((products, { status }) =>
      status === 'active' ? products.filter((product) => product.status === 'active').slice(0, 10) : products,
    ),
  },
  {
    id: 'lists-two-variants-of-style',
    violates: 'PRD-16',
    does: 'It lists at most two products of a style.',
    operations,
    showsFor: 'the third variant of a style',
    plant: listing((products) => {
      const counts = new Map<string, number>();
      return products.filter(({ values: { style_key } }) => {
        const count = (counts.get(style_key) ?? 0) + 1;
        counts.set(style_key, count);
        return count <= 2;
      });
    }),
  },
  {
    id: 'ignores-sku-filter',
    violates: 'PRD-19',
    does: 'It lists all products when it is asked for one sku.',
    operations,
    plant: listing(
      (products) => products,
      (query) => without(query, 'sku'),
    ),
  },
  {
    id: 'matches-style-key-by-its-beginning',
    violates: 'PRD-19',
    does: 'It lists the products of each style whose key begins with the one that is asked for.',
    operations,
    showsFor: 'a style key that another one begins with',
    plant: listing(
      (products, { style_key }) =>
        typeof style_key === 'string'
          ? products.filter(({ values }) => values.style_key.startsWith(style_key))
          : products,
      (query) => without(query, 'style_key'),
    ),
  },
  {
    id: 'takes-plus-in-sku-for-space',
    violates: 'PRD-19',
    does: 'It takes a plus in the sku that is asked for, though it was encoded, for a space.',
    operations,
    showsFor: 'skus with a plus',
    plant: listing(
      (products, { sku }) =>
        typeof sku === 'string' && sku !== ''
          ? products.filter(({ values }) => values.sku === sku.replaceAll('+', ' '))
          : products,
      (query) => without(query, 'sku'),
    ),
  },
  {
    id: 'loses-first-row-of-later-pages',
    violates: 'PRD-19',
    does: 'It leaves out the first row of each page but the first one.',
    operations,
    showsFor: 'the second page',
    plant: changingPages((rows, page) => (page > 1 ? rows.slice(1) : rows)),
  },
];

/** Faults of the values that the product list gives back (clause 4.1, gap G-08). */
export const listedValuesFaults: readonly Fault[] = [
  {
    id: 'rounds-listed-prices',
    violates: 'PRD-15',
    does: 'It lists prices rounded to one decimal.',
    operations,
    showsFor: 'prices with two decimals',
    plant: listingValues(({ prices }) => ({
      prices: prices.map((price) => ({ ...price, retail_price: Math.round(price.retail_price * 10) / 10 })),
    })),
  },
  {
    id: 'escapes-listed-texts',
    violates: 'PRD-15',
    does: 'It lists names as HTML.',
    operations,
    showsFor: 'names with a character that has a meaning in HTML',
    plant: listingValues(({ name }) => ({
      name: name?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') ?? null,
    })),
  },
  {
    id: 'lists-one-description-only',
    violates: 'PRD-15',
    does: 'It lists the first description of a product only.',
    operations,
    showsFor: 'products with descriptions in several locales',
    plant: listingValues(({ descriptions }) => ({
      descriptions: descriptions && Object.fromEntries(Object.entries(descriptions).slice(0, 1)),
    })),
  },
  {
    id: 'lists-null-as-empty-text',
    violates: 'PRD-15',
    does: 'It lists an empty text for a text that was sent as null.',
    operations,
    showsFor: 'texts that were sent as null',
    plant: listingValues(({ hs_code, name }) => ({ hs_code: hs_code ?? '', name: name ?? '' })),
  },
];
