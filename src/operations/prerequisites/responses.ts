import { contract, translations } from '../../contract/documents/document.js';
import { link as linkInWordsOf } from '../../contract/mapping/lenses/value-lens.js';
import { operation } from '../../contract/operations.js';
import { operationsIn } from '../../contract/requirements/operation-sets.js';
import { type SchemaViolation, validateResponse } from '../../contract/schemas/response-validator.js';
import { type SchemaFacts, SchemaReader } from '../../contract/schemas/schema-facts.js';
import type { EntryKeyOf, OperationId, SuccessBodyOf } from '../../contract/types.js';
import { limits } from '../../contract/values/limits.js';
import { parsePath } from '../../contract/values/path.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { Blocked, notAccepted, openAt } from '../../verdicts/finding.js';
import { cursorOf } from '../../verdicts/oracles/lists/page.js';

/**
 * The requested part of a body. Each path leads from the body to a value: names of fields, and `*` for the entries of
 * a list, with dots in between, as in `items.*.sku`. A value includes everything in it.
 */
export type Needed<Body, Path extends string> = [Path] extends [never]
  ? Body
  : Body extends readonly (infer Entry)[]
    ? readonly Needed<Entry, Below<Path, '*'>>[]
    : Body extends object
      ? {
          readonly [Field in keyof Body & Head<Path>]: Needed<Body[Field], Below<Path, Field & string>>;
        }
      : Body;

/** The first step of a path. */
type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

type Below<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/**
 * The part of a success body that a later step needs. The rest of the body may have a different shape, or be missing:
 * the checks judge it, and the step doesn't need it.
 * @param paths to the values that the step needs; without any, the whole body
 * @throws Blocked if the response is not a success, or one of the values doesn't have the contract's shape
 */
export function bodyOf<Body, Path extends string = never>(
  exchange: Exchange<Body>,
  ...paths: readonly Path[]
): Needed<Body, Path> {
  const { operationId } = exchange;
  if (!exchange.succeeded) throw notAccepted('a prerequisite was not met', exchange);
  const violation = misshape(exchange, paths);
  if (violation !== undefined)
    throw new Blocked(
      `a prerequisite was not met: ${exchange.line} doesn't have the shape that the next step needs (${violation.path || 'body'}: expected ${violation.expected})`,
      openAt(operationId, violation.gaps),
    );
  return exchange.json as Needed<Body, Path>;
}

/** Like bodyOf, for a response that a later step can do without; undefined if it is not usable. */
export function bodyIfAny<Body, Path extends string = never>(
  exchange: Exchange<Body>,
  ...paths: readonly Path[]
): Needed<Body, Path> | undefined {
  const isFit = exchange.succeeded && misshape(exchange, paths) === undefined;
  return isFit ? (exchange.json as Needed<Body, Path>) : undefined;
}

/** The first violation in the values at the paths, in what contains them, or in what they contain. */
function misshape({ operationId, status, json }: Exchange, paths: readonly string[]) {
  const needed = paths.map((path) => path.split('.'));
  const concerns = ({ path }: SchemaViolation) => {
    const place = parsePath(path) ?? [];
    const isOnTheWay = (steps: readonly string[]) =>
      place.every((step, index) => index >= steps.length || steps[index] === '*' || steps[index] === step);
    return needed.length === 0 || needed.some(isOnTheWay);
  };
  // The client only makes exchanges of the contract's operations.
  return validateResponse(operationId as OperationId, status, json).find(concerns);
}

/** Operations that list page by page (clause 2.4, gaps G-08 and G-11). */
export type PagedOperation = {
  [Id in OperationId]: SuccessBodyOf<Id> extends { readonly pagination: unknown } ? Id : never;
}[OperationId];

/** An entry of such a list, with the contract's type. */
type WholeEntryOf<Id extends PagedOperation> =
  SuccessBodyOf<Id> extends { readonly items: readonly (infer Entry)[] } ? Entry : never;

/** The operations that list page by page. */
export const pagedOperations = operationsIn('pages') as readonly PagedOperation[];

/**
 * The needed part of an entry of such a list: its key and the values at the paths have the contract's shape, and
 * everything else in it may be anything.
 */
export type EntryOf<Id extends PagedOperation, Path extends string = never> = Needed<
  WholeEntryOf<Id>,
  EntryKeyOf<Id> | Path
> & {
  readonly [Field in Exclude<keyof WholeEntryOf<Id>, Head<EntryKeyOf<Id> | Path>>]?: unknown;
};

/** The part of a page that is needed to read on. */
interface PageBody<Entry> {
  readonly items: readonly Entry[];
  readonly pagination: { readonly pages: number };
}

/** A list read to its end. */
export interface Pages<Entry> {
  readonly entries: readonly Entry[];
  /** One exchange for each page, in order. */
  readonly exchanges: readonly Exchange[];
  /** The exchange of the last page. */
  readonly last: Exchange;
}

const schemas = SchemaReader.of(contract);

/** The largest page size that a list accepts, at most 100 (clause 8.2). */
export function largestPage(operationId: PagedOperation): number {
  const most = parameterOf(operationId, 'per_page')?.bounds.get('maximum');
  return typeof most === 'number' ? Math.min(100, most) : 100;
}

/** Whether the target asks for a page by the cursor that the page before it shows, not by its number. */
export function isByCursor(operationId: PagedOperation): boolean {
  return parameterOf(operationId, 'page')?.types?.has('string') === true;
}

function parameterOf(operationId: PagedOperation, name: string): SchemaFacts | undefined {
  const found = operation(operationId).parameters.find((each) => each.in === 'query' && each.name === name);
  return found === undefined ? undefined : schemas.facts(found.schema);
}

/**
 * Reads a list from its first page to its last.
 * @param query filters, and per_page if a size other than the largest is wanted
 * @param paths to the values that the caller needs in an entry, in addition to its key, as in `order_items.*.id`
 * @throws Blocked if a page is refused or lacks a needed value, or the list doesn't end
 */
export async function everyPage<Id extends PagedOperation, Path extends string = never>(
  api: Client,
  operationId: Id,
  query: Readonly<Record<string, unknown>> = {},
  ...paths: readonly Path[]
): Promise<Pages<EntryOf<Id, Path>>> {
  const called = operation(operationId);
  const needed = [called.entryKey, ...paths].map((path) => `items.*.${path}`);
  const exchanges: Exchange[] = [];
  const entries: EntryOf<Id, Path>[] = [];
  const size = parameterOf(operationId, 'per_page') && { per_page: largestPage(operationId) };
  const byCursor = isByCursor(operationId);
  let cursor: string | undefined;
  let bytes = 0;
  for (let page = 1; page <= limits.pages; page += 1) {
    const asked = byCursor ? (cursor === undefined ? {} : { page: cursor }) : { page };
    // The bodies of these lists have the same two members.
    const exchange = (await api.send(called, {
      query: { ...size, ...query, ...asked },
    })) as Exchange<PageBody<EntryOf<Id, Path>>>;
    const { items, pagination } = bodyOf<PageBody<EntryOf<Id, Path>>, string>(
      exchange,
      byCursor ? 'pagination' : 'pagination.pages',
      ...needed,
    );
    bytes += exchange.received.body.length;
    if (bytes > limits.togetherBytes)
      throw new Blocked(
        `the pages of ${operationId} are larger than ${limits.togetherBytes / 1024 / 1024} MiB together`,
      );
    exchanges.push(exchange);
    entries.push(...items);
    cursor = cursorOf(exchange);
    if (byCursor ? cursor === undefined : page >= pagination.pages)
      return { entries, exchanges, last: exchange };
  }
  throw new Blocked(`${operationId} does not end within ${limits.pages} pages`);
}

/**
 * Follows a link of a pagination. The request goes to the target's own address, regardless of the host, and of the path
 * before /api/v1, in the link. Links in a response are already translated into our names, so a link to a page of the
 * same list is followed by its query, which is translated back into the target's names. Any other link is followed
 * unchanged.
 * @param link a URL, or a path: below the host, or below /api/v1
 * @throws Blocked if it is neither
 */
export async function followLink(api: Client, operationId: PagedOperation, link: string): Promise<Exchange> {
  const called = operation(operationId);
  const here = `http://target.invalid${called.path}`;
  if (!URL.canParse(link, here)) throw new Blocked(`a page of ${operationId} has a link that is not a URL`);
  const { pathname, searchParams } = new URL(link, here);
  const query = Object.fromEntries(searchParams);
  const isSame = pathname.endsWith(called.path) || `/api/v1${pathname}` === called.path;
  if (isSame && Object.keys(query).length === searchParams.size) return api.send(called, { query });
  const wire = new URL(String(linkInWordsOf(translations(operationId).query).toTheirs(link)), here);
  const path = wire.pathname.slice(Math.max(0, wire.pathname.lastIndexOf('/api/v1/')));
  return api.send(called, { raw: { target: path + wire.search } });
}
