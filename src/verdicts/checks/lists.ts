import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { haveOnly, having } from '../oracles/lists/filtered.js';
import { agreeWithItself, haveTheDefaults, linkToItsNeighbours } from '../oracles/lists/page.js';
import { nameTheirOwnDocuments, showTheStatusOfTheirItems } from '../oracles/order.js';
import { itemsOn, type OracleResult, withGaps } from '../oracles/violation.js';
import { assumedGaps, type Check, type Learned, learned } from './check.js';

/** The filters of lists: a field of each entry must have the value of the parameter. */
const filters = [
  { operationId: 'listProducts', parameter: 'status', field: 'status', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'sku', field: 'sku', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'style_key', field: 'style_key', requirement: 'PRD-19' },
  { operationId: 'listRejectedProducts', parameter: 'style_key', field: 'style_key', requirement: 'REJ-05' },
  { operationId: 'listOrders', parameter: 'order_number', field: 'order_number', requirement: 'ORD-06' },
  { operationId: 'listOrders', parameter: 'order_status', field: 'status', requirement: 'ORD-06' },
] as const;

/** The requirements for the pagination numbers and links of a list. */
const pageRequirements = [
  ['REJ-06', 'REJ-07'],
  ['REJ-10', 'REJ-10'],
] as const;

export const listChecks = {
  /**
   * REJ-06, REJ-07, REJ-10: the numbers of a page agree with each other and with its entries, and it links to its
   * neighbours (clause 2.4). The check verifies nothing, because that takes all pages of a list.
   */
  pageNumbers: {
    requirements: ['REJ-06', 'REJ-07', 'REJ-10'],
    run(exchange, operation) {
      const ids = pageRequirements.find(([id]) => requirement(id).operations.includes(operation.operationId));
      if (exchange.status !== 200 || ids === undefined) return [];
      const [ofNumbers, ofLinks] = ids;
      const gaps = assumedGaps(operation, 200);
      return [
        ...violationsOf(ofNumbers, withGaps(agreeWithItself(exchange), gaps)),
        ...violationsOf(ofLinks, withGaps(linkToItsNeighbours(exchange), gaps)),
      ];
    },
  },
  /**
   * PRD-04, PRD-19, REJ-05, ORD-06: each entry of a filtered list matches the filter, no matter what else was
   * requested. REJ-02: a page uses the defaults for the parameters that the request omits. The check verifies nothing:
   * a list without entries shows nothing, and a filter may leave out entries that match.
   */
  askedFor: {
    requirements: ['PRD-04', 'PRD-19', 'REJ-02', 'REJ-05', 'ORD-06'],
    run(exchange, { operationId }) {
      if (exchange.status !== 200 || exchange.untranslated) return [];
      const { query } = exchange;
      const stray = filters.flatMap(({ parameter, field, requirement, ...filter }) => {
        const value = filter.operationId === operationId && query.get(parameter);
        const id = parameter === 'status' && value === 'active' ? 'PRD-04' : requirement;
        return value ? violationsOf(id, haveOnly(itemsOn(exchange), having(field, value))) : [];
      });
      const isOfDefaults = operationId === 'listRejectedProducts';
      return isOfDefaults ? [...stray, ...violationsOf('REJ-02', haveTheDefaults(exchange))] : stray;
    },
  },
  /**
   * ORD-07: each listed order has the status of its items, or mixed if these differ (gap G-01). ORD-02: no order names
   * the delivery document of another order (gaps G-05 and G-11); the check doesn't verify that, because it doesn't
   * download documents.
   */
  listedOrders: {
    requirements: ['ORD-02', 'ORD-07'],
    run(exchange, { operationId }) {
      if (operationId !== 'listOrders' || exchange.status !== 200) return [];
      const ofDocuments = violationsOf('ORD-02', nameTheirOwnDocuments(exchange));
      return [...learned('ORD-07', showTheStatusOfTheirItems(exchange)), ...ofDocuments];
    },
  },
} satisfies Readonly<Record<string, Check>>;

/** The violations that an oracle found, as the result of a check that verifies nothing. */
function violationsOf(id: RequirementId, result: OracleResult): Learned {
  return result === undefined ? [] : learned(id, result);
}
