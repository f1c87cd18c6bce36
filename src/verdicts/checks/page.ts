import { requirement } from '../../contract/requirements/catalogue.js';
import { agreeWithItself, haveTheDefaults, linkToItsNeighbours } from '../oracles/lists/page.js';
import { haveOnly } from '../oracles/products/product.js';
import { itemsOn, withGaps } from '../oracles/violation.js';
import { assumedGaps, type Check, learned } from './check.js';

/**
 * REJ-06, REJ-07, REJ-10: the numbers of a page agree with each other and with its entries, and it links to its
 * neighbours (clause 2.4). The check verifies nothing, because that takes all pages of a list.
 */
export const pageNumbers: Check = {
  id: 'page-numbers',
  requirements: ['REJ-06', 'REJ-07', 'REJ-10'],
  run(exchange, operation) {
    const isOf = (id: 'REJ-06' | 'REJ-10') => requirement(id).operations.includes(operation.operationId);
    const isRejected = isOf('REJ-06');
    if (exchange.status !== 200 || !(isRejected || isOf('REJ-10'))) return [];
    const judged = [
      [isRejected ? 'REJ-06' : 'REJ-10', agreeWithItself(exchange)],
      [isRejected ? 'REJ-07' : 'REJ-10', linkToItsNeighbours(exchange)],
    ] as const;
    return judged.flatMap(([id, result]) =>
      result === undefined || 'inconclusive' in result
        ? []
        : { requirement: id, ...withGaps(result, assumedGaps(operation, 200)) },
    );
  },
};

/** The filters of lists: each entry has the value of the parameter in a field. */
const filters = [
  { operationId: 'listProducts', parameter: 'status', field: 'status', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'sku', field: 'sku', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'style_key', field: 'style_key', requirement: 'PRD-19' },
  { operationId: 'listRejectedProducts', parameter: 'style_key', field: 'style_key', requirement: 'REJ-05' },
  { operationId: 'listOrders', parameter: 'order_number', field: 'order_number', requirement: 'ORD-06' },
  { operationId: 'listOrders', parameter: 'order_status', field: 'status', requirement: 'ORD-06' },
] as const;

/**
 * PRD-04, PRD-19, REJ-05, ORD-06: each entry of a filtered list matches the filter, whatever else was requested. REJ-02:
 * a page has the defaults of the parameters that it was requested without. The check verifies nothing: a list without
 * entries shows nothing, and a filter may leave out what matches.
 */
export const askedFor: Check = {
  id: 'asked-for',
  requirements: ['PRD-04', 'PRD-19', 'REJ-02', 'REJ-05', 'ORD-06'],
  run(exchange, { operationId }) {
    if (exchange.status !== 200 || exchange.untranslated) return [];
    const { query } = exchange;
    const stray = filters.flatMap(({ parameter, field, requirement, ...filter }) => {
      const value = filter.operationId === operationId && query.get(parameter);
      const id = parameter === 'status' && value === 'active' ? 'PRD-04' : requirement;
      return value ? learned(id, haveOnly(itemsOn(exchange), field, value)) : [];
    });
    const defaults =
      operationId === 'listRejectedProducts' ? learned('REJ-02', haveTheDefaults(exchange)) : [];
    return [...stray, ...defaults].filter((each) => typeof each !== 'string');
  },
};
