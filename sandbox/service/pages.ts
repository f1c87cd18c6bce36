import type { TSchema } from 'typebox';
import { ApiError } from '../http/errors.js';
import { PREFIX } from '../http/operation.js';
import { array, integer, nullable, object, optional, string } from '../schema/build.js';

/** The parameters of every list with pages (clause 4.5, gap G-08). */
export const pageParameters = {
  page: integer({ minimum: 1, default: 1 }),
  per_page: integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: optional(
    string({ description: 'the next_cursor of a page, for the page after it; replaces page' }),
  ),
};

/** The place of a page in its list (clause 2.4). next and prev are paths, null at the ends. */
const paginationSchema = object({
  per_page: integer({ minimum: 1 }),
  page: integer({ minimum: 1 }),
  pages: integer({ minimum: 0 }),
  total: integer({ minimum: 0 }),
  next: nullable(string()),
  prev: nullable(string()),
  next_cursor: nullable(string({ description: 'an opaque mark of the next page' })),
});

/** One page of a list of such entries (clause 4.5). */
export function pageOf(entry: TSchema) {
  return object({ items: array(entry), pagination: paginationSchema });
}

/** The query of a list: the requested page, and the filters, which its links repeat. */
interface PageQuery {
  page: number;
  per_page: number;
  cursor?: string | undefined;
  [filter: string]: string | number | null | undefined;
}

/** The mark of a page, for use as next_cursor (gap G-19). */
export function markOf(page: number): string {
  return Buffer.from(`page ${page}`).toString('base64url');
}

/** The number of the page that a mark leads to. Throws ApiError 400 if it is not the mark of a page. */
export function pageAt(mark: string): number {
  const [, page] = /^page ([1-9]\d{0,14})$/.exec(Buffer.from(mark, 'base64url').toString()) ?? [];
  if (page === undefined) throw new ApiError(400, 'cursor must be the next_cursor of a page');
  return Number(page);
}

/**
 * One page of the list at a path; an empty cursor counts as none. A page past the end is empty, and its
 * `prev` is the last page.
 */
export function paginate<Entry>(
  entries: readonly Entry[],
  path: string,
  { page: numbered, per_page, cursor = '', ...filters }: PageQuery,
) {
  const page = cursor === '' ? numbered : pageAt(cursor);
  const pages = Math.ceil(entries.length / per_page);
  const first = (page - 1) * per_page;
  const hasNext = page < pages;
  const previous = Math.min(page - 1, pages);

  function link(target: number): string {
    const query = new URLSearchParams({ page: String(target), per_page: String(per_page) });
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined && value !== null) query.append(name, String(value));
    return `${PREFIX}${path}?${query}`;
  }

  return {
    items: entries.slice(first, first + per_page),
    pagination: {
      per_page,
      page,
      pages,
      total: entries.length,
      next: hasNext ? link(page + 1) : null,
      prev: previous >= 1 ? link(previous) : null,
      next_cursor: hasNext ? markOf(page + 1) : null,
    },
  };
}
