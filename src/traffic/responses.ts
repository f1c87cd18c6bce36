import { type Operation, operation } from '../contract/operations.js';
import { operationsIn } from '../contract/requirements/operation-sets.js';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { OperationId } from '../contract/types.js';
import { member } from '../contract/values/path.js';
import type { Exchange } from '../http/exchange.js';
import {
  beAFileOfItsMediaType,
  haveRecordsLikeItsHeader,
  nameItsFile,
} from '../verdicts/oracles/documents/file.js';
import { giveAnIdOfEach, listAtLeastOne, listWhatThereIs } from '../verdicts/oracles/lists/list.js';
import {
  agree,
  beAnEmptyPage,
  bePage,
  cursorOf,
  leadOn,
  linkToItsNeighbours,
  refuseOutOfBounds,
} from '../verdicts/oracles/lists/page.js';
import { listOrdersByNumber } from '../verdicts/oracles/order.js';
import { haveOnly, showOnce } from '../verdicts/oracles/products/product.js';
import { haveTheShapeOfRejectedProducts, sayWhy } from '../verdicts/oracles/products/rejected-product.js';
import { giveTheSameAs, haveUniqueIds, haveUniqueIdsInGroups } from '../verdicts/oracles/reference-data.js';
import {
  beAnErrorWith,
  beRefusedAsInvalid,
  haveStatus,
  haveStatusOtherThan,
} from '../verdicts/oracles/response.js';
import { itemsOn, type OracleResult } from '../verdicts/oracles/violation.js';
import { listEventTypesByName } from '../verdicts/oracles/webhook.js';
import { elapsed, forgetOldest, type OrderRule, precedes, type Record } from './order.js';
import { jsonSentIn, type RecordedExchange } from './recorded-exchange.js';

/** What a response shows by itself, given its request. */
type Shown = readonly (readonly [RequirementId, OracleResult])[];

/** What a success of each operation shows, whatever the request asked for. */
const ofSuccess: Partial<Readonly<{ [id in OperationId]: (exchange: Exchange) => Shown }>> = {
  listCountries: (listed) => [['REF-01', listAtLeastOne(listed, 'countries', 'locales')]],
  listCategories: (listed) => [
    ['REF-02', giveAnIdOfEach(listed, 'items')],
    ['REF-06', haveUniqueIds(listed, 'items')],
  ],
  getAttributeGroups: (groups) => [
    ['REF-03', listAtLeastOne(groups)],
    ['REF-06', haveUniqueIdsInGroups(groups)],
  ],
  listBrands: (listed) => [
    ['REF-05', listAtLeastOne(listed)],
    ['REF-06', haveUniqueIds(listed)],
  ],
  listReports: (listed) => [['RPT-01', listWhatThereIs(listed)]],
  downloadReport: (file) => [
    ['RPT-02', beAFileOfItsMediaType(file) ?? nameItsFile(file)],
    ['RPT-02', haveRecordsLikeItsHeader(file)],
  ],
  listOrders: (listed) => [['ORD-01', listOrdersByNumber(listed)]],
  getDeliveryDocument: (file) => [['ORD-02', beAFileOfItsMediaType(file)]],
  listWebhookEventTypes: (listed) => [['WHK-01', listEventTypesByName(listed)]],
  listRejectedProducts: (listed) => [
    ['REJ-01', haveTheShapeOfRejectedProducts(listed)],
    ['REJ-08', sayWhy(listed)],
    ...(listed.query.size === 0 ? [['REJ-02', bePage(listed, 1, 20)] as const] : []),
  ],
};

/** The parameters that filter a list, each with the field of its entries. */
const filters = [
  ['listProducts', 'style_key', 'style_key', 'PRD-19'],
  ['listProducts', 'sku', 'sku', 'PRD-19'],
  ['listProducts', 'status', 'status', 'PRD-19'],
  ['listOrders', 'order_number', 'order_number', 'ORD-06'],
  ['listOrders', 'order_status', 'status', 'ORD-06'],
  ['listRejectedProducts', 'style_key', 'style_key', 'REJ-05'],
] as const;

/** The bounds of pages, which the description states for one list (clause 8.2). */
const bounds = [
  ['per_page', 'REJ-03', 100],
  ['page', 'REJ-04', Number.POSITIVE_INFINITY],
] as const;

/** The number of lists whose pages and repetitions are remembered. */
const mostRemembered = 50;
/** Seconds within which reference data stay the same. */
const steady = 60;

/** What single responses show of lists, pages, filters, files and refusals; and pages that follow one another. */
export class ResponseRule implements OrderRule {
  readonly requirements: readonly RequirementId[] = [
    ...(['SHP-10', 'VER-01', 'REF-01', 'REF-02', 'REF-03', 'REF-05', 'REF-06', 'REF-07'] as const),
    ...(['RPT-01', 'RPT-02', 'ORD-01', 'ORD-02', 'ORD-06', 'WHK-01', 'PRD-02', 'PRD-04', 'PRD-19'] as const),
    ...(['REJ-01', 'REJ-02', 'REJ-03', 'REJ-04', 'REJ-05', 'REJ-06', 'REJ-07', 'REJ-08'] as const),
    ...(['REJ-09', 'REJ-10', 'ERR-02', 'ERR-03', 'ERR-04', 'ERR-05', 'ERR-06', 'ERR-07'] as const),
  ];
  /** The pages that led to a cursor, and the last reading of reference data. */
  readonly #pages = new Map<string, readonly Exchange[]>();
  readonly #read = new Map<string, Exchange>();

  async see({ exchange, key, called, isTimed }: RecordedExchange, record: Record): Promise<void> {
    if (exchange.outsideContract || exchange.credential !== 'valid' || exchange.status === 429) return;
    const own = operation(exchange.operationId);
    const shown = [...byRequest(exchange, own), ...(exchange.succeeded ? bySuccess(exchange, own) : [])];
    for (const [id, result] of shown) await record(id, { exchange, trail: [] }, result);
    if (!exchange.succeeded || !isTimed) return;
    const owner = `${called.base} ${key} ${exchange.operationId}`;
    if (own.tag === 'reference-data') await this.#again(exchange, owner, record);
    if (isPaged(own)) await this.#byCursor(exchange, owner, record);
  }

  async #again(exchange: Exchange, owner: string, record: Record): Promise<void> {
    const name = `${owner} ${exchange.request.url}`;
    const before = this.#read.get(name);
    this.#read.set(name, exchange);
    forgetOldest(this.#read, mostRemembered);
    if (before === undefined || !precedes(before, exchange) || elapsed(before, exchange).to > steady) return;
    await record('REF-07', { exchange, trail: [before.line] }, giveTheSameAs(exchange, before));
  }

  async #byCursor(exchange: Exchange, owner: string, record: Record): Promise<void> {
    const { cursor, page, ...others } = Object.fromEntries(exchange.query);
    const name = (to: string) => `${owner} ${JSON.stringify(others)} ${to}`;
    const led =
      cursor === undefined ? ((page ?? '1') === '1' ? [] : undefined) : this.#pages.get(name(cursor));
    const [before] = led?.slice(-1) ?? [];
    if (led === undefined || (before !== undefined && !precedes(before, exchange))) return;
    const followed = [...led, exchange].slice(0, mostRemembered);
    // A list that became longer or shorter in between may show entries again.
    if (before !== undefined && totalOf(before) === totalOf(exchange))
      await record('REJ-09', { exchange, trail: led.map(({ line }) => line) }, leadOn(followed));
    const next = cursorOf(exchange);
    if (next !== undefined) this.#pages.set(name(next), followed);
    forgetOldest(this.#pages, mostRemembered);
  }
}

function totalOf({ json }: Exchange): unknown {
  return member(member(json, 'pagination'), 'total');
}

function isPaged({ operationId }: Operation): boolean {
  return operationsIn('pages').includes(operationId);
}

/** What a success shows: a list, a page of it, a file. */
function bySuccess(exchange: Exchange, own: Operation): Shown {
  const { query } = exchange;
  const id = own.operationId;
  const shown: (readonly [RequirementId, OracleResult])[] = [
    ['SHP-10', haveStatus(exchange, ...own.successStatuses)],
    ['VER-01', undefined],
    ...(ofSuccess[id]?.(exchange) ?? []),
  ];
  for (const [list, parameter, field, requirement] of filters) {
    const [value = '', ...more] = query.getAll(parameter);
    // What an empty value filters is open.
    if (list !== id || value === '' || more.length > 0) continue;
    const result = haveOnly(itemsOn(exchange), field, value);
    shown.push([field === 'status' && value === 'active' ? 'PRD-04' : requirement, result]);
    if (field === 'sku' && result === undefined) shown.push(['PRD-02', showOnce(itemsOn(exchange), value)]);
  }
  const number = query.get('page') ?? '1';
  if (!isPaged(own) || !/^[1-9]\d{0,8}$/.test(number) || query.has('cursor')) return shown;
  const isRejected = id === 'listRejectedProducts';
  // A style may be listed as rejected more than once.
  const key = isRejected ? undefined : own.entryKey;
  if (number !== '1' && Number(number) > Number(member(member(exchange.json, 'pagination'), 'pages')))
    shown.push([isRejected ? 'REJ-07' : 'REJ-10', beAnEmptyPage(exchange)]);
  else
    shown.push(
      [isRejected ? 'REJ-06' : 'REJ-10', agree([exchange], key, Number(number))],
      [isRejected ? 'REJ-07' : 'REJ-10', linkToItsNeighbours(exchange)],
    );
  return shown;
}

/** What the request must lead to, whatever the service holds. */
function byRequest(exchange: Exchange, own: Operation): Shown {
  const { status, query } = exchange;
  const id = own.operationId;
  const shown: (readonly [RequirementId, OracleResult])[] = [];
  const ids = query.getAll('batch_request_id');
  if (/^\/api\/v1\/results\//.test(own.path) && ids.length <= 1) {
    const isStated = id === 'getStatusResults';
    const [batch = ''] = ids;
    if (uuid.test(batch)) {
      // It may be known, but not from this recording.
      if (status !== 200) shown.push([isStated ? 'ERR-02' : 'ERR-03', beAnErrorWith(exchange, 404)]);
    } else if (!someUuid.test(batch))
      shown.push([isStated ? 'ERR-05' : 'ERR-06', beRefusedAsInvalid(exchange)]);
  }
  if (own.path.includes('{') && status === 404) shown.push(['ERR-04', beAnErrorWith(exchange, 404)]);
  if (own.safe && !own.path.includes('{') && query.size === 0)
    if (status === 404 || status === 405) shown.push(['VER-01', haveStatusOtherThan(exchange, 404, 405)]);
  if (own.resultsOperation !== undefined && isWholeBody(exchange)) {
    if (!Array.isArray(member(jsonSentIn(exchange.request), 'items')))
      shown.push(['ERR-07', beAnErrorWith(exchange, 400)]);
  }
  if (id === 'listRejectedProducts') shown.push(...byBounds(exchange));
  return shown;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** A value with the digits of a UUID may be read as one. */
const someUuid = /(?:[\da-f][\s{}()-]*){32}/i;

/** A page or a page size is accepted within its bounds and refused outside of them. */
function byBounds(exchange: Exchange): Shown {
  const [known, more] = [['page', 'per_page', 'style_key'], [...exchange.query.keys()]];
  if (new Set(more).size < more.length || more.some((each) => !known.includes(each))) return [];
  const asked = bounds.flatMap(([name, id, most]) => {
    const value = exchange.query.get(name);
    // An empty value may count as none, and what is no plain number may be read as one.
    if (value === null || value.trim() === '' || !/^-?[\d.a-z]+$/i.test(value)) return [];
    const isWithin = /^[1-9]\d{0,8}$/.test(value) && Number(value) <= most;
    const isPast = /^-?\d{1,9}(?:\.\d*[1-9])?$/.test(value) ? !isWithin : /^[a-z]+$/i.test(value);
    return [{ id, isWithin, isPast: isPast && !/^-?0+[1-9]/.test(value) }];
  });
  const past = asked.filter(({ isPast }) => isPast);
  if (past.length > 0) return past.length > 1 ? [] : past.map(({ id }) => [id, refuseOutOfBounds(exchange)]);
  if (!asked.every(({ isWithin }) => isWithin) || exchange.query.get('style_key') === '') return [];
  return asked.map(({ id }) => [id, haveStatus(exchange, 200)]);
}

/** Whether a recording has the body of the request: some writers leave it out. */
function isWholeBody({ sent }: Exchange): boolean {
  return sent.body !== undefined && /json/.test(sent.headers['content-type'] ?? 'json');
}
