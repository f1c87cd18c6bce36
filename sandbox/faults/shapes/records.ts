import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { entriesShapedAs, objectsShapedAs, shapedAs, without } from './shape-changes.js';

/** Faults of the fields of records (gap G-05). */
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
      'It leaves the fields of an order item out that are null.',
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
