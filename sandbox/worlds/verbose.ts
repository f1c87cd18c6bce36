import { isObject } from '../schema/check.js';
import { both, type Change, type Entry, list, record, told } from './change.js';
import type { Words, World } from './world.js';

let reads = 0;

/** What each record carries besides: of which the second is another one at each read. */
const ADDED = {
  revision: { type: 'integer', description: 'The revision of the record.' },
  read_count: { type: 'integer', description: 'How many records were read before, this one included.' },
};

/** A record that leaves out what is null, and carries more than anybody asked for. */
const recorded = told(
  (ours) => {
    if (!isObject(ours)) return ours;
    reads += 1;
    return { ...Object(withoutNulls(ours)), revision: 1, read_count: reads };
  },
  (schema) => {
    const { properties, required, ...rest } = withoutRequiredNulls(schema);
    const names = Array.isArray(required) ? required : [];
    return {
      ...rest,
      properties: { ...Object(properties), ...ADDED },
      required: [...names, ...Object.keys(ADDED)],
    };
  },
);

/** The letters of a UUID in upper case. */
const upperCase = told((ours) => (typeof ours === 'string' ? ours.toUpperCase() : ours));

/** The entries of a result in another order than their items. */
const reversed = told((ours) => (Array.isArray(ours) ? ours.toReversed() : ours));

const result = record({ batchRequestId: upperCase, items: reversed });
const longResult = both(record({ items: list(recordedEntry()) }), both(result, recordedEntry()));

/** An object that carries more, and keeps its nulls: what is echoed comes back unchanged. */
function recordedEntry(): Change {
  return told(
    (ours) => {
      if (!isObject(ours)) return ours;
      reads += 1;
      return { ...ours, revision: 1, read_count: reads };
    },
    (schema) => ({
      ...schema,
      properties: { ...Object(schema.properties), ...ADDED },
      required: [...(Array.isArray(schema.required) ? schema.required : []), ...Object.keys(ADDED)],
    }),
  );
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

/** The schema of a value without its nulls: what may be null need not be there. */
function withoutRequiredNulls(schema: Entry): Entry {
  const { properties, required, items } = schema;
  if (isObject(items)) return { ...schema, items: withoutRequiredNulls(items) };
  if (!isObject(properties)) return schema;
  const members = Object.entries(properties).filter(([, member]) => isObject(member));
  const optional = members.filter(([, member]) => isNullable(Object(member))).map(([name]) => name);
  return {
    ...schema,
    properties: {
      ...properties,
      ...Object.fromEntries(members.map(([name, member]) => [name, withoutRequiredNulls(Object(member))])),
    },
    ...(Array.isArray(required) && { required: required.filter((name) => !optional.includes(name)) }),
  };
}

function isNullable({ type, anyOf }: Entry): boolean {
  const types = Array.isArray(type) ? type : [type];
  return (
    types.includes('null') || (Array.isArray(anyOf) && anyOf.some((branch) => isNullable(Object(branch))))
  );
}

const page = { answer: both(record({ items: list(recorded) }), recordedEntry()) };
const whole = { answer: list(recorded) };
const one = { answer: recorded };
const batchResult = { answer: longResult };

const words: Words = {
  listProducts: page,
  listOrders: page,
  listCategories: page,
  listBrands: whole,
  listReports: whole,
  listWebhooks: whole,
  createWebhook: one,
  getWebhook: one,
  updateWebhook: one,
  // The description shows the fields of this one.
  getStatusResults: { answer: result },
  getProductResults: batchResult,
  getStockResults: batchResult,
  getPriceResults: batchResult,
  getCancelResults: batchResult,
  getShipResults: batchResult,
  getReturnResults: batchResult,
};

/** Records carry more than is described, and less where there is nothing to say. */
export const verbose: World = {
  name: 'verbose',
  does: 'Records carry further fields, one of which changes at each read, and leave out what is null; results list their entries in another order, with the id in upper case.',
  words,
};
