import type { ProductStatus } from '../domain/products.js';
import { type Rejection, rejectionOf } from '../domain/publication.js';
import { ApiError } from '../http/errors.js';
import { markOf, pageAt } from '../service/pages.js';
import { type Plant, type Plants, together } from './fault.js';
import { filtering, firstOfPage, listing } from './plants/lists.js';
import { createCounter } from './plants/memory.js';
import { listingValues } from './plants/products.js';
import {
  changed,
  changeParameters,
  changeQuery,
  changeRequest,
  type Entry,
  ignoring,
} from './plants/requests.js';
import {
  changeEntries,
  changeField,
  changeList,
  changeObject,
  changePagination,
  entriesOf,
} from './plants/responses.js';

/** Plants a different page for a cursor; `page` is the right one. */
function leadingTo(change: (page: number) => number): Plant {
  return changeParameters(['cursor'], (cursor) => (cursor === '' ? cursor : markOf(change(pageAt(cursor)))));
}

/** Plants a different link to the next page; `page` is the page that has it. */
function linkingNext(change: (next: unknown, page: number) => unknown): Plant {
  return changePagination(({ next, page }) => ({ next: change(next, Number(page)) }));
}

/** A link without its first parameter of this name, or with a different value of it. */
function linkWith(link: unknown, name: string, value?: number): unknown {
  if (typeof link !== 'string') return link;
  const [path, query] = link.split('?');
  const parameters = new URLSearchParams(query);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, String(value));
  return `${path}?${parameters}`;
}

/** Plants a different pagination on pages past the end of a list that has entries. */
function pastTheEnd(change: (pagination: Entry) => Entry): Plant {
  return changePagination((pagination) =>
    Number(pagination.page) > Number(pagination.pages) && pagination.pages !== 0 ? change(pagination) : {},
  );
}

/** Plants a different pagination on pages that were requested by cursor. */
function foundByCursor(change: (pagination: Entry) => Entry): Plant {
  return changePagination((pagination, _entries, { query: { cursor } }) =>
    typeof cursor === 'string' && cursor !== '' ? change(pagination) : {},
  );
}

/** Plants a list that shows styles with this status as if they were rejected. */
export function listingToo(status: ProductStatus): Plant {
  return listing('rejections', (rejections, { merchant }) => {
    const shown = merchant.catalogue.all().filter((product) => product.status === status);
    const styles = new Map(shown.map(({ values }) => [values.style_key, values.sku]));
    const description = 'The product is incomplete';
    const reasons = [{ key: 'incomplete', type: 'product', name: 'Incomplete', description }];
    return [
      ...rejections,
      ...[...styles].map(([styleKey, sku]) => rejectionOf(styleKey, new Map([[sku, reasons]]))),
    ];
  });
}

/** Plants a different filter for style_key. */
function finding(matches: (styleKey: string, asked: string) => boolean): Plant {
  return filtering('rejections', 'style_key', ({ style_key }, asked) => matches(style_key, asked));
}

/** Plants pages cut from a different list; `first` is the index at which the page begins. */
function cutting(change: (rejections: readonly Rejection[], first: number) => readonly Rejection[]): Plant {
  return listing('rejections', (rejections, request) => change(rejections, firstOfPage(request)));
}

/** Plants a different number of pages. */
function numbering(pages: (total: number, perPage: number) => number): Plant {
  return changePagination(({ total, per_page }) => ({ pages: pages(Number(total), Number(per_page)) }));
}

function pageLink(pagination: Entry, page: number): string {
  return `/api/v1/products/rejected?page=${page}&per_page=${pagination.per_page}`;
}

/** An entry that doesn't say why. */
function unexplained(entry: Entry): Entry {
  return { ...entry, rejection_reasons: [], rejection_message: '' };
}

/** Faults in lists with pages: their cursors, numbers, links, filters and rows (clauses 2.4, 4.1 and 4.5, gaps G-08 and G-19). */
export const listPlants: Plants = {
  'leads-cursor-back-to-its-page': leadingTo((page) => page - 1),
  'never-ends-cursors': changePagination(({ next_cursor }) => ({
    next_cursor: next_cursor ?? markOf(1),
  })),
  'skips-page-by-cursor': leadingTo((page) => page + 1),
  'forgets-cursor-after-first-page': changePagination(({ page }) =>
    page === 1 ? {} : { next_cursor: null },
  ),
  'calls-every-page-by-cursor-the-first': foundByCursor(() => ({ page: 1 })),
  'counts-rest-of-list-by-cursor': foundByCursor(({ page, per_page, total }) => ({
    total: Number(total) - (Number(page) - 1) * Number(per_page),
  })),
  'counts-entries-of-page-as-total': changePagination((_pagination, { length }) => ({ total: length })),
  'does-not-count-last-page': changePagination(({ pages }) => ({
    pages: Number(pages) > 1 ? Number(pages) - 1 : pages,
  })),
  'forgets-total-past-the-end': pastTheEnd(() => ({ total: 0, pages: 0 })),
  'lists-twenty-whatever-per-page': changeQuery(() => ({ per_page: '20' })),
  'links-page-to-itself': linkingNext((next, page) => linkWith(next, 'page', page)),
  'links-past-last-page': linkingNext((next, page) => next ?? `?page=${page + 1}`),
  'forgets-per-page-in-links': linkingNext((next) => linkWith(next, 'per_page')),
  'forgets-filter-in-links': linkingNext((next) => linkWith(next, 'style_key')),
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
  'lists-rejected-skus-in-place-of-hint-object': changeField(
    'rejected_product_ids_hint',
    (hint) => Object(hint).skus,
  ),
  'gives-single-reason-without-list': changeField('rejection_reasons', (reasons) => {
    const [first, ...others] = entriesOf(reasons);
    return others.length > 0 ? reasons : first;
  }),
  'gives-empty-rejection-list-as-null': changeObject((body) =>
    entriesOf(body.items).length === 0 ? { ...body, items: null } : body,
  ),
  'refuses-empty-style-key': changeRequest((request) => {
    if (request.query.style_key === '') throw new ApiError(400, 'style_key must not be empty');
    return request;
  }),
  'finds-rejected-by-beginning-of-style-key': finding((styleKey, asked) => styleKey.startsWith(asked)),
  'finds-rejected-style-key-in-any-case': finding(
    (styleKey, asked) => styleKey.toLowerCase() === asked.toLowerCase(),
  ),
  'decodes-rejected-style-key-twice': finding(
    (styleKey, asked) => styleKey === decodeURIComponent(asked.replaceAll('+', ' ')),
  ),
  'looks-for-style-key-on-one-page-only': together(
    ignoring('style_key'),
    changeList((entries, { query }) =>
      typeof query.style_key === 'string' && query.style_key !== ''
        ? entries.filter(({ style_key }) => style_key === query.style_key)
        : entries,
    ),
  ),
  'lists-fifty-rejected-styles-only': listing('rejections', (rejections) => rejections.slice(0, 50)),
  'rejects-without-saying-why': changeEntries(unexplained),
  'tells-reason-of-first-rejection-only': changeEntries((entry, index) =>
    index === 0 ? entry : unexplained(entry),
  ),
  'lists-fifty-rejected-by-default': changeQuery(({ per_page = '50' }) => ({ per_page })),
  'counts-rejected-pages-from-zero': changePagination((_pagination, _entries, { query }) =>
    query.page === undefined ? { page: 0 } : {},
  ),
  'accepts-more-than-hundred-rejected-per-page': changeParameters(['per_page'], (given) =>
    Number(given) > 100 ? '100' : given,
  ),
  'accepts-no-rejected-per-page': changeParameters(['per_page'], (given) =>
    Number(given) === 0 ? '20' : given,
  ),
  'refuses-hundred-rejected-per-page': changeParameters(['per_page'], (given) =>
    given === '100' ? '101' : given,
  ),
  'reads-digits-at-beginning-of-per-page': changeParameters(
    ['per_page'],
    (given) => /^\d+/.exec(given)?.[0] ?? given,
  ),
  'takes-page-zero-for-first': changeParameters(['page'], (given) => (given === '0' ? '1' : given)),
  'takes-negative-page-for-first': changeParameters(['page'], (given) => (Number(given) < 0 ? '1' : given)),
  'takes-word-for-first-page': changeParameters(['page'], (given) =>
    Number.isNaN(Number(given)) ? '1' : given,
  ),
  'loses-rejected-at-page-edge': cutting((rejections, first) =>
    first > 0 && first < rejections.length
      ? rejections.toSpliced(first, 1).concat(rejections.slice(-1))
      : rejections,
  ),
  'turns-order-of-rejected-between-pages': cutting((rejections, first) =>
    first > 0 ? [...rejections].reverse() : rejections,
  ),
  'rounds-down-number-of-rejected-pages': numbering((total, perPage) => Math.floor(total / perPage)),
  'counts-one-rejected-page-too-many': numbering((total, perPage) => Math.floor(total / perPage) + 1),
  'counts-rejected-products-in-place-of-entries': changePagination(
    (_pagination, _entries, { merchant, query }) => {
      const rejected = merchant.catalogue.all().filter(({ status }) => status === 'rejected');
      return query.style_key === undefined ? { total: rejected.length } : {};
    },
  ),
  'calls-page-past-the-end-the-last-rejected-page': pastTheEnd(({ pages }) => ({ page: pages })),
  'links-rejected-pages-past-the-end': pastTheEnd((pagination) => ({
    next: pageLink(pagination, Number(pagination.page) + 1),
  })),
  'links-behind-last-rejected-page': changePagination((pagination) => ({
    next: pagination.next ?? pageLink(pagination, Number(pagination.page) + 1),
  })),
  'links-first-rejected-page-back': changePagination((pagination) => ({
    prev: pagination.prev ?? pageLink(pagination, 0),
  })),
  'forgets-per-page-in-rejected-links': changePagination((pagination) =>
    changed(pagination, ['next', 'prev'], (link) => linkWith(link, 'per_page')),
  ),
  'repeats-last-rejected-page-past-the-end': changeList((entries, { merchant, query }) => {
    const rejections = merchant.publication.rejections();
    const size = Number(query.per_page ?? 20);
    const last = Math.floor((rejections.length - 1) / size) * size;
    return entries.length === 0 && query.style_key === undefined ? rejections.slice(last) : entries;
  }),
};
