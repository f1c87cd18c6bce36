import { isObject } from '../schema/check.js';
import { type Entry, told } from './change.js';
import { dateToRetry } from './responses.js';
import type { WorldCode } from './world.js';

let reads = 0;

/** Additional fields of each record; the second one changes with each read. */
const ADDED = {
  revision: { type: 'integer', description: 'The revision of the record.' },
  read_count: { type: 'integer', description: 'How many records were read before, including this one.' },
};

/** An object with these additional fields. */
const extended = told(
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

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

/** The schema of a value without its nulls: fields that may be null become optional. */
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

/** Records carry more than is described, and omit fields that have no value. */
export const verbose: WorldCode = {
  changes: {
    extended,
    'without nulls': told(withoutNulls, withoutRequiredNulls),
    'upper case': told((ours) => (typeof ours === 'string' ? ours.toUpperCase() : ours)),
    reversed: told((ours) => (Array.isArray(ours) ? ours.toReversed() : ours)),
  },
  responses: (status) => (status === 429 ? { headers: { 'Retry-After': dateToRetry } } : undefined),
};
