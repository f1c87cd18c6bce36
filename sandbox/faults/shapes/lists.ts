import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { RESULTS } from '../operation-sets.js';
import { changedSent, isSuccess, withHeaders } from '../sent-changes.js';
import { entriesShapedAs, objectsShapedAs, renamed, without } from './shape-changes.js';

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');

/** Faults of the bodies of lists and results (gaps G-08 and G-11). */
export const listShapeFaults: readonly Fault[] = [
  ...liesIn(['listProducts'], {
    'SHP-03 names-list-products': [
      'It sends the list of products in products in the place of items.',
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
      'It tells the total of a list in count.',
      objectsShapedAs((body) => ({
        ...body,
        pagination: isObject(body.pagination) ? renamed(body.pagination, 'total', 'count') : body.pagination,
      })),
    ],
  }),
  ...liesIn(OTHER_RESULTS, {
    'SHP-06 sends-outcome-of-items-in-state': [
      'It tells the success of an item in the field state.',
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
      changedSent((sent) =>
        isSuccess(sent.status) ? withHeaders(sent, { 'content-type': 'application/octet-stream' }) : sent,
      ),
    ],
  }),
];
