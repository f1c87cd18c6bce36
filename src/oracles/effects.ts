import { isDeepStrictEqual } from 'node:util';
import type { Effect, Records } from '../batches/effect.js';
import { gapsOfField } from '../contract/documented-fields.js';
import { inWords } from './in-words.js';
import type { Unmet, Unseen } from './unmet.js';

type Fields = Readonly<Record<string, unknown>>;

/** The effects were read back: each field has one of the values that it may have. */
export function showTheEffects(after: Records, effects: readonly Effect[]): Unmet | undefined {
  for (const [name, own] of byRecord(effects)) {
    const fields = after.get(name);
    if (fields === undefined) return missing(name);
    for (const field of fieldsOf(own)) {
      const unmet = unlessAcceptable(name, field, fields[field], ofField(own, field));
      if (unmet !== undefined) return unmet;
    }
  }
  return undefined;
}

/**
 * Two readings of the same records differ by the effects and nothing else (clauses 2.1 and 7). In a record that was made,
 * fields of which no effect speaks are free. Two readings without a record show nothing.
 */
export function differByTheEffects(
  after: Records,
  before: Records,
  effects: readonly Effect[],
): Unmet | Unseen | undefined {
  const unmet = showTheEffects(after, effects);
  if (unmet !== undefined) return unmet;
  const expected = byRecord(effects);
  for (const [name, fields] of after) {
    const former = before.get(name);
    const own = expected.get(name);
    if (former === undefined) {
      if (own !== undefined) continue;
      return { expected: [`no ${name}, as before`], actual: inWords(fields), at: name };
    }
    const change = firstChange(name, fields, former, own ?? []);
    if (change !== undefined) return change;
  }
  const lost = [...before.keys()].find((name) => !after.has(name));
  if (lost !== undefined) return missing(lost);
  return after.size === 0 ? { unseen: 'neither products nor orders were there to read' } : undefined;
}

function firstChange(
  name: string,
  fields: Fields,
  former: Fields,
  effects: readonly Effect[],
): Unmet | undefined {
  const changed = [...new Set([...Object.keys(former), ...Object.keys(fields)])].find(
    (field) => ofField(effects, field).length === 0 && !isDeepStrictEqual(fields[field], former[field]),
  );
  if (changed === undefined) return undefined;
  return {
    expected: [`unchanged: ${inWords(former[changed])}`],
    actual: inWords(fields[changed]),
    at: `${name} ${changed}`,
    gaps: gapsOfRecord(name, changed),
  };
}

function unlessAcceptable(
  name: string,
  field: string,
  actual: unknown,
  effects: readonly Effect[],
): Unmet | undefined {
  const acceptable = effects.flatMap((effect) => effect.acceptable ?? [actual]);
  const shown = withoutNulls(actual);
  if (acceptable.some((value) => isDeepStrictEqual(withoutNulls(value), shown))) return undefined;
  const gaps = [...effects.flatMap((effect) => effect.gaps ?? []), ...gapsOfRecord(name, field)];
  return {
    expected: [...new Set(acceptable.map(inWords))],
    actual: inWords(actual),
    at: `${name} ${field}`,
    gaps: [...new Set(gaps)],
  };
}

/** Where the lists show the records of each kind, and their fields (gaps G-05, G-08 and G-11). */
const places = [
  { begins: 'order item ', operationId: 'listOrders', path: ['items', '0', 'order_items', '0'] },
  { begins: 'order ', operationId: 'listOrders', path: ['items', '0'] },
  { begins: 'product ', operationId: 'listProducts', path: ['items', '0'] },
] as const;

/** The gaps on which it rests that a record shows a field; the prices of a product stand in one list. */
function gapsOfRecord(name: string, field: string): readonly string[] {
  const place = places.find(({ begins }) => name.startsWith(begins));
  if (place === undefined) return [];
  return gapsOfField(place.operationId, [...place.path, field.startsWith('price ') ? 'prices' : field]);
}

/** A value whose members are null or absent alike: which of the two a list shows is not said (gaps G-05 and G-08). */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function missing(name: string): Unmet {
  return { expected: [`the ${name}`], actual: 'nothing', at: name };
}

function byRecord(effects: readonly Effect[]): Map<string, Effect[]> {
  const records = new Map<string, Effect[]>();
  for (const effect of effects) {
    const own = records.get(effect.record) ?? [];
    own.push(effect);
    records.set(effect.record, own);
  }
  return records;
}

function fieldsOf(effects: readonly Effect[]): readonly string[] {
  return [...new Set(effects.map(({ field }) => field))];
}

function ofField(effects: readonly Effect[], name: string): readonly Effect[] {
  return effects.filter(({ field }) => field === name);
}
