import type { TSchema } from 'typebox';
import { PREFIX } from '../http/operation.js';
import { array, integer, nullable, object, string } from '../schema/build.js';

/** The parameters of every list with pages (clause 4.5, gap G-08). */
export const pageParameters = {
  page: integer({ minimum: 1, default: 1 }),
  per_page: integer({ minimum: 1, maximum: 100, default: 20 }),
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
  [filter: string]: string | number | null | undefined;
}

/** One page of the list at a path. A page past the end is empty, and its `prev` is the last page. */
export function paginate<Entry>(
  entries: readonly Entry[],
  path: string,
  { page, per_page, ...filters }: PageQuery,
) {
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
      next_cursor: hasNext ? Buffer.from(`page ${page + 1}`).toString('base64url') : null,
    },
  };
}
