import type { Static } from 'typebox';
import { integer, nullable, object, string } from '../schema/build.js';

/** The place of a page in its list (clause 2.4). next and prev are paths, null at the ends. */
export const paginationSchema = object({
  per_page: integer({ minimum: 1 }),
  page: integer({ minimum: 1 }),
  pages: integer({ minimum: 0 }),
  total: integer({ minimum: 0 }),
  next: nullable(string()),
  prev: nullable(string()),
  next_cursor: nullable(string({ description: 'an opaque mark of the next page' })),
});
type Pagination = Static<typeof paginationSchema>;

/** The parameters of every list with pages (clause 4.5, gap G-08). */
export const pageParameters = {
  page: integer({ minimum: 1, default: 1 }),
  per_page: integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** The requested page of a list, and the path and filters for the links to its neighbours. */
interface PageRequest {
  page: number;
  per_page: number;
  path: string;
  filters: Readonly<Record<string, string | number | null | undefined>>;
}

/** One page of a list. A page past the end is empty, and its `prev` is the last page. */
export function paginate<Entry>(
  entries: readonly Entry[],
  { page, per_page, path, filters }: PageRequest,
): { items: Entry[]; pagination: Pagination } {
  const pages = Math.ceil(entries.length / per_page);
  const first = (page - 1) * per_page;
  const hasNext = page < pages;
  const previous = Math.min(page - 1, pages);

  function link(target: number): string {
    const query = new URLSearchParams({ page: String(target), per_page: String(per_page) });
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined && value !== null) query.append(name, String(value));
    return `${path}?${query}`;
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
