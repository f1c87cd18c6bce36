import { isObject } from '../schema/check.js';
import { type Fault, type Lie, liesIn, type Plant } from './fault.js';
import { changedAt, changedJson, isSuccess, withHeaders } from './plants/answers.js';
import { RESULTS } from './plants/requests.js';

type Entry = Readonly<Record<string, unknown>>;

/** Plants another body in successful answers. */
export function shapedAs(change: (body: unknown) => unknown): Plant {
  return changedJson(isSuccess, change);
}

/** Plants another body in successful answers that are objects. */
export function objectsShapedAs(change: (body: Entry) => unknown): Plant {
  return shapedAs((body) => (isObject(body) ? change(body) : body));
}

/** Plants other entries in successful answers that are a list or have `items`. Any other object counts as an entry. */
export function entriesShapedAs(change: (entry: Entry) => Entry): Plant {
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

/** The object with a field under another name. */
export function renamed(entry: Entry, name: string, other: string): Entry {
  return name in entry ? { ...without(entry, name), [other]: entry[name] } : entry;
}

const OTHERS = [
  'updateProductStock',
  'updateProductPrices',
  'cancelOrderItems',
  'shipOrderItems',
  'returnOrderItems',
] as const;

const RENAMED: Lie = [
  'It acknowledges a batch with its id in id.',
  objectsShapedAs((body) => renamed(body, 'batchRequestId', 'id')),
];
const WRAPPED: Lie = [
  'It acknowledges a batch with an object in data.',
  objectsShapedAs((body) => ('batchRequestId' in body ? { data: body } : body)),
];

/** Faults in the bodies that acknowledge a batch (gaps G-09, G-10 and G-11). */
export const acknowledgementShapeFaults: readonly Fault[] = [
  ...liesIn(['upsertProducts'], {
    'SHP-04 names-batch-id-of-upsert-otherwise': RENAMED,
    'SHP-04 wraps-acknowledgement-of-upsert': WRAPPED,
  }),
  ...liesIn(['updateProductStatus'], {
    'SHP-05 names-batch-id-of-status-update-otherwise': RENAMED,
    'SHP-05 wraps-acknowledgement-of-status-update': WRAPPED,
  }),
  ...liesIn(OTHERS, {
    'SHP-06 names-batch-id-of-update-otherwise': RENAMED,
    'SHP-06 wraps-acknowledgement-of-update': WRAPPED,
  }),
];

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');

/** Faults in the bodies of lists and results (gaps G-08 and G-11). */
export const listShapeFaults: readonly Fault[] = [
  ...liesIn(['listProducts'], {
    'SHP-03 names-list-products': [
      'It sends the list of products in products in place of items.',
      objectsShapedAs((body) => renamed(body, 'items', 'products')),
    ],
    'SHP-03 sends-product-list-bare': [
      'It sends the products as a list, without pagination.',
      objectsShapedAs((body) => body.items),
    ],
    'SHP-03 leaves-out-status-of-drafts': [
      'It leaves the status of a product out while it is a draft.',
      'products that are drafts',
      entriesShapedAs((row) => (row.status === 'draft' ? without(row, 'status') : row)),
    ],
    'SHP-03 sends-prices-by-country': [
      'It lists the prices of a product as an object by country.',
      'merchants with products',
      entriesShapedAs((row) =>
        Array.isArray(row.prices)
          ? { ...row, prices: Object.fromEntries(row.prices.map((price) => [price.country_code, price])) }
          : row,
      ),
    ],
  }),
  ...liesIn(['listOrders', 'listCategories'], {
    'SHP-06 sends-list-bare': [
      'It sends the entries of a list as the body, without pagination.',
      objectsShapedAs((body) => body.items),
    ],
    'SHP-06 names-total-count': [
      'It sends the total of a list in count.',
      objectsShapedAs((body) => ({
        ...body,
        pagination: isObject(body.pagination) ? renamed(body.pagination, 'total', 'count') : body.pagination,
      })),
    ],
  }),
  ...liesIn(OTHER_RESULTS, {
    'SHP-06 sends-outcome-of-items-in-state': [
      'It sends the success of an item in the field state.',
      'finished batches',
      entriesShapedAs((entry) => renamed(entry, 'success', 'state')),
    ],
    'SHP-06 sends-null-for-no-errors': [
      'It sends null for the errors of an item that succeeded.',
      'items that succeeded',
      entriesShapedAs((entry) => (entry.success === true ? { ...entry, errors: null } : entry)),
    ],
  }),
  ...liesIn(['getDeliveryDocument', 'downloadReport'], {
    'SHP-06 sends-file-as-octets': [
      'It sends a file with the media type application/octet-stream.',
      changedAt(isSuccess, (sent) => withHeaders(sent, { 'content-type': 'application/octet-stream' })),
    ],
  }),
];

/** Faults in the fields of records (gap G-05). */
export const recordFaults: readonly Fault[] = [
  ...liesIn(['listCategories', 'getAttributeGroups', 'listBrands'], {
    'SHP-02 sends-ids-as-texts': [
      'It sends the ids of reference data as texts.',
      entriesShapedAs((entry) => ({ ...entry, id: `${entry.id}` })),
    ],
  }),
  ...liesIn(['listCountries'], {
    'SHP-02 sends-countries-as-codes': [
      'It lists countries by their codes alone.',
      objectsShapedAs((body) => ({ ...body, countries: codesOf(body.countries) })),
    ],
  }),
  ...liesIn(['getAttributeGroups'], {
    'SHP-02 sends-attributes-by-id': [
      'It sends the attributes of the last group as an object by their ids.',
      'the last group of a category',
      shapedAs((body) => {
        const last: unknown = Array.isArray(body) ? body.at(-1) : undefined;
        if (!Array.isArray(body) || !isObject(last) || !Array.isArray(last.attributes)) return body;
        return [...body.slice(0, -1), { ...last, attributes: Object.fromEntries(last.attributes.entries()) }];
      }),
    ],
  }),
  ...liesIn(['listOrders'], {
    'SHP-02 leaves-out-null-fields-of-items': [
      'It leaves out the fields of an order item that are null.',
      'order items that were not shipped',
      entriesShapedAs((order) =>
        Array.isArray(order.order_items)
          ? {
              ...order,
              order_items: order.order_items.map((item) => ({
                ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
              })),
            }
          : order,
      ),
    ],
    'SHP-02 sends-costs-with-decimals': [
      'It sends the costs of an order in major units, as texts.',
      'merchants with orders',
      entriesShapedAs((order) =>
        typeof order.cost_with_tax === 'number'
          ? { ...order, cost_with_tax: (order.cost_with_tax / 100).toFixed(2) }
          : order,
      ),
    ],
  }),
  ...liesIn(['listReports'], {
    'SHP-02 leaves-out-type-of-report': [
      'It leaves out the type of a report.',
      entriesShapedAs((report) => without(report, 'type')),
    ],
  }),
];

function codesOf(list: unknown): unknown {
  return Array.isArray(list) ? list.map((entry) => (isObject(entry) ? entry.code : entry)) : list;
}
