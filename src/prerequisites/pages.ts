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

interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly pagination: { readonly pages: number };
}

/** A list read to its end. */
export interface Pages<Entry> {
  readonly entries: readonly Entry[];
  /** One exchange for each page, in order. */
  readonly exchanges: readonly Exchange[];
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
  const entries: EntryOf<Id>[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const exchange = await api.send(operation(operationId), { query: { per_page: 100, ...query, page } });
    // The bodies of the four lists have the same two members.
    const { items, pagination } = bodyOf(exchange as Exchange<Page<EntryOf<Id>>>);
    exchanges.push(exchange);
    entries.push(...items);
    if (page >= pagination.pages) return { entries, exchanges };
  }
  throw new Blocked(`${operationId} does not come to an end within ${mostPages} pages`);
}
