import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from '../assertions.js';
import { oneMistake } from '../rules/one-mistake.js';
import { present } from '../rules/present.js';
import {
  brokenCancelRules,
  brokenPriceRules,
  brokenReturnRules,
  brokenShipRules,
  brokenStatusRules,
  brokenStockRules,
} from '../rules/update-rules.js';
import type { InvalidItem } from './invalid-item.js';
import {
  type CancelMistake,
  cancelMistakeNames,
  invalidCancelItem,
  invalidReturnItem,
  invalidShipItem,
  type ReturnMistake,
  returnMistakeNames,
  type ShipMistake,
  shipMistakeNames,
} from './order-items.js';
import {
  invalidPriceItem,
  type PriceMistake,
  priceForCountryNotLinked,
  priceMistakes,
} from './price-item.js';
import {
  longStatusStyleKey,
  otherStatus,
  type StatusControl,
  statusFieldOfAnotherType,
  withoutStatusField,
} from './status-item.js';
import { invalidStockItem, type StockMistake, stockMistakes } from './stock-item.js';

const skus = ['sku-1', 'sku-2'];
const drafts: StatusControl = { styleKeys: ['style-1', 'style-2'], statuses: ['draft', 'published'] };
const countries = ['DE', 'FR'];
const ids = [11, 12, 'thirteen'];
const brokenByPrice = (item: unknown) => brokenPriceRules(item, countries);

const brokenByStock: Readonly<Record<StockMistake, string>> = {
  'quantity below 0': 'quantity bound',
  'quantity above 1000000': 'quantity bound',
  'quantity with a fraction': 'quantity integer',
  'quantity of another type': 'type quantity',
  'quantity missing': 'required quantity',
  'sku of another type': 'type sku',
  'sku missing': 'required sku',
};

const brokenByPriceMistake: Readonly<Record<PriceMistake, string>> = {
  'country that is no alpha-2 code': 'country alpha-2',
  'country of another type': 'type country_code',
  'country missing': 'required country_code',
  'retail price of 0': 'retail price above 0',
  'retail price below 0': 'retail price above 0',
  'retail price of another type': 'type retail_price',
  'retail price missing': 'required retail_price',
  'sale price of 0': 'sale price above 0',
  'sale price below 0': 'sale price above 0',
  'sale price above the retail price': 'sale price at most retail price',
  'sale price of another type': 'type sale_price',
  'price of another type': 'type price',
  'price missing': 'required price',
  'sku of another type': 'type sku',
  'sku missing': 'required sku',
};

const brokenByReturn: Readonly<Record<ReturnMistake, string>> = {
  'order_items missing': 'required order_items',
  'order_items that is no list': 'type order_items',
  'order_items empty': 'order_items count',
  'order_items with what is no id': 'type order_items[]',
  'return_tracking_key missing': 'required return_tracking_key',
  'return_tracking_key that is no string': 'type return_tracking_key',
  'return_tracking_key empty': 'return_tracking_key length',
  'return_tracking_key of 256 characters': 'return_tracking_key length',
};

const brokenByShip: Readonly<Record<ShipMistake, string>> = {
  'order_items missing': 'required order_items',
  'order_items that is no list': 'type order_items',
  'order_items empty': 'order_items count',
  'order_items with what is no id': 'type order_items[]',
  'carrier_key missing': 'required carrier_key',
  'carrier_key that is no string': 'type carrier_key',
  'shipment_tracking_key missing': 'required shipment_tracking_key',
  'shipment_tracking_key that is no string': 'type shipment_tracking_key',
  'shipment_tracking_key empty': 'shipment_tracking_key length',
  'shipment_tracking_key of 256 characters': 'shipment_tracking_key length',
  'return_tracking_key missing': 'required return_tracking_key',
  'return_tracking_key that is no string': 'type return_tracking_key',
};

const brokenByCancel: Readonly<Record<CancelMistake, string>> = {
  'id missing': 'required id',
  'id of another type': 'type id',
};

type Broken = (item: unknown) => readonly string[];

/** Declares the test of one mistake. */
function breaks(
  title: string,
  broken: Broken,
  rule: string,
  item: () => fc.Arbitrary<InvalidItem<object>>,
): void {
  test(`${title} breaks one rule: ${rule}`, () => {
    assertSound(item, oneMistake(broken, rule), 50);
  });
}

breaks('another status', brokenStatusRules, 'status settable', () => otherStatus(drafts));
breaks('a long style_key', brokenStatusRules, 'style_key length', () => longStatusStyleKey(drafts, 'run-'));
for (const field of ['style_key', 'status'] as const) {
  breaks(`a status item without ${field}`, brokenStatusRules, `required ${field}`, () =>
    withoutStatusField(drafts, field),
  );
  breaks(`a ${field} of another type`, brokenStatusRules, `type ${field}`, () =>
    statusFieldOfAnotherType(drafts, field),
  );
}
for (const name of stockMistakes)
  breaks(`stock: ${name}`, brokenStockRules, brokenByStock[name], () => invalidStockItem(skus, name));
for (const name of priceMistakes)
  breaks(`price: ${name}`, brokenByPrice, brokenByPriceMistake[name], () =>
    invalidPriceItem(skus, countries, name),
  );
breaks('a price for a country that is not linked', brokenByPrice, 'country linked', () =>
  present(priceForCountryNotLinked(skus, countries)),
);
for (const name of shipMistakeNames)
  breaks(`ship: ${name}`, brokenShipRules, brokenByShip[name], () => invalidShipItem(ids, 'dhl', name));
for (const name of cancelMistakeNames)
  breaks(`cancel: ${name}`, brokenCancelRules, brokenByCancel[name], () => invalidCancelItem(ids, name));
for (const name of returnMistakeNames)
  breaks(`return: ${name}`, brokenReturnRules, brokenByReturn[name], () => invalidReturnItem(ids, name));

test('the statuses that only the service gives are among those that cannot be set', () => {
  const violations = fc
    .sample(otherStatus(drafts), { seed: 1, numRuns: 300 })
    .map(({ violation }) => violation);
  for (const status of ['active', '', 'Published', 'deleted', 'pending_approval'])
    expect(violations).toContain(`status: published, inactive, draft, here "${status}"`);
});
