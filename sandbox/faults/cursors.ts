import { markOf, pageAt } from '../service/pages.js';
import { liesIn, type Plant } from './fault.js';
import { changePagination } from './plants/answers.js';
import { changeQuery } from './plants/requests.js';

/** Plants a different page for a cursor; `page` is the right one. */
function leadingTo(change: (page: number) => number): Plant {
  return changeQuery(({ cursor }) =>
    typeof cursor === 'string' && cursor !== '' ? { cursor: markOf(change(pageAt(cursor))) } : {},
  );
}

/** Faults in the cursors of lists with pages (clause 2.4, gap G-19). */
export const cursorFaults = liesIn(['listRejectedProducts', 'listProducts', 'listOrders', 'listCategories'], {
  'REJ-09 leads-cursor-back-to-its-page': [
    'It answers a cursor with the page that has it.',
    'requests with a cursor',
    leadingTo((page) => page - 1),
  ],
  'REJ-09 ignores-cursor': [
    'It ignores the parameter cursor and answers with the first page.',
    'requests with a cursor',
    changeQuery(() => ({ cursor: undefined })),
  ],
  'REJ-09 never-ends-cursors': [
    'It sends a cursor on the last page, too, which leads to the first page.',
    'the last page',
    changePagination(({ next_cursor }) => ({ next_cursor: next_cursor ?? markOf(1) })),
  ],
  'REJ-09 skips-page-by-cursor': [
    'It answers a cursor with the page after the right one.',
    'requests with a cursor',
    leadingTo((page) => page + 1),
  ],
  'REJ-09 forgets-cursor-after-first-page': [
    'It sends a cursor only on the first page.',
    'the second page of three',
    changePagination(({ page }) => (page === 1 ? {} : { next_cursor: null })),
  ],
});
