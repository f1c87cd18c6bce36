import type { Rejection } from '../../domain/products/rejections.js';
import type { OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { changeBody, changePagination, type Entry, entriesOf } from '../answer-changes.js';
import type { Fault } from '../fault.js';
import { changeMerchant, changeQuery, viewOf } from '../request-changes.js';

const operations = ['listRejectedProducts'] as const;

/** Plants that a parameter is taken for another one where it is given. */
function taking(name: 'page' | 'per_page', change: (given: string) => string): Fault['plant'] {
  return changeQuery(({ [name]: given }) => (typeof given === 'string' ? { [name]: change(given) } : {}));
}

/** Plants that pages are cut from another list; `first` is the place that the page begins at. */
function cutting(
  change: (rejections: readonly Rejection[], first: number) => readonly Rejection[],
): Fault['plant'] {
  return changeMerchant(({ merchant, query }) => ({
    publication: viewOf(merchant.publication, {
      rejections: () => change(merchant.publication.rejections(), firstOf(query)),
    }),
  }));
}

function firstOf({ page, per_page }: OperationRequest['query']): number {
  return (Number(page ?? 1) - 1) * Number(per_page ?? 20);
}

/** Plants another number of pages. */
function counting(pages: (total: number, perPage: number) => number): Fault['plant'] {
  return changePagination((pagination) => ({
    ...pagination,
    pages: pages(Number(pagination.total), Number(pagination.per_page)),
  }));
}

/** The body with other numbers in its pagination. */
function withPagination(body: unknown, numbers: Entry): unknown {
  return isObject(body) && isObject(body.pagination)
    ? { ...body, pagination: { ...body.pagination, ...numbers } }
    : body;
}

function pageLink(pagination: Entry, page: number): string {
  return `/api/v1/products/rejected?page=${page}&per_page=${pagination.per_page}`;
}

function withoutPerPage(link: unknown): unknown {
  return typeof link === 'string' ? link.replace(/&per_page=\d+/, '') : link;
}

/** Faults of the pages of the list of rejected products. */
export const rejectedPagesFaults: readonly Fault[] = [
  {
    id: 'lists-fifty-rejected-by-default',
    violates: 'REJ-02',
    does: 'It lists 50 rejected products on a page when nobody says how many.',
    operations,
    plant: changeQuery(({ per_page = '50' }) => ({ per_page })),
  },
  {
    id: 'counts-rejected-pages-from-zero',
    violates: 'REJ-02',
    does: 'It calls the first page of rejected products page 0.',
    showsFor: 'requests that name no page',
    operations,
    plant: changeBody((body, { query }) =>
      query.page === undefined ? withPagination(body, { page: 0 }) : body,
    ),
  },
  {
    id: 'accepts-more-than-hundred-rejected-per-page',
    violates: 'REJ-03',
    does: 'It takes any per_page above 100 for 100.',
    operations,
    plant: taking('per_page', (given) => (Number(given) > 100 ? '100' : given)),
  },
  {
    id: 'accepts-no-rejected-per-page',
    violates: 'REJ-03',
    does: 'It takes a per_page of 0 for the default.',
    showsFor: 'a per_page of exactly 0',
    operations,
    plant: taking('per_page', (given) => (Number(given) === 0 ? '20' : given)),
  },
  {
    id: 'refuses-hundred-rejected-per-page',
    violates: 'REJ-03',
    does: 'It answers 400 to a per_page of 100.',
    showsFor: 'a per_page of exactly 100',
    operations,
    plant: taking('per_page', (given) => (given === '100' ? '101' : given)),
  },
  {
    id: 'reads-digits-at-beginning-of-per-page',
    violates: 'REJ-03',
    does: 'It reads per_page as far as it is a number and passes over the rest.',
    showsFor: 'a fraction, or a word that begins with a digit',
    operations,
    plant: taking('per_page', (given) => /^\d+/.exec(given)?.[0] ?? given),
  },
  {
    id: 'takes-page-zero-for-first',
    violates: 'REJ-04',
    does: 'It answers page 0 of the rejected products with the first page.',
    showsFor: 'page 0',
    operations,
    plant: taking('page', (given) => (given === '0' ? '1' : given)),
  },
  {
    id: 'takes-negative-page-for-first',
    violates: 'REJ-04',
    does: 'It answers pages below 0 of the rejected products with the first page.',
    showsFor: 'page -1 and below',
    operations,
    plant: taking('page', (given) => (Number(given) < 0 ? '1' : given)),
  },
  {
    id: 'takes-word-for-first-page',
    violates: 'REJ-04',
    does: 'It answers the first page of the rejected products when page is no number.',
    operations,
    plant: taking('page', (given) => (Number.isNaN(Number(given)) ? '1' : given)),
  },
  {
    id: 'loses-rejected-at-page-edge',
    violates: 'REJ-06',
    does: 'It begins every page after the first one entry too late.',
    showsFor: 'the second page',
    operations,
    plant: cutting((rejections, first) =>
      first > 0 && first < rejections.length
        ? rejections.toSpliced(first, 1).concat(rejections.slice(-1))
        : rejections,
    ),
  },
  {
    id: 'turns-order-of-rejected-between-pages',
    violates: 'REJ-06',
    does: 'It cuts the pages after the first from a list in another order.',
    showsFor: 'the second page',
    operations,
    plant: cutting((rejections, first) => (first > 0 ? [...rejections].reverse() : rejections)),
  },
  {
    id: 'rounds-down-number-of-rejected-pages',
    violates: 'REJ-06',
    does: 'It leaves a last page that is not full out of the number of pages.',
    showsFor: 'a total that is no multiple of per_page',
    operations,
    plant: counting((total, perPage) => Math.floor(total / perPage)),
  },
  {
    id: 'counts-one-rejected-page-too-many',
    violates: 'REJ-06',
    does: 'It counts a further page behind a last page that is full.',
    showsFor: 'a total that is a multiple of per_page',
    operations,
    plant: counting((total, perPage) => Math.floor(total / perPage) + 1),
  },
  {
    id: 'counts-rejected-of-page-as-total',
    violates: 'REJ-06',
    does: 'It gives the number of entries of the page as the total.',
    operations,
    plant: changePagination((pagination, entries) => ({ ...pagination, total: entries.length })),
  },
  {
    id: 'counts-rejected-products-in-place-of-entries',
    violates: 'REJ-06',
    does: 'It gives the number of rejected products as the total, though the list has one entry for each style.',
    showsFor: 'a rejected style with more than one product',
    operations,
    plant: changeBody((body, { merchant, query }) => {
      const rejected = merchant.catalogue.all().filter(({ status }) => status === 'rejected');
      return query.style_key === undefined ? withPagination(body, { total: rejected.length }) : body;
    }),
  },
  {
    id: 'links-rejected-page-to-itself',
    violates: 'REJ-07',
    does: 'It gives the link to the page itself as the one to the next page.',
    operations,
    plant: changePagination((pagination) => ({
      ...pagination,
      ...(pagination.next !== null && { next: pageLink(pagination, Number(pagination.page)) }),
    })),
  },
  {
    id: 'links-behind-last-rejected-page',
    violates: 'REJ-07',
    does: 'It gives a next page on the last page too.',
    showsFor: 'the last page',
    operations,
    plant: changePagination((pagination) => ({
      ...pagination,
      next: pagination.next ?? pageLink(pagination, Number(pagination.page) + 1),
    })),
  },
  {
    id: 'links-first-rejected-page-back',
    violates: 'REJ-07',
    does: 'It gives a previous page, the page 0, on the first page too.',
    showsFor: 'the first page',
    operations,
    plant: changePagination((pagination) => ({
      ...pagination,
      prev: pagination.prev ?? pageLink(pagination, 0),
    })),
  },
  {
    id: 'forgets-per-page-in-rejected-links',
    violates: 'REJ-07',
    does: 'It leaves per_page out of the links, so that the next page has another size.',
    showsFor: 'any per_page but the default',
    operations,
    plant: changePagination((pagination) => ({
      ...pagination,
      next: withoutPerPage(pagination.next),
      prev: withoutPerPage(pagination.prev),
    })),
  },
  {
    id: 'repeats-last-rejected-page-past-the-end',
    violates: 'REJ-07',
    does: 'It answers a page past the end with the entries of the last page.',
    showsFor: 'a page past the end',
    operations,
    plant: changeBody((body, { merchant, query }) => {
      const rejections = merchant.publication.rejections();
      const size = Number(query.per_page ?? 20);
      const isPast = isObject(body) && entriesOf(body.items).length === 0 && rejections.length > 0;
      const last = rejections.slice(Math.floor((rejections.length - 1) / size) * size);
      return isPast && query.style_key === undefined ? { ...body, items: last } : body;
    }),
  },
];
