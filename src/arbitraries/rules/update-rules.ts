import { Findings, isInteger, isList, isNumber, isRecord, isString } from './findings.js';

type Item = Readonly<Record<string, unknown>>;
type Check = (item: Item, findings: Findings) => void;

/** The rules that a status item breaks, by name (clauses 2.1, 3.1, 8.2), written down apart from the arbitraries. */
export const brokenStatusRules = rules(['style_key', 'status'], (item, findings) => {
  const key = findings.typed(item.style_key, isString, 'style_key');
  findings.unless([...(key ?? '')].length <= 120, 'style_key length');
  const status = findings.typed(item.status, isString, 'status');
  findings.unless(
    status === undefined || ['published', 'inactive', 'draft'].includes(status),
    'status settable',
  );
});

/** The rules that a stock item breaks, by name (gap G-11). */
export const brokenStockRules = rules(['sku', 'quantity'], (item, findings) => {
  findings.typed(item.sku, isString, 'sku');
  const quantity = findings.typed(item.quantity, isNumber, 'quantity') ?? 0;
  findings.unless(Number.isInteger(quantity), 'quantity integer');
  findings.unless(quantity >= 0 && quantity <= 1_000_000, 'quantity bound');
});

/** The rules that a price item breaks, by name (clause 2.2 rule 1, gap G-11). */
export function brokenPriceRules(item: unknown, countries: readonly string[]): string[] {
  return rules(['sku', 'price'], (given, findings) => {
    findings.typed(given.sku, isString, 'sku');
    const price = findings.typed(given.price, isRecord, 'price');
    if (price !== undefined) checkPrice(price, countries, findings);
  })(item);
}

const checkPrice = (price: Item, countries: readonly string[], findings: Findings) => {
  requireAll(price, ['country_code', 'retail_price'], findings);
  const code = findings.typed(price.country_code, isString, 'country_code');
  const alpha2 = code === undefined || /^[A-Z]{2}$/.test(code);
  findings.unless(alpha2, 'country alpha-2');
  findings.unless(code === undefined || !alpha2 || countries.includes(code), 'country linked');
  const retail = findings.typed(price.retail_price, isNumber, 'retail_price');
  const sale = findings.typed(price.sale_price, isNumber, 'sale_price');
  findings.unless(retail === undefined || retail > 0, 'retail price above 0');
  findings.unless(sale === undefined || sale > 0, 'sale price above 0');
  findings.unless(
    sale === undefined || retail === undefined || sale <= retail,
    'sale price at most retail price',
  );
};

/** The rules that a ship item breaks, by name (gap G-11). */
export const brokenShipRules = rules(
  ['order_items', 'carrier_key', 'shipment_tracking_key', 'return_tracking_key'],
  (item, findings) => {
    checkIds(item, findings);
    findings.typed(item.carrier_key, isString, 'carrier_key');
    checkTrackingKey(item, 'shipment_tracking_key', findings);
    findings.typed(item.return_tracking_key, isString, 'return_tracking_key');
  },
);

/** The rules that a cancel item breaks, by name (gap G-11). */
export const brokenCancelRules = rules(['id'], (item, findings) => {
  findings.typed(item.id, isId, 'id');
});

/** The rules that a return item breaks, by name (gap G-11). */
export const brokenReturnRules = rules(['order_items', 'return_tracking_key'], (item, findings) => {
  checkIds(item, findings);
  checkTrackingKey(item, 'return_tracking_key', findings);
});

function checkIds(item: Item, findings: Findings): void {
  const list = findings.typed(item.order_items, isList, 'order_items');
  findings.unless(list === undefined || list.length > 0, 'order_items count');
  findings.members(list ?? [], isId, 'order_items[]');
}

function checkTrackingKey(item: Item, name: string, findings: Findings): void {
  const key = findings.typed(item[name], isString, name);
  findings.unless(key === undefined || (key.length >= 1 && key.length <= 255), `${name} length`);
}

function isId(value: unknown): value is number | string {
  return isInteger(value) || isString(value);
}

function requireAll(item: Item, fields: readonly string[], findings: Findings): void {
  for (const field of fields)
    findings.unless(item[field] !== undefined && item[field] !== null, `required ${field}`);
}

function rules(required: readonly string[], check: Check): (item: unknown) => string[] {
  return (item) => {
    if (!isRecord(item)) return ['type item'];
    const findings = new Findings();
    requireAll(item, required, findings);
    check(item, findings);
    return findings.all;
  };
}
