import fc from 'fast-check';
import { rulesAt } from '../../contract/schemas/request-rules.js';
import type { ItemOf } from '../../contract/types.js';

/** The price of a product in one country, in major units of the currency (clause 2.2; bounds from gap G-02). */
export type Price = ItemOf<'upsertProducts'>['prices'][number];

/** The place of the price in an operation's items. */
const places = { upsertProducts: 'prices[]', updateProductPrices: 'price' } as const;

/** An operation whose items have prices: each may have different bounds. */
type PricingOperation = keyof typeof places;

/**
 * Amounts that are not exact as binary fractions: multiplied by 100, they are slightly more or less than their cents.
 */
const awkwardCents = [110, 115, 435, 829, 1001, 1999, 3330, 6410, 25603, 99_999] as const;

/** The amounts that a target accepts, in cents: from `min` to `max`, in steps. */
interface Amounts {
  readonly min: number;
  /** Infinity if the contract has no upper limit. */
  readonly max: number;
  readonly step: number;
}

/**
 * The amounts that the target's contract allows in a field of a price.
 * @returns undefined if the target has no such field
 */
export function amountsOf(
  operationId: PricingOperation,
  field: 'retail_price' | 'sale_price',
): Amounts | undefined {
  const rules = rulesAt(operationId, `${places[operationId]}.${field}`);
  if (rules === undefined) return undefined;
  const { minimum = 0, exclusiveMinimum = 0 } = rules;
  const { maximum = Number.POSITIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY } = rules;
  const step = Math.max(1, centsIn(rules.multipleOf ?? 0));
  const least = Math.max(Math.ceil(centsIn(minimum)), Math.floor(centsIn(exclusiveMinimum)) + 1);
  const most = Math.min(Math.floor(centsIn(maximum)), Math.ceil(centsIn(exclusiveMaximum)) - 1);
  return { min: Math.ceil(least / step) * step, max: Math.floor(most / step) * step, step };
}

/** An amount in cents, without the rounding error of its binary fraction. */
function centsIn(amount: number): number {
  return Math.round(amount * 10_000) / 100;
}

/** The retail prices of an operation, and the amounts of its sale prices, if the target has that field. */
function pricesOf(operationId: PricingOperation) {
  const sale = amountsOf(operationId, 'sale_price');
  const retail = amountsOf(operationId, 'retail_price') ?? { min: 1, max: 100_000, step: 1 };
  // A retail price can also be its own sale price, which it may have to be if there is no sale.
  const limits = { ...retail, min: Math.max(retail.min, sale?.min ?? retail.min) };
  return { limits, cents: retailCents(limits), sale };
}
const pricing = {
  upsertProducts: pricesOf('upsertProducts'),
  updateProductPrices: pricesOf('updateProductPrices'),
};

/** Draws cents, so that every amount has at most two decimals and survives JSON unchanged. */
function retailCents({ min, max, step }: Amounts): fc.Arbitrary<number> {
  const usual = { min: Math.max(min, Math.min(100, max)), max: Math.min(max, Math.max(100_000, min)), step };
  const rare = [...awkwardCents, min, max].filter(
    (each) => each >= min && each <= max && Number.isFinite(each) && each % step === 0,
  );
  return fc.oneof({ arbitrary: stepped(usual), weight: 3 }, fc.constantFrom(usual.min, ...rare));
}

function stepped({ min, max, step }: Amounts): fc.Arbitrary<number> {
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((steps) => steps * step);
}

/** A retail price that the target accepts: most are from 1.00 to 1000.00, some are at its contract's limits. */
export function retailPrice(operationId: PricingOperation): fc.Arbitrary<number> {
  return pricing[operationId].cents.map((cents) => cents / 100);
}

/** The target's limits for a retail price. */
export function retailLimits(operationId: PricingOperation): readonly number[] {
  const { min, max } = pricing[operationId].limits;
  return [min, max].filter(Number.isFinite).map((cents) => cents / 100);
}

/** A price of a product, sometimes with a sale price of at most the same amount. */
export function price(countryCode: string): fc.Arbitrary<Price> {
  return priceOf('upsertProducts', countryCode);
}

/** The same within the limits of an operation. */
export function priceOf(operationId: PricingOperation, countryCode: string): fc.Arbitrary<Price> {
  const { cents, sale } = pricing[operationId];
  return cents.chain((retail) => {
    const regular = regularPrice(operationId, countryCode, retail / 100);
    const reduced = salesOf(retail, sale)?.map((each) => ({ ...regular, sale_price: each / 100 }));
    return reduced === undefined
      ? fc.constant(regular)
      : fc.oneof({ arbitrary: reduced, weight: 5 }, fc.constant(regular));
  });
}

/** The cents of a sale price: any amount, an awkward one, the smallest possible, or the retail price itself. */
function salesOf(retail: number, amounts: Amounts | undefined): fc.Arbitrary<number> | undefined {
  if (amounts === undefined) return undefined;
  const { min, step } = amounts;
  const max = Math.floor(Math.min(retail, amounts.max) / step) * step;
  if (max < min) return undefined;
  const awkward = awkwardCents.filter((each) => each < max && each >= min && each % step === 0);
  return fc.oneof(
    { arbitrary: stepped({ min, max, step }), weight: 4 },
    fc.constantFrom(min, max, ...awkward),
  );
}

/**
 * A price without a sale, in the form that the target accepts: with null, or without the field. If a price update can't
 * have null, the sale price equals the retail price: the description does not say what happens to a sale that an update
 * leaves out.
 */
export function regularPrice(
  operationId: PricingOperation,
  country_code: string,
  retail_price: number,
): Price {
  const rules = rulesAt(operationId, `${places[operationId]}.sale_price`);
  if (rules?.isNullable) return { country_code, retail_price, sale_price: null };
  const isTold = rules?.isRequired || (rules !== undefined && operationId === 'updateProductPrices');
  return { country_code, retail_price, ...(isTold ? { sale_price: retail_price } : {}) };
}

/**
 * A price update that raises the retail price to a higher whole unit or, if the target does not accept that, changes it
 * to a limit. It has a sale price if the target has that field, because it may not be known yet whether null is
 * allowed.
 */
export function otherPrice({ country_code, retail_price, sale_price }: Price): Price {
  const { min, max } = amountsOf('updateProductPrices', 'retail_price') ?? { min: 1, max: 100_000 };
  const amounts = [Math.ceil(retail_price) * 100 + 100, min, max].filter(
    (cents) => cents >= min && cents <= max,
  );
  const other = (amounts.find((cents) => cents / 100 !== retail_price) ?? min) / 100;
  if (pricing.updateProductPrices.sale === undefined) return { country_code, retail_price: other };
  return { country_code, retail_price: other, sale_price: Math.min(sale_price ?? other, other) };
}

/** An amount that changes when it is rounded to cents or kept in four bytes. @param amount at most two decimals */
export function changeableAmount(amount: number): number {
  return amount + 0.001_234_5;
}

/** A price whose retail price is such a changeable amount; its sale price stays below it. */
export function changeablePrice(price: Price): Price {
  return { ...price, retail_price: changeableAmount(price.retail_price) };
}
