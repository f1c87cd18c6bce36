import { contract } from '../../contract/document.js';
import { operation } from '../../contract/operations.js';
import { type SchemaFacts, SchemaReader } from '../../contract/schema-facts.js';
import type { OperationId, SuccessBodyOf } from '../../contract/types.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { Blocked } from '../../verdicts/interruptions.js';
import { bodyOf, type Head, type Needed } from './body-of.js';

/** Operations that list page by page (clause 2.4, gaps G-08 and G-11). */
export type PagedOperation = Extract<
  OperationId,
  'listProducts' | 'listRejectedProducts' | 'listOrders' | 'listCategories'
>;

/** An entry of such a list as the contract has it. */
type WholeEntryOf<Id extends PagedOperation> =
  SuccessBodyOf<Id> extends { readonly items: readonly (infer Entry)[] } ? Entry : never;

/** The field of each list that tells its entries apart: without it, nothing can be found in the list. */
const keys = {
  listProducts: 'sku',
  listRejectedProducts: 'style_key',
  listOrders: 'order_number',
  listCategories: 'id',
} as const satisfies Readonly<Record<PagedOperation, string>>;

/**
 * An entry of such a list as far as it is needed: its key and the values at the paths are of the contract's shape, and what
 * else is in it may be anything.
 */
export type EntryOf<Id extends PagedOperation, Path extends string = never> = Needed<
  WholeEntryOf<Id>,
  (typeof keys)[Id] | Path
> & {
  readonly [Field in Exclude<keyof WholeEntryOf<Id>, Head<(typeof keys)[Id] | Path>>]?: unknown;
};

/** As much of a page as it takes to read on. */
interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly pagination: {
    readonly pages: number;
    readonly next?: unknown;
    readonly prev?: unknown;
    readonly next_cursor?: unknown;
  };
}

/** A list read to its end. */
export interface Pages<Entry> {
  readonly entries: readonly Entry[];
  /** One exchange for each page, in order. */
  readonly exchanges: readonly Exchange[];
  /** The exchange of the last page. */
  readonly last: Exchange;
  /** Links of each page to its neighbours, in the same order; anything but a text leads nowhere. */
  readonly links: readonly { readonly next?: unknown; readonly prev?: unknown }[];
}

const schemas = new SchemaReader(contract);

/** The most entries that a page of a list can be asked for, and at most 100 (clause 8.2). */
export function largestPage(operationId: PagedOperation): number {
  const most = parameterOf(operationId, 'per_page')?.bounds.get('maximum')?.value;
  return typeof most === 'number' ? Math.min(100, most) : 100;
}

/** Whether the target asks for a page by the mark that the page before it shows, and not by its number. */
function isByCursor(operationId: PagedOperation): boolean {
  return parameterOf(operationId, 'page')?.types?.value.has('string') === true;
}

function parameterOf(operationId: PagedOperation, name: string): SchemaFacts | undefined {
  const found = operation(operationId).parameters.find((each) => each.in === 'query' && each.name === name);
  return found === undefined ? undefined : schemas.facts(found.schema);
}

/** More pages than any list of a test has: a target that never comes to an end must not hold the run. */
const mostPages = 200;

/**
 * Reads a list from its first page to its last.
 * @param query filters, and per_page where another size than the largest is wanted
 * @param paths to what is needed of an entry besides its key, as in `order_items.*.id`
 * @throws Blocked when a page is refused or lacks what is needed, or the pages don't come to an end
 */
export async function everyPage<Id extends PagedOperation, Path extends string = never>(
  api: Client,
  operationId: Id,
  query: Readonly<Record<string, unknown>> = {},
  ...paths: readonly Path[]
): Promise<Pages<EntryOf<Id, Path>>> {
  const needed = [keys[operationId], ...paths].map((path) => `items.*.${path}`);
  const exchanges: Exchange[] = [];
  const links: { next?: unknown; prev?: unknown }[] = [];
  const entries: EntryOf<Id, Path>[] = [];
  const called = operation(operationId);
  const size =
    parameterOf(operationId, 'per_page') === undefined ? {} : { per_page: largestPage(operationId) };
  const byCursor = isByCursor(operationId);
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const asked = byCursor ? (cursor === undefined ? {} : { page: cursor }) : { page };
    // The bodies of the four lists have the same two members.
    const exchange = (await api.send(called, {
      query: { ...size, ...query, ...asked },
    })) as Exchange<Page<EntryOf<Id, Path>>>;
    const { items, pagination } = bodyOf<Page<EntryOf<Id, Path>>, string>(
      exchange,
      byCursor ? 'pagination' : 'pagination.pages',
      ...needed,
    );
    exchanges.push(exchange);
    entries.push(...items);
    links.push({ next: pagination.next, prev: pagination.prev });
    const next = pagination.next_cursor;
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (byCursor ? cursor === undefined : page >= pagination.pages)
      return { entries, exchanges, last: exchange, links };
  }
  throw new Blocked(`${operationId} does not come to an end within ${mostPages} pages`);
}

/**
 * Follows a link of a pagination, at the target's own address whatever host the link names. An answer has its links in our
 * words, so a link to a page of the same list goes out as its query, which the seam tells in the target's.
 * @param link a path, or a URL
 */
export async function followLink(api: Client, operationId: PagedOperation, link: string): Promise<Exchange> {
  const called = operation(operationId);
  const { pathname, search, searchParams } = new URL(link, `http://target.invalid${called.path}`);
  const query = Object.fromEntries(searchParams);
  const isSame = pathname === called.path && Object.keys(query).length === searchParams.size;
  return api.send(called, isSame ? { query } : { raw: { target: pathname + search } });
}
