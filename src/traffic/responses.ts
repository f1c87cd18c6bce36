import { type Operation, operation } from '../contract/operations.js';
import { operationsIn } from '../contract/requirements/operation-sets.js';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { OperationId } from '../contract/types.js';
import { member } from '../contract/values/path.js';
import { inBody } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import {
  beAFileOfItsMediaType,
  haveRecordsLikeItsHeader,
  nameItsFile,
} from '../verdicts/oracles/documents/file.js';
import {
  giveAnIdOfEach,
  listAgain,
  listAtLeastOne,
  listWhatThereIs,
} from '../verdicts/oracles/lists/list.js';
import {
  agree,
  agreeWithItself,
  beAnEmptyPage,
  bePage,
  countAsTheLastPage,
  cursorOf,
  endWithTheLastPage,
  leadOn,
  linkToItsNeighbours,
  refuseOutOfBounds,
} from '../verdicts/oracles/lists/page.js';
import { listOrdersByNumber } from '../verdicts/oracles/order.js';
import { haveOnly, showOnce } from '../verdicts/oracles/products/product.js';
import { haveTheShapeOfRejectedProducts, sayWhy } from '../verdicts/oracles/products/rejected-product.js';
import {
  findAmongOthers,
  giveTheSameAs,
  haveUniqueIds,
  haveUniqueIdsInGroups,
} from '../verdicts/oracles/reference-data.js';
import {
  beAnErrorWith,
  beRefusedAsInvalid,
  haveStatus,
  haveStatusOtherThan,
} from '../verdicts/oracles/response.js';
import {
  asShown,
  entriesOf,
  itemsOn,
  type OracleResult,
  violationAt,
} from '../verdicts/oracles/violation.js';
import { listEventTypesByName } from '../verdicts/oracles/webhook.js';
import {
  elapsed,
  follows,
  forgetOldest,
  type OrderRule,
  type PutOnRecord,
  precedes,
  unlessOthersDid,
} from './order.js';
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
const mostRemembered = 10;
const mostNames = 200;
/** Seconds within which reference data stay the same. */
const steady = 60;

/** The page to which a link leads. */
interface Linked {
  readonly from: Exchange;
  readonly page: number;
  readonly size: number;
  readonly filtered: readonly (readonly [field: string, value: string])[];
}

/** What single responses show of lists, pages, filters, files and refusals; and pages that follow one another. */
export class ResponseRule implements OrderRule {
  readonly requirements: readonly RequirementId[] = [
    ...(['SHP-10', 'VER-01', 'REF-01', 'REF-02', 'REF-03', 'REF-05', 'REF-06', 'REF-07'] as const),
    ...(['RPT-01', 'RPT-02', 'ORD-01', 'ORD-02', 'ORD-06', 'WHK-01', 'PRD-02', 'PRD-04', 'PRD-19'] as const),
    ...(['REJ-01', 'REJ-02', 'REJ-03', 'REJ-04', 'REJ-05', 'REJ-06', 'REJ-07', 'REJ-08'] as const),
    ...(['REJ-09', 'REJ-10', 'ERR-02', 'ERR-03', 'ERR-04', 'ERR-05', 'ERR-06', 'ERR-07'] as const),
  ];
  /** The pages that led to a cursor, those that followed one another by their numbers, and where links lead. */
  readonly #pages = new Map<string, readonly Exchange[]>();
  readonly #lists = new Map<string, readonly Exchange[]>();
  readonly #links = new Map<string, Linked>();
  /** Where entries were listed, by their ids; and categories, by their names. */
  readonly #listed = new Map<string, Exchange>();
  readonly #categories = new Map<string, readonly [listed: Exchange, id: unknown]>();
  /** The last reading of reference data. */
  readonly #read = new Map<string, Exchange>();

  async see({ exchange, key, called, isTimed }: RecordedExchange, record: PutOnRecord): Promise<void> {
    if (exchange.outsideContract || exchange.credential !== 'valid' || exchange.status === 429) return;
    const own = operation(exchange.operationId);
    const shown = [...byRequest(exchange, own), ...(exchange.succeeded ? bySuccess(exchange, own) : [])];
    for (const [id, result] of shown) await record(id, { exchange, trail: [] }, result);
    if (!isTimed || key === undefined) return;
    await this.#byListed(exchange, called.path, `${called.base} ${key}`, record);
    if (!exchange.succeeded) return;
    const owner = `${called.base} ${key} ${exchange.operationId}`;
    if (own.tag === 'reference-data' || own.operationId === 'listReports')
      await this.#again(exchange, owner, record);
    if (own.operationId === 'listCategories') await this.#search(exchange, owner, record);
    if (!isPaged(own)) return;
    await this.#byCursor(exchange, owner, record);
    await this.#byNumber(exchange, own, owner, record);
  }

  async #again(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const name = `${owner} ${exchange.request.url}`;
    const before = this.#read.get(name);
    this.#read.set(name, exchange);
    forgetOldest(this.#read, mostRemembered);
    if (before === undefined || !precedes(before, exchange) || elapsed(before, exchange).to > steady) return;
    const about = { exchange, trail: [before.line] };
    if (exchange.operationId !== 'listReports')
      await record('REF-07', about, giveTheSameAs(exchange, before));
    else if (follows(exchange, before)) {
      const lost = listAgain(exchange, before);
      await record('RPT-01', about, unlessOthersDid(lost));
    }
  }

  /** Pages that follow one another, and links that a client followed. */
  async #byNumber(exchange: Exchange, own: Operation, owner: string, record: PutOnRecord): Promise<void> {
    const { page = '1', ...others } = Object.fromEntries(exchange.query);
    const isRejected = own.operationId === 'listRejectedProducts';
    const id = isRejected ? 'REJ-07' : 'REJ-10';
    const link = this.#links.get(`${owner} ${queryText(exchange.query)}`);
    if (link !== undefined) {
      const { from, page: to, size, filtered } = link;
      const stray = filtered.map(([field, value]) => haveOnly(itemsOn(exchange), field, value));
      const grown =
        follows(exchange, from) && numberIn(from, 'total') !== numberIn(exchange, 'total')
          ? unlessOthersDid(otherTotal(exchange, from))
          : undefined;
      const wrong =
        bePage(exchange, to, size) ?? grown ?? stray.find((each) => each !== undefined && 'expected' in each);
      await record(id, { exchange, trail: [] }, wrong);
    }
    if (!/^[1-9]\d{0,8}$/.test(page) || 'cursor' in others) return;
    const [number, perPage] = [Number(page), numberIn(exchange, 'per_page')];
    for (const [name, to] of [
      ['next', number + 1],
      ['prev', number - 1],
    ] as const) {
      const url = member(member(exchange.json, 'pagination'), name);
      if (typeof url !== 'string' || !URL.canParse(url, exchange.request.url)) continue;
      const { searchParams } = new URL(url, exchange.request.url);
      const filtered = filtersIn(exchange, own).map(([field, value]) => [field, value] as const);
      if (typeof perPage === 'number')
        this.#links.set(`${owner} ${queryText(searchParams)}`, {
          from: exchange,
          page: to,
          size: perPage,
          filtered,
        });
    }
    forgetOldest(this.#links, mostRemembered);
    const name = `${owner} ${JSON.stringify(others)}`;
    const led = this.#lists.get(name) ?? [];
    const before = led.at(-1);
    if (before !== undefined && number > Number(numberIn(before, 'pages')) && follows(exchange, before)) {
      const past = countAsTheLastPage(exchange, before);
      const about = { exchange, trail: [before.line] };
      await record(isRejected ? 'REJ-06' : 'REJ-10', about, unlessOthersDid(past));
      return;
    }
    const isNext = before !== undefined && led.length === number - 1 && precedes(before, exchange);
    const pages = number === 1 ? [exchange] : isNext ? [...led, exchange] : [];
    this.#lists.delete(name);
    if (pages.length > 0 && pages.length < mostRemembered) this.#lists.set(name, pages);
    forgetOldest(this.#lists, mostRemembered);
    if (pages.length < 2 || isRejected || 'status' in others || 'order_status' in others) return;
    // Nothing is ever removed from these lists: one with as many entries as before has the same.
    if (pages.some((each) => numberIn(each, 'total') !== numberIn(exchange, 'total'))) return;
    const about = { exchange, trail: pages.map(({ line }) => line) };
    await record('REJ-10', about, agree(pages, own.entryKey));
    if (own.tag === 'reference-data') await record('REF-06', about, haveUniqueIds(pages, 'items'));
  }

  /** What was listed just before can be read by its id. */
  async #byListed(exchange: Exchange, path: string, owner: string, record: PutOnRecord): Promise<void> {
    const { operationId, status } = exchange;
    if (status === 200 && (operationId === 'listReports' || operationId === 'listCategories'))
      for (const entry of [...itemsOn(exchange), ...entriesOf(exchange.json)])
        this.#listed.set(`${owner} ${operationId} ${member(entry, 'id')}`, exchange);
    forgetOldest(this.#listed, mostNames);
    const list = operationId === 'downloadReport' ? 'listReports' : 'listCategories';
    const id = /^\/api\/v1\/(?:reports|categories)\/([^/]+)\//.exec(path)?.[1];
    const listed = this.#listed.get(`${owner} ${list} ${id}`);
    if (listed === undefined || status !== 404 || !follows(exchange, listed)) return;
    const requirement = operationId === 'downloadReport' ? 'RPT-02' : 'REF-03';
    await record(requirement, { exchange, trail: [listed.line] }, unlessOthersDid(haveStatus(exchange, 200)));
  }

  /** A search for the name of a category that was listed just before finds it. */
  async #search(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const text = exchange.query.get('query');
    if (text === null)
      for (const entry of itemsOn(exchange))
        this.#categories.set(`${owner} ${member(entry, 'name')}`, [exchange, member(entry, 'id')]);
    forgetOldest(this.#categories, mostNames);
    const [listed, id] = this.#categories.get(`${owner} ${text}`) ?? [];
    if (listed === undefined || !follows(exchange, listed) || Number(numberIn(exchange, 'pages')) > 1) return;
    if (exchange.query.size === 1 || exchange.query.get('page') === '1')
      await record('REF-02', { exchange, trail: [listed.line] }, findAmongOthers([exchange], text ?? '', id));
  }

  async #byCursor(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const { cursor, page, ...others } = Object.fromEntries(exchange.query);
    const name = (to: string) => `${owner} ${JSON.stringify(others)} ${to}`;
    const led =
      cursor === undefined ? ((page ?? '1') === '1' ? [] : undefined) : this.#pages.get(name(cursor));
    const [before] = led?.slice(-1) ?? [];
    if (led === undefined || (before !== undefined && !precedes(before, exchange))) return;
    const followed = [...led, exchange].slice(0, mostRemembered);
    const ended = endWithTheLastPage(exchange, led.length > 0);
    if (ended !== undefined) await record('REJ-09', { exchange, trail: [] }, ended);
    // A list that became longer or shorter in between may show entries again.
    if (before !== undefined && numberIn(before, 'total') === numberIn(exchange, 'total'))
      await record('REJ-09', { exchange, trail: led.map(({ line }) => line) }, leadOn(followed));
    const next = cursorOf(exchange);
    if (next !== undefined) this.#pages.set(name(next), followed);
    forgetOldest(this.#pages, mostRemembered);
  }
}

function otherTotal(page: Exchange, from: Exchange): OracleResult {
  const [total, own] = [from, page].map((each) => asShown(numberIn(each, 'total')));
  return violationAt(inBody('pagination.total'), `${total}, as on the page with the link`, own ?? '');
}

function numberIn({ json }: Exchange, name: string): unknown {
  return member(member(json, 'pagination'), name);
}

/** The parameters of a query in any order. */
function queryText(query: URLSearchParams): string {
  return JSON.stringify([...query].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function isPaged({ operationId }: Operation): boolean {
  return operationsIn('pages').includes(operationId);
}

/** The filters of a request, each with the field of the entries; what an empty value filters is open. */
function filtersIn({ query }: Exchange, { operationId }: Operation) {
  return filters.flatMap(([list, parameter, field, requirement]) => {
    const [value = '', ...more] = query.getAll(parameter);
    return list !== operationId || value === '' || more.length > 0
      ? []
      : [[field, value, requirement] as const];
  });
}

/** Orders from a time, and up to another one, if these name their zone. */
function byTime(exchange: Exchange): Shown {
  const [from, to] = ['orders_from', 'orders_to'].map((name) => exchange.query.get(name) ?? '');
  const isEarly = (time: number) => time < Date.parse(zoned.test(from ?? '') ? (from ?? '') : '');
  const isLate = (time: number) => time > Date.parse(zoned.test(to ?? '') ? (to ?? '') : '');
  const times = itemsOn(exchange).map((order) => Date.parse(String(member(order, 'created_at'))));
  const index = times.findIndex((time) => isEarly(time) || isLate(time));
  const at = inBody(`items[${index}].created_at`);
  const wanted = [from && `from ${from} on`, to && `until ${to}`].filter(Boolean).join(' ');
  if (index >= 0)
    return [['ORD-06', violationAt(at, `a time ${wanted}`, new Date(times[index] ?? 0).toISOString())]];
  return wanted !== '' && times.length > 0 ? [['ORD-06', undefined]] : [];
}

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** What a success shows: a list, a page of it, a file. */
function bySuccess(exchange: Exchange, own: Operation): Shown {
  const { query } = exchange;
  const id = own.operationId;
  const shown: (readonly [RequirementId, OracleResult])[] = [
    ['SHP-10', haveStatus(exchange, ...own.successStatuses)],
    ['VER-01', undefined],
    ...(ofSuccess[id]?.(exchange) ?? []),
  ];
  for (const [field, value, requirement] of filtersIn(exchange, own)) {
    const result = haveOnly(itemsOn(exchange), field, value);
    shown.push([field === 'status' && value === 'active' ? 'PRD-04' : requirement, result]);
    if (field === 'sku' && result === undefined) shown.push(['PRD-02', showOnce(itemsOn(exchange), value)]);
  }
  if (id === 'listOrders') shown.push(...byTime(exchange));
  const [number = '1', ...more] = query.getAll('page');
  const isNumbered = /^[1-9]\d{0,8}$/.test(number) && more.length === 0 && !query.has('cursor');
  if (!isPaged(own) || !isNumbered) return shown;
  const isRejected = id === 'listRejectedProducts';
  // A style may be listed as rejected more than once.
  const key = isRejected ? undefined : own.entryKey;
  if (number !== '1' && Number(number) > Number(numberIn(exchange, 'pages')))
    shown.push([isRejected ? 'REJ-07' : 'REJ-10', beAnEmptyPage(exchange)]);
  else {
    const own = agreeWithItself(exchange);
    const isWrong = own !== undefined && 'expected' in own;
    shown.push(
      [isRejected ? 'REJ-06' : 'REJ-10', isWrong ? own : agree([exchange], key, Number(number))],
      [isRejected ? 'REJ-07' : 'REJ-10', linkToItsNeighbours(exchange)],
    );
  }
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
      // It may be known, but not from this recording; other parameters or headers may be refused.
      if (status === 404 || (status === 400 && query.size === 1))
        shown.push([isStated ? 'ERR-02' : 'ERR-03', beAnErrorWith(exchange, 404)]);
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
    if (value === null) return [];
    const isWithin = /^[1-9]\d{0,8}$/.test(value) && Number(value) <= most;
    // An empty value may count as none, and what is no plain number may be read as one.
    const isPast = /^-?\d{1,9}(?:\.\d*[1-9])?$/.test(value) ? !isWithin : /^[a-z]+$/i.test(value);
    return [{ id, isWithin, isPast: isPast && !/^-?0+[1-9]/.test(value) }];
  });
  const past = asked.filter(({ isPast }) => isPast);
  if (past.length > 0) return past.length > 1 ? [] : past.map(({ id }) => [id, refuseOutOfBounds(exchange)]);
  const style = exchange.query.get('style_key') ?? '';
  if (!asked.every(({ isWithin }) => isWithin) || style.includes('\ufffd')) return [];
  const ids = asked.map(({ id }) => id);
  const isEmpty = exchange.query.has('style_key') && style === '';
  return [...ids, ...(isEmpty ? (['REJ-05'] as const) : [])].map((id) => [id, haveStatus(exchange, 200)]);
}

/** Whether a recording has the body of the request: some writers leave it out. */
function isWholeBody({ sent }: Exchange): boolean {
  return sent.body !== undefined && /json/.test(sent.headers['content-type'] ?? 'json');
}
