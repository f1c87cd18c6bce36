import { gapsOf, type Status, statuses } from './product-status.js';
import type { Reading, StatusModel, StatusRequirement, StatusTarget, StyleState } from './status-model.js';

/** The requirement that a status which is shown next is about. */
export type Concern = (shown: string) => StatusRequirement;

/** What the next status of a style is about, by the style's number, where a command just dealt with it. */
export type Concerns = ReadonlyMap<number, Concern>;

/**
 * States for each product what the list must show, and takes over what it shows (clauses 2.1, 3.1, 4.1).
 * @param model has the statuses that are possible at the moment of the reading
 */
export async function compareReading(
  model: StatusModel,
  target: StatusTarget,
  reading: Reading,
  concerns: Concerns = new Map(),
): Promise<void> {
  for (const style of model.styles) {
    await compareVariants(style, target, reading);
    await compareStatus(style, target, reading, concerns.get(style.number));
  }
  for (const sku of new Set(model.styles.flatMap(({ skus }) => skus).concat(reading.activeSkus)))
    await compareActive(sku, target, reading);
  for (const [sku, { quantity, retailPrice }] of reading.products) {
    const numbers = [
      ['STK-01', `quantity of ${sku}`, quantity, model.quantities.get(sku)],
      ['PRC-01', `retail price of ${sku}`, retailPrice, model.retailPrices.get(sku)],
    ] as const;
    for (const [requirement, at, actual, expected] of numbers)
      await compareNumber(model.numbersRestOn.get(at) ?? requirement, at, actual, expected, target);
    if (quantity !== undefined) model.quantities.set(sku, quantity);
    if (retailPrice !== undefined) model.retailPrices.set(sku, retailPrice);
  }
  model.numbersRestOn.clear();
}

async function compareVariants(
  { number, style_key, skus }: StyleState,
  target: StatusTarget,
  reading: Reading,
) {
  if (skus.length === 1) return;
  const shown = skus.map((sku) => statusIn(reading, sku));
  const same = 'the same status for all';
  const isAlike = new Set(shown).size === 1 && skus.some((sku) => reading.products.has(sku));
  await target.judge('STS-08', {
    at: `variants of style ${number} (${style_key})`,
    expected: [same],
    actual: isAlike ? same : shown.join(', '),
    gaps: ['G-08'],
  });
}

async function compareStatus(
  style: StyleState,
  target: StatusTarget,
  reading: Reading,
  concern: Concern | undefined,
) {
  const actual = statusIn(reading, style.skus[0] ?? '');
  const requirement = concern?.(actual) ?? style.requirement;
  const at = `status of style ${style.number} (${style.style_key})`;
  const gaps = ['G-08', ...gapsOf(...style.possible, actual)];
  await target.judge(requirement, { at, expected: style.possible, actual, gaps });
  if (isStatus(actual)) style.possible = [actual];
}

async function compareActive(sku: string, target: StatusTarget, { products, activeSkus }: Reading) {
  const status = products.get(sku)?.status;
  const entries = activeSkus.filter((active) => active === sku).length;
  // What no list has, shows nothing.
  if (status === undefined && entries === 0) return;
  const unless = status === 'inactive' ? 'STS-03' : 'STS-02';
  await target.judge(status === 'active' || status === undefined ? 'PRD-04' : unless, {
    at: `active products, ${sku} being ${status ?? 'in no list'}`,
    expected: [status === 'active' ? 'listed once' : 'not listed'],
    actual: entries === 0 ? 'not listed' : entries === 1 ? 'listed once' : `listed ${entries} times`,
    gaps: ['G-08'],
  });
}

async function compareNumber(
  requirement: StatusRequirement,
  at: string,
  actual: number | undefined,
  expected: number | undefined,
  target: StatusTarget,
) {
  if (expected === undefined) return;
  await target.judge(requirement, {
    at,
    expected: [String(expected)],
    actual: String(actual ?? 'none'),
    gaps: ['G-08', 'G-11'],
  });
}

function statusIn({ products }: Reading, sku: string): string {
  return products.get(sku)?.status ?? 'not listed';
}

function isStatus(value: string): value is Status {
  return statuses.some((status) => status === value);
}

/** A number of a product that is another than the model holds it to be. */
interface DifferingNumber {
  /** `quantity of ct-1`. */
  readonly of: string;
  readonly expected: number;
  readonly actual: number | 'none';
}

/** Quantities and prices that are not as the model holds them: those that are would only make a trail longer. */
export function differingNumbers(model: StatusModel, { products }: Reading): DifferingNumber[] {
  return [...products].flatMap(([sku, { quantity, retailPrice }]) => [
    ...differing(`quantity of ${sku}`, model.quantities.get(sku), quantity),
    ...differing(`retail price of ${sku}`, model.retailPrices.get(sku), retailPrice),
  ]);
}

function differing(of: string, expected: number | undefined, actual: number | undefined): DifferingNumber[] {
  return expected === undefined || expected === actual ? [] : [{ of, expected, actual: actual ?? 'none' }];
}

/** What the products of each style show, in words: `style 1 active; style 2 draft, active`. */
export function readingInWords({ styles }: StatusModel, reading: Reading): string {
  return styles
    .map(({ number, skus }) => {
      const shown = skus.map((sku) => statusIn(reading, sku));
      return `style ${number} ${new Set(shown).size === 1 ? shown[0] : shown.join(', ')}`;
    })
    .join('; ');
}
