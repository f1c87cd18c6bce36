import { ShapeError } from '../schema/check.js';
import { converted, echoed, list, record } from './change.js';
import type { World } from './world.js';

/** The largest amount in minor units that stays exact on its way to major units and back. */
const MOST = 1e12;

/** An amount in minor units, a hundred of which make a major unit. */
const minor = converted(
  (amount) => (typeof amount === 'number' ? Math.round(amount * 100) : amount),
  (amount, place) => {
    if (typeof amount !== 'number') return amount;
    if (!Number.isInteger(amount)) throw new ShapeError(`${place} must be an integer, in minor units`);
    if (amount > MOST) throw new ShapeError(`${place} must be at most ${MOST}, but is ${amount}`);
    return amount / 100;
  },
  {
    type: 'integer',
    exclusiveMinimum: 0,
    maximum: MOST,
    description: 'in minor units of the currency',
  },
);

const price = record({ retail_price: minor, sale_price: minor });
const product = record({ prices: list(price) });
const priceItem = record({ price });

/** Prices are whole numbers of minor units in every request and answer, as the amounts in orders always are. */
export const minorUnits: World = {
  name: 'minor-units',
  does: 'Prices are integers in minor units of their currency, in upserts, price updates and lists.',
  words: {
    listProducts: { answer: record({ items: list(product) }) },
    upsertProducts: { body: record({ items: list(product) }) },
    updateProductPrices: { body: record({ items: list(priceItem) }) },
    getProductResults: { answer: record({ items: list(record({ requestItem: echoed(product) })) }) },
    getPriceResults: { answer: record({ items: list(record({ requestItem: echoed(priceItem) })) }) },
  },
};
