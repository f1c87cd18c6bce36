import { isObject } from '../schema/check.js';
import { type Fault, liesIn, type Plant } from './fault.js';
import {
  ALL,
  CHANGING_LISTS,
  OTHER_RESULTS,
  OTHER_WRITES,
  RESULTS,
  SHOWN_SUBSCRIPTIONS,
} from './plants/requests.js';
import { asError, changedAt, changedJson, entriesOf, isEmptyList, isSuccess } from './plants/responses.js';

type Entry = Readonly<Record<string, unknown>>;

/** Plants a different body in successful responses. */
function shapedAs(change: (body: unknown) => unknown): Plant {
  return changedJson(isSuccess, change);
}

/** Plants a different body in successful responses that are objects. */
export function objectsShapedAs(change: (body: Entry) => unknown): Plant {
  return shapedAs((body) => (isObject(body) ? change(body) : body));
}

/**
 * Plants different entries in successful responses that are a list or have `items`. Any other object counts as an entry.
 */
function entriesShapedAs(change: (entry: Entry) => Entry): Plant {
  const changed = (list: readonly unknown[]) =>
    list.map((entry) => (isObject(entry) ? change(entry) : entry));
  return shapedAs((body) => {
    if (Array.isArray(body)) return changed(body);
    if (!isObject(body)) return body;
    return Array.isArray(body.items) ? { ...body, items: changed(body.items) } : change(body);
  });
}

/** The object without a field. */
export function without(entry: Entry, name: string): Entry {
  const { [name]: _left, ...kept } = entry;
  return kept;
}

const WRAPPED = objectsShapedAs((body) => ('batchRequestId' in body ? { data: body } : body));

function withOneItem(body: Readonly<Record<string, unknown>>): object {
  return { ...body, items: [{ requestItem: {}, success: false, errors: ['not processed yet'] }] };
}

/** Faults in the shapes of successful responses, and in refusing well-formed requests (clause 2, gaps G-05 to G-13). */
export const shapeFaults: readonly Fault[] = [
  ...liesIn(['upsertProducts'], {
    'SHP-04 wraps-acknowledgement-of-upsert': WRAPPED,
  }),
  ...liesIn(['updateProductStatus'], {
    'SHP-05 wraps-acknowledgement-of-status-update': WRAPPED,
  }),
  ...liesIn(OTHER_WRITES, {
    'SHP-06 wraps-acknowledgement-of-update': WRAPPED,
  }),
  ...liesIn(['listProducts'], {
    'SHP-03 sends-product-list-bare': objectsShapedAs((body) => body.items),
    'SHP-03 leaves-out-status-of-drafts': entriesShapedAs((row) =>
      row.status === 'draft' ? without(row, 'status') : row,
    ),
    'SHP-03 sends-prices-by-country': entriesShapedAs((row) =>
      Array.isArray(row.prices)
        ? { ...row, prices: Object.fromEntries(row.prices.map((price) => [price.country_code, price])) }
        : row,
    ),
  }),
  ...liesIn(['listOrders', 'listCategories'], {
    'SHP-06 sends-list-bare': objectsShapedAs((body) => body.items),
  }),
  ...liesIn(OTHER_RESULTS, {
    'SHP-06 sends-null-for-no-errors': entriesShapedAs((entry) =>
      entry.success === true ? { ...entry, errors: null } : entry,
    ),
  }),
  ...liesIn(['listCountries'], {
    'SHP-02 sends-countries-as-codes': objectsShapedAs((body) => ({
      ...body,
      countries: entriesOf(body.countries).map(({ code }) => code),
    })),
  }),
  ...liesIn(['getAttributeGroups'], {
    'SHP-02 sends-attributes-by-id': shapedAs((body) => {
      const last: unknown = Array.isArray(body) ? body.at(-1) : undefined;
      if (!Array.isArray(body) || !isObject(last) || !Array.isArray(last.attributes)) return body;
      return [...body.slice(0, -1), { ...last, attributes: Object.fromEntries(last.attributes.entries()) }];
    }),
  }),
  ...liesIn(['listOrders'], {
    'SHP-02 leaves-out-null-fields-of-items': entriesShapedAs((order) =>
      Array.isArray(order.order_items)
        ? {
            ...order,
            order_items: order.order_items.map((item) => ({
              ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
            })),
          }
        : order,
    ),
    'SHP-02 sends-costs-with-decimals': entriesShapedAs((order) =>
      typeof order.cost_with_tax === 'number'
        ? { ...order, cost_with_tax: (order.cost_with_tax / 100).toFixed(2) }
        : order,
    ),
  }),
  ...liesIn(['getStatusResults'], {
    'SHP-01 leaves-out-errors-of-successful-items': entriesShapedAs((entry) =>
      entry.success === true ? without(entry, 'errors') : entry,
    ),
    'SHP-01 sends-errors-as-objects': entriesShapedAs((entry) =>
      Array.isArray(entry.errors)
        ? { ...entry, errors: entry.errors.map((message) => ({ message })) }
        : entry,
    ),
  }),
  ...liesIn(['listRejectedProducts'], {
    'SHP-01 sends-rejection-reasons-as-strings': entriesShapedAs((entry) =>
      Array.isArray(entry.rejection_reasons)
        ? { ...entry, rejection_reasons: entriesOf(entry.rejection_reasons).map(({ name }) => name) }
        : entry,
    ),
  }),
  ...liesIn(RESULTS, {
    'SHP-09 lists-items-of-unfinished-batch': objectsShapedAs((body) =>
      body.status === 'pending' || body.status === 'processing' ? withOneItem(body) : body,
    ),
    'SHP-09 lists-items-of-retried-batch': objectsShapedAs((body) =>
      body.status === 'retry' ? withOneItem(body) : body,
    ),
  }),
  ...liesIn(ALL, {
    'SHP-10 refuses-well-formed-request': changedAt(isSuccess, (sent) =>
      asError(sent, 400, 'The request is not supported'),
    ),
  }),
  ...liesIn(CHANGING_LISTS, {
    'SHP-10 answers-404-to-empty-list': changedAt(isSuccess, (sent) =>
      isEmptyList(sent) ? asError(sent, 404, 'Nothing was found') : sent,
    ),
  }),
  ...liesIn(['listWebhookEventTypes'], {
    'SHP-07 sends-event-types-as-names': shapedAs((body) =>
      Array.isArray(body) ? body.map(({ event }) => event) : body,
    ),
    'SHP-07 names-last-event-type-otherwise': entriesShapedAs((type) =>
      type.event === 'product_master.status_updated' ? { ...type, event: 'product.status' } : type,
    ),
  }),
  ...liesIn(['listWebhooks'], {
    'SHP-08 wraps-list-of-webhooks': shapedAs((items) => ({ items })),
  }),
  ...liesIn(SHOWN_SUBSCRIPTIONS, {
    'SHP-02 sends-single-event-as-text': entriesShapedAs((subscription) =>
      Array.isArray(subscription.events) && subscription.events.length === 1
        ? { ...subscription, events: subscription.events[0] }
        : subscription,
    ),
  }),
];
