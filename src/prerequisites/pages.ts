import type { Client } from '../client/client.js';
import { operation } from '../contract/operations.js';
import type { OperationId, SuccessBodyOf } from '../contract/types.js';
import type { Exchange } from '../exchange/exchange.js';
import { Blocked } from '../verdicts/interruptions.js';
import { bodyOf } from './body-of.js';

/** Operations that list page by page (clause 2.4, gaps G-08 and G-11). */
export type PagedOperation = Extract<
  OperationId,
  'listProducts' | 'listRejectedProducts' | 'listOrders' | 'listCategories'
>;

/** An entry of such a list. */
export type EntryOf<Id extends PagedOperation> =
  SuccessBodyOf<Id> extends { readonly items: readonly (infer Entry)[] } ? Entry : never;

/** The body of one page. */
export interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly pagination: {
    readonly pages: number;
    readonly next?: string | null;
    readonly prev?: string | null;
  };
}

/** A list read to its end. */
export interface Pages<Entry> {
  readonly entries: readonly Entry[];
  /** One exchange for each page, in order. */
  readonly exchanges: readonly Exchange[];
  /** The exchange of the last page. */
  readonly last: Exchange;
  /** Links of each page to its neighbours, in the same order. */
  readonly links: readonly Pick<Page<Entry>['pagination'], 'next' | 'prev'>[];
}

/** More pages than any list of a test has: a target that never comes to an end must not hold the run. */
const mostPages = 200;

/**
 * Reads a list from its first page to its last.
 * @param query filters, and per_page where another size than 100 is wanted
 * @throws Blocked when a page is refused, or the pages don't come to an end
 */
export async function everyPage<Id extends PagedOperation>(
  api: Client,
  operationId: Id,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Pages<EntryOf<Id>>> {
  const exchanges: Exchange[] = [];
  const links: Pick<Page<EntryOf<Id>>['pagination'], 'next' | 'prev'>[] = [];
  const entries: EntryOf<Id>[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    // The bodies of the four lists have the same two members.
    const exchange = (await api.send(operation(operationId), {
      query: { per_page: 100, ...query, page },
    })) as Exchange<Page<EntryOf<Id>>>;
    const { items, pagination } = bodyOf(exchange);
    exchanges.push(exchange);
    entries.push(...items);
    links.push({ next: pagination.next, prev: pagination.prev });
    if (page >= pagination.pages) return { entries, exchanges, last: exchange, links };
  }
  throw new Blocked(`${operationId} does not come to an end within ${mostPages} pages`);
}

/**
 * Follows a link of a pagination, at the target's own address whatever host the link names.
 * @param link a path, or a URL
 */
export async function followLink(api: Client, operationId: PagedOperation, link: string): Promise<Exchange> {
  const { pathname, search } = new URL(link, `http://target.invalid${operation(operationId).path}`);
  return api.send(operation(operationId), { raw: { target: pathname + search } });
}
