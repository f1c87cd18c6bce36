import { requirement } from '../../contract/requirements/catalogue.js';
import { agreeWithItself, haveTheDefaults, linkToItsNeighbours } from '../oracles/lists/page.js';
import { haveOnly } from '../oracles/products/product.js';
import { itemsOn, withGaps } from '../oracles/violation.js';
import { assumedGaps, type Check, type Learned, learned, type RequirementViolation } from './check.js';

/** The filters of lists: each entry has the value of the parameter in a field. */
const filters = [
  { operationId: 'listProducts', parameter: 'status', field: 'status', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'sku', field: 'sku', requirement: 'PRD-19' },
  { operationId: 'listProducts', parameter: 'style_key', field: 'style_key', requirement: 'PRD-19' },
  { operationId: 'listRejectedProducts', parameter: 'style_key', field: 'style_key', requirement: 'REJ-05' },
  { operationId: 'listOrders', parameter: 'order_number', field: 'order_number', requirement: 'ORD-06' },
  { operationId: 'listOrders', parameter: 'order_status', field: 'status', requirement: 'ORD-06' },
] as const;

export const pageChecks = {
  /**
   * REJ-06, REJ-07, REJ-10: the numbers of a page agree with each other and with its entries, and it links to its
   * neighbours (clause 2.4). The check verifies nothing, because that takes all pages of a list.
   */
  pageNumbers: {
    requirements: ['REJ-06', 'REJ-07', 'REJ-10'],
    run(exchange, operation) {
      const isOf = (id: 'REJ-06' | 'REJ-10') => requirement(id).operations.includes(operation.operationId);
      const isRejected = isOf('REJ-06');
      if (exchange.status !== 200 || !(isRejected || isOf('REJ-10'))) return [];
      const judged = [
        ...learned(isRejected ? 'REJ-06' : 'REJ-10', agreeWithItself(exchange)),
        ...learned(isRejected ? 'REJ-07' : 'REJ-10', linkToItsNeighbours(exchange)),
      ];
      return violationsIn(judged).map((each) => ({
        ...each,
        ...withGaps(each, assumedGaps(operation, 200)),
      }));
    },
  },
  /**
   * PRD-04, PRD-19, REJ-05, ORD-06: each entry of a filtered list matches the filter, whatever else was requested. REJ-02:
   * a page has the defaults of the parameters that it was requested without. The check verifies nothing: a list without
   * entries shows nothing, and a filter may leave out what matches.
   */
  askedFor: {
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
      return violationsIn([...stray, ...defaults]);
    },
  },
} satisfies Readonly<Record<string, Check>>;

function violationsIn(found: Learned): readonly RequirementViolation[] {
  return found.filter((each) => typeof each !== 'string');
}
