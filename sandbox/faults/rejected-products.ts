import type { ProductStatus } from '../domain/products.js';
import { type Rejection, rejectionOf } from '../domain/publication.js';
import { ApiError } from '../http/errors.js';
import { type Plant, type Plants, together } from './fault.js';
import {
  countingPageAsTotal,
  forgettingTotal,
  ignoringPerPage,
  linkingToItself,
  linkWith,
  pastTheEnd,
} from './pages.js';
import { filtering, firstOfPage, listing } from './plants/lists.js';
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
  withoutField,
} from './plants/responses.js';

/** Plants a list that shows the styles with a status as if they were rejected. */
function listingToo(status: ProductStatus): Plant {
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
function counting(pages: (total: number, perPage: number) => number): Plant {
  return changePagination(({ total, per_page }) => ({ pages: pages(Number(total), Number(per_page)) }));
}

function pageLink(pagination: Entry, page: number): string {
  return `/api/v1/products/rejected?page=${page}&per_page=${pagination.per_page}`;
}

/** An entry that doesn't say why. */
function unexplained(entry: Entry): Entry {
  return { ...entry, rejection_reasons: [], rejection_message: '' };
}

/** Faults in the list of rejected products: its entries, its filter and its pages (clause 4.5). */
export const rejectedProductPlants: Plants = {
  'leaves-out-rejection-message': withoutField('rejection_message'),
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
  'ignores-rejected-style-key': ignoring('style_key'),
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
  'lists-drafts-as-rejected': listingToo('draft'),
  'lists-problems-as-rejected': listingToo('problem'),
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
  'rounds-down-number-of-rejected-pages': counting((total, perPage) => Math.floor(total / perPage)),
  'counts-one-rejected-page-too-many': counting((total, perPage) => Math.floor(total / perPage) + 1),
  'counts-rejected-of-page-as-total': countingPageAsTotal,
  'counts-rejected-products-in-place-of-entries': changePagination(
    (_pagination, _entries, { merchant, query }) => {
      const rejected = merchant.catalogue.all().filter(({ status }) => status === 'rejected');
      return query.style_key === undefined ? { total: rejected.length } : {};
    },
  ),
  'forgets-rejected-total-past-the-end': forgettingTotal,
  'lists-twenty-rejected-whatever-per-page': ignoringPerPage,
  'calls-page-past-the-end-the-last-rejected-page': pastTheEnd(({ pages }) => ({ page: pages })),
  'links-rejected-pages-past-the-end': pastTheEnd((pagination) => ({
    next: pageLink(pagination, Number(pagination.page) + 1),
  })),
  'links-rejected-page-to-itself': linkingToItself,
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
