import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { exampleReferenceData } from '#testing/example-reference-data';
import { brokenLaw } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import { operation } from '../contract/operations.js';
import { schemaViolations } from '../contract/schemas/schema-violation.js';
import type { OperationId } from '../contract/types.js';
import type { InvalidItem } from './invalid/invalid-item.js';
import {
  componentsWithoutFraction,
  compositionsOfOtherKind,
  countryNotLinked,
  countryWithoutPrice,
  type NamedMistakes,
  unknownIds,
  unlinkedLocales,
  withoutComposition,
  withoutSize,
} from './invalid/product-choices.js';
import { longStyleKey, pastBounds, withoutRequiredField, wrongTypes } from './invalid/product-item.js';
import {
  invalidMoves,
  invalidPriceItems,
  invalidStatusItems,
  invalidStockItems,
} from './invalid/update-items.js';
import { invalidSubscriptionChange, invalidWebhookSubscription } from './invalid/webhook-subscription.js';
import { productBounds } from './valid/product-bounds.js';
import { changedProductItem, productItem, styleOf } from './valid/product-item.js';
import { orderMoves, priceItem, statusItem, stockItem } from './valid/update-items.js';
import { webhookSubscription } from './valid/webhook-subscription.js';

const reference = { ...exampleReferenceData, locales: ['de-DE', 'fr-FR'] };
const [skus, countries, ids] = [
  ['sku-1', 'sku-2'],
  ['DE', 'FR'],
  [11, 12, 'thirteen'],
];
const order = { order_number: 'A', carrier_key: 'dhl', order_items: ids.map((id) => ({ id })) };
const drafts = { styleKeys: ['style-1', 'style-2'], statuses: ['draft', 'published'] } as const;
const events = ['order.created', 'stock.updated', 'product_master.status_updated'];

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The reference data allows no such item.');
  return value;
};

/** Every kind of valid value, with the operation that accepts it. */
const validValues: readonly (readonly [OperationId, what: string, () => fc.Arbitrary<unknown>])[] = [
  ['upsertProducts', 'A product item', () => productItem(reference, 'run-')],
  [
    'upsertProducts',
    'A changed product item',
    () => productItem(reference, 'run-').chain((item) => changedProductItem(item, reference)),
  ],
  [
    'upsertProducts',
    'A variant of a style',
    () => present(styleOf(reference, 'run-', { variants: { min: 2, max: 4 } })).map(([, second]) => second),
  ],
  ...[...productBounds].map(
    ([bound, draw]) =>
      [
        'upsertProducts',
        `A product item at its bound, ${bound},`,
        () => present(draw(reference, 'run-')),
      ] as const,
  ),
  ['updateProductStatus', 'A status update', () => statusItem(drafts.styleKeys)],
  ['updateProductStock', 'A stock update', () => stockItem(skus)],
  ['updateProductPrices', 'A price update', () => priceItem(skus, countries)],
  ['shipOrderItems', 'A shipment', () => orderMoves.ship.drawn(ids, 'dhl')],
  ['cancelOrderItems', 'A cancellation', () => orderMoves.cancel.drawn(ids, 'dhl')],
  ['returnOrderItems', 'A return', () => orderMoves.return.drawn(ids, 'dhl')],
  ['createWebhook', 'A subscription', () => webhookSubscription(events, 'run-7-')],
];

test('every kind of valid value fits the contract', () => {
  const rule = (id: OperationId) => (value: unknown) =>
    violationsOf(id, value)[0] ?? foreignNameIn(id, value);
  expect(validValues.flatMap(([id, what, values]) => brokenLaw(what, values, rule(id), 8) ?? [])).toEqual([]);
});

/** Others may work with the same merchant: a name without the run's prefix could be theirs. */
function foreignNameIn(operationId: OperationId, value: unknown): string | undefined {
  if (operationId !== 'upsertProducts') return undefined;
  const prefix = 'run-';
  const isForeign = (name: unknown) =>
    // A text at a bound may have no room for the prefix: before it is sent, the suite looks up whether it is in use.
    typeof name === 'string' && [...name].length > prefix.length && !name.startsWith(prefix);
  const field = ['sku', 'style_key', 'name'].find((each) => isForeign(Reflect.get(Object(value), each)));
  return field && `${field} begins without the prefix`;
}

/**
 * The rule that forbids a mistake: the contract's schema, or only the merchant's data and rules in words; `either` if
 * that depends on the drawn value.
 */
type RuledOutBy = 'contract' | 'words' | 'either';

type Mistake = readonly [OperationId, what: string, RuledOutBy, () => fc.Arbitrary<InvalidItem<object>>];

const ofProduct = (mistakes: NamedMistakes, by: (name: string) => RuledOutBy): Mistake[] =>
  mistakes.map(([name, mistake]) => [
    'upsertProducts',
    `A product item: ${name}`,
    by(name),
    () => present(mistake(reference, 'run-')),
  ]);
const inWords = /no merchant can set|check digit|above the retail price|two for one country|does not sum/;
const boundBy = (name: string): RuledOutBy =>
  inWords.test(name) ? 'words' : name.startsWith('images[]') ? 'either' : 'contract';
const updatesOf = (
  operationId: OperationId,
  items: ReadonlyMap<string, fc.Arbitrary<InvalidItem<object>>>,
): Mistake[] =>
  [...items].map(([name, item]) => [operationId, `${operationId}: ${name}`, boundBy(name), () => item]);

/** Every kind of invalid value. */
const mistakes: readonly Mistake[] = [
  ...ofProduct(
    [
      ['a country that is not linked', countryNotLinked],
      ['a country without a price', countryWithoutPrice],
      ['no size in a category with sizes', withoutSize],
      ...[unlinkedLocales, compositionsOfOtherKind, withoutComposition(null), unknownIds].flat(),
    ],
    () => 'words',
  ),
  ...ofProduct(
    [
      ['a style key of more than 120 characters', longStyleKey],
      ...[componentsWithoutFraction, wrongTypes(() => true), withoutRequiredField].flat(),
    ],
    () => 'contract',
  ),
  ...ofProduct(pastBounds, boundBy),
  ...updatesOf('updateProductStatus', invalidStatusItems(drafts.styleKeys, drafts.statuses)),
  ...updatesOf('updateProductStock', invalidStockItems(skus)),
  ...updatesOf('updateProductPrices', invalidPriceItems(skus, countries)),
  ...updatesOf('shipOrderItems', invalidMoves(orderMoves.ship, order)),
  ...updatesOf('cancelOrderItems', invalidMoves(orderMoves.cancel, order)),
  ...updatesOf('returnOrderItems', invalidMoves(orderMoves.return, order)),
  ['createWebhook', 'A subscription', 'either', () => invalidWebhookSubscription(events, 'run-7-')],
  [
    'updateWebhook',
    'A change of a subscription',
    'either',
    () => invalidSubscriptionChange(events, 'run-7-'),
  ],
];

test('the only mistake of an invalid value is in the named field', () => {
  const broken = mistakes.flatMap(
    ([operationId, what, by, item]) =>
      brokenLaw(what, item, (drawn) => problemOf(operationId, by, drawn), 8) ?? [],
  );
  expect(broken).toEqual([]);
});

function problemOf(
  operationId: OperationId,
  by: RuledOutBy,
  { valid, invalid, violation, field }: InvalidItem<object>,
): string | undefined {
  const foreign = foreignNameIn(operationId, valid) ?? foreignNameIn(operationId, invalid);
  if (foreign !== undefined) return foreign;
  const [before, after] = [violationsOf(operationId, valid), violationsOf(operationId, invalid)];
  if (before.length > 0) return `the valid item is wrong: ${before.join(', ')}`;
  // A member of a different type is a mistake in its list.
  if (after.some((place) => !place.startsWith(field)))
    return `${field} is not the only wrong field: ${after.join(', ')}`;
  if (by === 'contract' && after.length === 0) return 'it fits the contract';
  if (by === 'words' && after.length > 0) return `the contract rules it out: ${after.join(', ')}`;
  const top = field.split(/[.[]/)[0] ?? field;
  if (isDeepStrictEqual(Reflect.get(valid, top), Reflect.get(Object(invalid), top)))
    return `${top} is unchanged`;
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(invalid)), invalid)) return 'JSON changes it';
  const isSaid = violation.startsWith(`${field}: `) && /: .+, but got .+/.test(violation);
  return isSaid && violation.length < 250 ? undefined : `the violation is ${violation}`;
}

/** The places where a value violates the contract, such as `prices[].retail_price`. */
function violationsOf(operationId: OperationId, value: unknown): string[] {
  const { itemSchemaPointer, requestBody } = operation(operationId);
  const body = itemSchemaPointer === undefined ? value : { items: [value] };
  return schemaViolations(requestBody?.schemaPointer ?? '', body).map(({ path }) =>
    path
      .replace(/^items\[0\]\.?/, '')
      .replaceAll(/\[\d+\]/g, '[]')
      .replace(/^descriptions[.[].*/, 'descriptions[]'),
  );
}
