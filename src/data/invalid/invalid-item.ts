import { stepsOf } from '../contract-rules.js';

/** An item with one mistake, and the same item without it: the control that shows why the item is refused. */
export interface InvalidItem<Item> {
  readonly valid: Item;
  readonly invalid: unknown;
  /** In words: the field, what is right for it, and the value that it has instead. */
  readonly violation: string;
  /** The field with the mistake, as `ean`, or its place, as `prices[].retail_price`. */
  readonly field: string;
}

const longestShown = 60;

/**
 * Pairs a valid item with the same item after a change.
 * @param right what is right for the field, as `at most 120 characters`
 * @param put the value that it has instead
 * @param change the top-level fields that differ; undefined takes a field out
 */
export function invalidItem<Item extends object>(
  valid: Item,
  field: string,
  right: string,
  put: unknown,
  change: Readonly<Record<string, unknown>>,
): InvalidItem<Item> {
  return {
    valid,
    invalid: withoutUndefined({ ...valid, ...change }),
    violation: `${field}: ${right}, here ${shown(put)}`,
    field,
  };
}

/**
 * Pairs a valid item with the same item with another value at one place.
 * @param place as `prices[].retail_price`; in a list or a map, that of the first member
 * @param put undefined takes the field out
 * @param other further top-level fields that differ
 */
export function invalidAt<Item extends object>(
  valid: Item,
  place: string,
  right: string,
  put: unknown,
  other: Readonly<Record<string, unknown>> = {},
): InvalidItem<Item> {
  return invalidItem(valid, place, right, put, { ...other, ...changeAt(valid, place, put) });
}

/** The value at a place of an item; in a list or a map, that of the first member. */
export function valueAt(item: unknown, place: string): unknown {
  return stepsOf(place).reduce<unknown>(
    (value, step) => (isContainer(value) ? Reflect.get(value, keyOf(value, step)) : undefined),
    item,
  );
}

/** The top-level field that changes when a place gets another value. */
function changeAt(item: unknown, place: string, put: unknown): Readonly<Record<string, unknown>> {
  const [field = '', ...steps] = stepsOf(place);
  return { [field]: replaced(valueAt(item, field), steps, put) };
}

/**
 * In a list the first member is replaced and none is added: a target that silently corrects it would refuse a second one
 * that is equal to it.
 */
function replaced(value: unknown, [step, ...steps]: readonly string[], put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(value)) return [replaced(value[0], steps, put), ...value.slice(1)];
  const key = keyOf(value, step);
  return withoutUndefined({ ...Object(value), [key]: replaced(Object(value)[key], steps, put) });
}

/** The key of a step: `[]` stands for the first member. */
function keyOf(value: unknown, step: string): string {
  return step === '[]' ? (Object.keys(Object(value))[0] ?? '0') : step;
}

function withoutUndefined(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A value on one line; a long one is cut, with its length in characters. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const written = JSON.stringify(value);
  const characters = [...(typeof value === 'string' ? value : written)];
  return characters.length <= longestShown
    ? written
    : `${JSON.stringify(characters.slice(0, 20).join(''))}... (${characters.length} characters)`;
}

/** The shapes of fields: those of clause 2.2, and the ids of gap G-05, which are integers or strings. */
export type JsonShape = 'a string' | 'an integer' | 'a number' | 'an array' | 'an object' | 'an id';

/**
 * As a string it is right where any string is: long enough for a sku, short enough for the other fields. No product has a
 * key of as many digits, not even a GTIN: a target that takes it for a key finds no product.
 */
const longNumber = 4_006_381_333_931_777;

/**
 * Values of another type than a shape. Those made from the right value come first: a target that silently converts types
 * takes them for right. null is not among them, as it may stand for a field that is left out (gap G-02).
 * @param own a right value
 */
export function otherThan(shape: JsonShape, own: unknown): readonly unknown[] {
  switch (shape) {
    case 'a string':
      return [[own], Number(own) || longNumber, true, false, {}, []];
    case 'an integer':
      return [String(own), [own], Number(own) + 0.5, '', true, false, {}, []];
    case 'a number':
      return [String(own), [own], '', true, false, {}, []];
    case 'an array':
      return [...firstOf(own), { ...asObject(own) }, {}, '', 'a,b', 1, true, false];
    case 'an object':
      return [[own], JSON.stringify(own), [], '', 1, true, false];
    case 'an id':
      return [[own], { id: own }, true, false, 0.5, {}, []];
  }
}

/** The shape of a value by its JSON types in the contract. */
export function shapeOf(types: readonly string[]): JsonShape {
  if (types.length > 1) return 'an id';
  switch (types[0]) {
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
    default:
      return 'a string';
  }
}

/** Wrong types that some readers silently take for right, as `an integer as a text`. */
const silent = {
  'a text': { shapes: ['an integer', 'a number'], of: (own: unknown) => String(own) },
  'a fraction': { shapes: ['an integer'], of: (own: unknown) => Number(own) + 0.5 },
  'its only member': { shapes: ['an array'], of: (own: unknown) => firstOf(own)[0] ?? '' },
  'an empty list': { shapes: ['an object'], of: () => [] },
} as const satisfies Readonly<
  Record<string, { readonly shapes: readonly JsonShape[]; readonly of: (own: unknown) => unknown }>
>;

/** A wrong type that some readers silently correct. */
export type SilentType = keyof typeof silent;

/** The silent types of a shape. */
export function silentTypesOf(shape: JsonShape): readonly SilentType[] {
  return Object.entries(silent).flatMap(([name, { shapes }]) =>
    isSilentType(name) && shapes.some((each) => each === shape) ? [name] : [],
  );
}

/** A right value in a silent type. @param own the right value */
export function inSilentType(type: SilentType, own: unknown): unknown {
  return silent[type].of(own);
}

function isSilentType(name: string): name is SilentType {
  return name in silent;
}

/** The only member of a list, in place of the list. */
function firstOf(list: unknown): unknown[] {
  return Array.isArray(list) && list.length > 0 ? [list[0]] : [];
}

/** A list as some languages write it: an object with numbers for names. */
function asObject(list: unknown): object {
  return Array.isArray(list) ? Object.fromEntries(list.map((value, index) => [index, value])) : {};
}
