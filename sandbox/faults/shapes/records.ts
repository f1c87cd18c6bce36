import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { entriesShapedAs, objectsShapedAs, shapedAs, without } from './shape-changes.js';

/** Faults of the fields of records (gap G-05). */
export const recordFaults: readonly Fault[] = [
  {
    id: 'sends-ids-as-texts',
    violates: 'SHP-02',
    does: 'It sends the ids of reference data as texts.',
    operations: ['listCategories', 'getAttributeGroups', 'listBrands'],
    plant: entriesShapedAs((entry) => ({ ...entry, id: `${entry.id}` })),
  },
  {
    id: 'sends-countries-as-codes',
    violates: 'SHP-02',
    does: 'It lists countries by their codes alone.',
    operations: ['listCountries'],
    plant: objectsShapedAs((body) => ({ ...body, countries: codesOf(body.countries) })),
  },
  {
    id: 'sends-attributes-by-id',
    violates: 'SHP-02',
    does: 'It sends the attributes of the last group as an object by their ids.',
    operations: ['getAttributeGroups'],
    showsFor: 'the last group of a category',
    plant: shapedAs((body) => {
      const last: unknown = Array.isArray(body) ? body.at(-1) : undefined;
      if (!Array.isArray(body) || !isObject(last) || !Array.isArray(last.attributes)) return body;
      return [...body.slice(0, -1), { ...last, attributes: Object.fromEntries(last.attributes.entries()) }];
    }),
  },
  {
    id: 'leaves-out-null-fields-of-items',
    violates: 'SHP-02',
    does: 'It leaves the fields of an order item out that are null.',
    operations: ['listOrders'],
    showsFor: 'order items that were not shipped',
    plant: entriesShapedAs((order) =>
      Array.isArray(order.order_items)
        ? {
            ...order,
            order_items: order.order_items.map((item) => ({
              ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
            })),
          }
        : order,
    ),
  },
  {
    id: 'sends-costs-with-decimals',
    violates: 'SHP-02',
    does: 'It sends the costs of an order in major units, as texts.',
    operations: ['listOrders'],
    showsFor: 'merchants with orders',
    plant: entriesShapedAs((order) =>
      typeof order.cost_with_tax === 'number'
        ? { ...order, cost_with_tax: (order.cost_with_tax / 100).toFixed(2) }
        : order,
    ),
  },
  {
    id: 'leaves-out-type-of-report',
    violates: 'SHP-02',
    does: 'It leaves out the type of a report.',
    operations: ['listReports'],
    plant: entriesShapedAs((report) => without(report, 'type')),
  },
];

function codesOf(list: unknown): unknown {
  return Array.isArray(list) ? list.map((entry) => (isObject(entry) ? entry.code : entry)) : list;
}
