import { markOf, pageAt } from '../service/pages.js';
import type { Plant, Plants } from './fault.js';
import { changeParameters, changeQuery, type Entry, ignoring } from './plants/requests.js';
import { changePagination } from './plants/responses.js';

/** Plants a different page for a cursor; `page` is the right one. */
function leadingTo(change: (page: number) => number): Plant {
  return changeParameters(['cursor'], (cursor) => (cursor === '' ? cursor : markOf(change(pageAt(cursor)))));
}

/** Plants a different link to the next page; `page` is the page that has it. */
function linkingNext(change: (next: unknown, page: number) => unknown): Plant {
  return changePagination(({ next, page }) => ({ next: change(next, Number(page)) }));
}

/** A link without its first parameter of this name, or with a different value of it. */
export function linkWith(link: unknown, name: string, value?: number): unknown {
  if (typeof link !== 'string') return link;
  const [path, query] = link.split('?');
  const parameters = new URLSearchParams(query);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, String(value));
  return `${path}?${parameters}`;
}

/** Plants a different pagination on pages past the end of a list that has entries. */
export function pastTheEnd(change: (pagination: Entry) => Entry): Plant {
  return changePagination((pagination) =>
    Number(pagination.page) > Number(pagination.pages) && pagination.pages !== 0 ? change(pagination) : {},
  );
}

/** Plants a different pagination on pages that were found by a cursor. */
function foundByCursor(change: (pagination: Entry) => Entry): Plant {
  return changePagination((pagination, _entries, { query: { cursor } }) =>
    typeof cursor === 'string' && cursor !== '' ? change(pagination) : {},
  );
}

/** Plants a service that has one page size. */
export const ignoringPerPage = changeQuery(() => ({ per_page: '20' }));

/** Plants a service that counts the entries of a page alone. */
export const countingPageAsTotal = changePagination((_pagination, { length }) => ({ total: length }));

/** Plants a service that counts nothing on pages past the end. */
export const forgettingTotal = pastTheEnd(() => ({ total: 0, pages: 0 }));

/** Plants pages that lead to themselves. */
export const linkingToItself = linkingNext((next, page) => linkWith(next, 'page', page));

/** Faults in the cursors, numbers and links of lists with pages (clause 2.4, gap G-19). */
export const pagePlants: Plants = {
  'leads-cursor-back-to-its-page': leadingTo((page) => page - 1),
  'ignores-cursor': ignoring('cursor'),
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
  'counts-entries-of-page-as-total': countingPageAsTotal,
  'does-not-count-last-page': changePagination(({ pages }) => ({
    pages: Number(pages) > 1 ? Number(pages) - 1 : pages,
  })),
  'forgets-total-past-the-end': forgettingTotal,
  'lists-twenty-whatever-per-page': ignoringPerPage,
  'links-page-to-itself': linkingToItself,
  'links-past-last-page': linkingNext((next, page) => next ?? `?page=${page + 1}`),
  'forgets-per-page-in-links': linkingNext((next) => linkWith(next, 'per_page')),
  'forgets-filter-in-links': linkingNext((next) => linkWith(next, 'style_key')),
};
