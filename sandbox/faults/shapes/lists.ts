import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { RESULTS } from '../operation-sets.js';
import { changedSent, isSuccess, withHeaders } from '../sent-changes.js';
import { entriesShapedAs, objectsShapedAs, renamed, without } from './shape-changes.js';

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');

/** Faults of the bodies of lists and results (gaps G-08 and G-11). */
export const listShapeFaults: readonly Fault[] = [
  {
    id: 'names-list-products',
    violates: 'SHP-03',
    does: 'It sends the list of products in products in the place of items.',
    operations: ['listProducts'],
    plant: objectsShapedAs((body) => renamed(body, 'items', 'products')),
  },
  {
    id: 'sends-product-list-bare',
    violates: 'SHP-03',
    does: 'It sends the products as a list, without pagination.',
    operations: ['listProducts'],
    plant: objectsShapedAs((body) => body.items),
  },
  {
    id: 'leaves-out-status-of-drafts',
    violates: 'SHP-03',
    does: 'It leaves the status of a product out while it is a draft.',
    operations: ['listProducts'],
    showsFor: 'products that are drafts',
    plant: entriesShapedAs((row) => (row.status === 'draft' ? without(row, 'status') : row)),
  },
  {
    id: 'sends-prices-by-country',
    violates: 'SHP-03',
    does: 'It lists the prices of a product as an object by country.',
    operations: ['listProducts'],
    showsFor: 'merchants with products',
    plant: entriesShapedAs((row) =>
      Array.isArray(row.prices)
        ? { ...row, prices: Object.fromEntries(row.prices.map((price) => [price.country_code, price])) }
        : row,
    ),
  },
  {
    id: 'sends-list-bare',
    violates: 'SHP-06',
    does: 'It sends the entries of a list as the body, without pagination.',
    operations: ['listOrders', 'listCategories'],
    plant: objectsShapedAs((body) => body.items),
  },
  {
    id: 'names-total-count',
    violates: 'SHP-06',
    does: 'It tells the total of a list in count.',
    operations: ['listOrders', 'listCategories'],
    plant: objectsShapedAs((body) => ({
      ...body,
      pagination: isObject(body.pagination) ? renamed(body.pagination, 'total', 'count') : body.pagination,
    })),
  },
  {
    id: 'sends-outcome-of-items-in-state',
    violates: 'SHP-06',
    does: 'It tells the success of an item in the field state.',
    operations: OTHER_RESULTS,
    showsFor: 'finished batches',
    plant: entriesShapedAs((entry) => renamed(entry, 'success', 'state')),
  },
  {
    id: 'sends-null-for-no-errors',
    violates: 'SHP-06',
    does: 'It sends null for the errors of an item that succeeded.',
    operations: OTHER_RESULTS,
    showsFor: 'items that succeeded',
    plant: entriesShapedAs((entry) => (entry.success === true ? { ...entry, errors: null } : entry)),
  },
  {
    id: 'sends-file-as-octets',
    violates: 'SHP-06',
    does: 'It sends a file with the media type application/octet-stream.',
    operations: ['getDeliveryDocument', 'downloadReport'],
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isSuccess(sent.status) ? withHeaders(sent, { 'content-type': 'application/octet-stream' }) : sent,
      ),
  },
];
