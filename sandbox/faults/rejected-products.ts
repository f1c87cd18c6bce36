import type { ProductStatus } from '../domain/products.js';
import { type Rejection, rejectionOf } from '../domain/publication.js';
import { ApiError } from '../http/errors.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { liesIn, type Plant, together } from './fault.js';
import { ignoringPerPage, pastTheEnd } from './pages.js';
import { changePart, changeQuery, changeRequest, type Entry, viewOf } from './plants/requests.js';
import { changeBody, changeEntries, changeList, changePagination, entriesOf } from './plants/responses.js';

/** Plants a list of different rejections. */
function listing(
  change: (rejections: readonly Rejection[], request: OperationRequest) => readonly Rejection[],
): Plant {
  return changePart('publication', (publication, request) => ({
    rejections: () => change(publication.rejections(), request),
  }));
}

/** Plants a list that shows the styles with a status as if they were rejected. */
function listingToo(status: ProductStatus): Plant {
  return listing((rejections, { merchant }) => {
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
function filtering(matches: (styleKey: string, asked: string) => boolean): Plant {
  return changeRequest((request) => {
    const { style_key: asked, ...query } = request.query;
    if (typeof asked !== 'string' || asked === '') return request;
    const { publication } = request.merchant;
    const rejections = () => publication.rejections().filter(({ style_key }) => matches(style_key, asked));
    return {
      ...request,
      query,
      merchant: viewOf(request.merchant, { publication: viewOf(publication, { rejections }) }),
    };
  });
}

/** Plants a change of a parameter, if it is given. */
function taking(name: 'page' | 'per_page', change: (given: string) => string): Plant {
  return changeQuery(({ [name]: given }) => (typeof given === 'string' ? { [name]: change(given) } : {}));
}

/** Plants pages cut from a different list; `first` is the index at which the page begins. */
function cutting(change: (rejections: readonly Rejection[], first: number) => readonly Rejection[]): Plant {
  return listing((rejections, { query: { page = 1, per_page = 20 } }) =>
    change(rejections, (Number(page) - 1) * Number(per_page)),
  );
}

/** Plants a different number of pages. */
function counting(pages: (total: number, perPage: number) => number): Plant {
  return changePagination((pagination) => ({
    pages: pages(Number(pagination.total), Number(pagination.per_page)),
  }));
}

function pageLink(pagination: Entry, page: number): string {
  return `/api/v1/products/rejected?page=${page}&per_page=${pagination.per_page}`;
}

function withoutPerPage(link: unknown): unknown {
  return typeof link === 'string' ? link.replace(/&per_page=\d+/, '') : link;
}

/** Faults in the list of rejected products: its entries, its filter and its pages (clause 4.5). */
export const rejectedProductFaults = liesIn(['listRejectedProducts'], {
  'REJ-01 leaves-out-rejection-message': [
    'It lists rejected products without a rejection_message.',
    changeEntries(({ rejection_message: _, ...entry }) => entry),
  ],
  'REJ-01 lists-rejected-skus-in-place-of-hint-object': [
    'It sends rejected_product_ids_hint as a list of skus.',
    changeEntries(({ rejected_product_ids_hint: hint, ...entry }) => ({
      ...entry,
      rejected_product_ids_hint: isObject(hint) ? hint.skus : [],
    })),
  ],
  'REJ-01 gives-single-reason-without-list': [
    'It sends a single rejection reason as an object in place of a list.',
    'rejections for exactly one reason',
    changeEntries((entry) => {
      const [first, ...others] = entriesOf(entry.rejection_reasons);
      return others.length > 0 ? entry : { ...entry, rejection_reasons: first };
    }),
  ],
  'REJ-01 gives-empty-rejection-list-as-null': [
    'It sends null as the items of an empty list.',
    'lists and pages without entries',
    changeBody((body) =>
      isObject(body) && entriesOf(body.items).length === 0 ? { ...body, items: null } : body,
    ),
  ],
  'REJ-05 ignores-rejected-style-key': [
    'It lists all rejected products, whatever style key is requested.',
    changeQuery(() => ({ style_key: undefined })),
  ],
  'REJ-05 refuses-empty-style-key': [
    'It answers 400 for an empty style key, although the style key may be null.',
    'a style_key without a value',
    changeRequest((request) => {
      if (request.query.style_key === '') throw new ApiError(400, 'style_key must not be empty');
      return request;
    }),
  ],
  'REJ-05 finds-rejected-by-beginning-of-style-key': [
    'It lists all rejected styles whose key begins with the requested one.',
    'style keys that are the beginning of other style keys',
    filtering((styleKey, asked) => styleKey.startsWith(asked)),
  ],
  'REJ-05 finds-rejected-style-key-in-any-case': [
    'It ignores case when it looks for a rejected style key.',
    'style keys that differ from the rejected one only in case',
    filtering((styleKey, asked) => styleKey.toLowerCase() === asked.toLowerCase()),
  ],
  'REJ-05 decodes-rejected-style-key-twice': [
    'It decodes the requested style key a second time.',
    'style keys with a plus or a percent sign',
    filtering((styleKey, asked) => styleKey === decodeURIComponent(asked.replaceAll('+', ' '))),
  ],
  'REJ-05 looks-for-style-key-on-one-page-only': [
    'It looks for a rejected style key only among the entries of the requested page.',
    'styles that are not on the first page of the whole list',
    together(
      changeQuery(() => ({ style_key: undefined })),
      changeList((entries, { query }) =>
        typeof query.style_key === 'string' && query.style_key !== ''
          ? entries.filter(({ style_key }) => style_key === query.style_key)
          : entries,
      ),
    ),
  ],
  'REJ-08 lists-drafts-as-rejected': ['It lists drafts among the rejected products.', listingToo('draft')],
  'REJ-08 lists-problems-as-rejected': [
    'It lists approved products with a problem among the rejected ones.',
    'products with the status problem',
    listingToo('problem'),
  ],
  'REJ-08 rejects-without-saying-why': [
    'It lists rejected products with neither a reason nor a message.',
    changeEntries((entry) => ({ ...entry, rejection_reasons: [], rejection_message: '' })),
  ],
  'REJ-08 tells-reason-of-first-rejection-only': [
    'It lists rejected products with neither a reason nor a message, except the first of a page.',
    'the second entry of a page',
    changeEntries((entry, index) =>
      index === 0 ? entry : { ...entry, rejection_reasons: [], rejection_message: '' },
    ),
  ],
  'REJ-02 lists-fifty-rejected-by-default': [
    'It lists 50 rejected products on a page by default.',
    changeQuery(({ per_page = '50' }) => ({ per_page })),
  ],
  'REJ-02 counts-rejected-pages-from-zero': [
    'It calls the first page of rejected products page 0.',
    'requests that name no page',
    changePagination((_pagination, _entries, { query }) => (query.page === undefined ? { page: 0 } : {})),
  ],
  'REJ-03 accepts-more-than-hundred-rejected-per-page': [
    'It treats any per_page above 100 as 100.',
    taking('per_page', (given) => (Number(given) > 100 ? '100' : given)),
  ],
  'REJ-03 accepts-no-rejected-per-page': [
    'It treats a per_page of 0 as the default.',
    'a per_page of exactly 0',
    taking('per_page', (given) => (Number(given) === 0 ? '20' : given)),
  ],
  'REJ-03 refuses-hundred-rejected-per-page': [
    'It answers 400 to a per_page of 100.',
    'a per_page of exactly 100',
    taking('per_page', (given) => (given === '100' ? '101' : given)),
  ],
  'REJ-03 reads-digits-at-beginning-of-per-page': [
    'It reads the number at the beginning of per_page and ignores the rest.',
    'a fraction, or a word that begins with a digit',
    taking('per_page', (given) => /^\d+/.exec(given)?.[0] ?? given),
  ],
  'REJ-04 takes-page-zero-for-first': [
    'It answers page 0 of the rejected products with the first page.',
    'page 0',
    taking('page', (given) => (given === '0' ? '1' : given)),
  ],
  'REJ-04 takes-negative-page-for-first': [
    'It returns the first page of the rejected products for negative page numbers.',
    'page -1 and below',
    taking('page', (given) => (Number(given) < 0 ? '1' : given)),
  ],
  'REJ-04 takes-word-for-first-page': [
    'It answers the first page of the rejected products when page is not a number.',
    taking('page', (given) => (Number.isNaN(Number(given)) ? '1' : given)),
  ],
  'REJ-06 loses-rejected-at-page-edge': [
    'It begins every page after the first one entry too late.',
    'the second page',
    cutting((rejections, first) =>
      first > 0 && first < rejections.length
        ? rejections.toSpliced(first, 1).concat(rejections.slice(-1))
        : rejections,
    ),
  ],
  'REJ-06 turns-order-of-rejected-between-pages': [
    'It cuts the pages after the first from a list in a different order.',
    'the second page',
    cutting((rejections, first) => (first > 0 ? [...rejections].reverse() : rejections)),
  ],
  'REJ-06 rounds-down-number-of-rejected-pages': [
    'It does not count a last page that is not full in the number of pages.',
    'a total that is not a multiple of per_page',
    counting((total, perPage) => Math.floor(total / perPage)),
  ],
  'REJ-06 counts-one-rejected-page-too-many': [
    'It counts one page too many if the last page is full.',
    'a total that is a multiple of per_page',
    counting((total, perPage) => Math.floor(total / perPage) + 1),
  ],
  'REJ-06 counts-rejected-of-page-as-total': [
    'It sends the number of entries on the page as the total.',
    changePagination((_pagination, entries) => ({ total: entries.length })),
  ],
  'REJ-06 counts-rejected-products-in-place-of-entries': [
    'It sends the number of rejected products as the total, although the list has one entry for each style.',
    'a rejected style with more than one product',
    changePagination((_pagination, _entries, { merchant, query }) => {
      const rejected = merchant.catalogue.all().filter(({ status }) => status === 'rejected');
      return query.style_key === undefined ? { total: rejected.length } : {};
    }),
  ],
  'REJ-06 forgets-rejected-total-past-the-end': [
    'It sends 0 as the total and as the number of pages with a page past the end.',
    'a page past the end',
    pastTheEnd(() => ({ total: 0, pages: 0 })),
  ],
  'REJ-06 lists-twenty-rejected-whatever-per-page': [
    'It lists 20 rejected products on a page, and says so, whatever per_page is requested.',
    'any per_page except the default',
    ignoringPerPage,
  ],
  'REJ-06 calls-page-past-the-end-the-last-rejected-page': [
    'It sends the number of the last page with an empty page past the end.',
    'a page past the end',
    pastTheEnd(({ pages }) => ({ page: pages })),
  ],
  'REJ-07 links-rejected-pages-past-the-end': [
    'It links a page past the end to another one after it.',
    'a page past the end',
    pastTheEnd((pagination) => ({ next: pageLink(pagination, Number(pagination.page) + 1) })),
  ],
  'REJ-07 links-rejected-page-to-itself': [
    'It links to the page itself in place of the next page.',
    changePagination((pagination) =>
      pagination.next === null ? {} : { next: pageLink(pagination, Number(pagination.page)) },
    ),
  ],
  'REJ-07 links-behind-last-rejected-page': [
    'It links to a next page even on the last page.',
    'the last page',
    changePagination((pagination) => ({
      next: pagination.next ?? pageLink(pagination, Number(pagination.page) + 1),
    })),
  ],
  'REJ-07 links-first-rejected-page-back': [
    'It links to a previous page, page 0, even on the first page.',
    'the first page',
    changePagination((pagination) => ({
      prev: pagination.prev ?? pageLink(pagination, 0),
    })),
  ],
  'REJ-07 forgets-per-page-in-rejected-links': [
    'It leaves per_page out of the links, so that the next page has a different size.',
    'any per_page except the default',
    changePagination((pagination) => ({
      next: withoutPerPage(pagination.next),
      prev: withoutPerPage(pagination.prev),
    })),
  ],
  'REJ-07 repeats-last-rejected-page-past-the-end': [
    'It answers a page past the end with the entries of the last page.',
    'a page past the end',
    changeBody((body, { merchant, query }) => {
      const rejections = merchant.publication.rejections();
      const size = Number(query.per_page ?? 20);
      const isPast = isObject(body) && entriesOf(body.items).length === 0 && rejections.length > 0;
      const last = rejections.slice(Math.floor((rejections.length - 1) / size) * size);
      return isPast && query.style_key === undefined ? { ...body, items: last } : body;
    }),
  ],
});
