/** The shapes that the description gives to fields (clause 2.2). */
export type JsonShape = 'a string' | 'an integer' | 'a number' | 'an array' | 'an object';

/**
 * Written as a string it is right where a string of no form is: long enough for a sku, short enough for the others. No
 * product has as many digits for a key, be it a GTIN: whoever takes it for one meets nothing that is there.
 */
const longNumber = 4_006_381_333_931_777;

/**
 * Values of another type than a shape. Those made from the right value come first: what turns a type into another one
 * silently takes them, and takes them for right. null is not among them: it may stand for a field that is left out
 * (gap G-02).
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
  }
}

/** Wrong types that readers take for right without a word, as `an integer as a text`. */
const silent = {
  'a text': { shapes: ['an integer', 'a number'], of: (own: unknown) => String(own) },
  'a fraction': { shapes: ['an integer'], of: (own: unknown) => Number(own) + 0.5 },
  'its only member': { shapes: ['an array'], of: (own: unknown) => firstOf(own)[0] ?? '' },
  'an empty list': { shapes: ['an object'], of: () => [] },
} as const satisfies Readonly<
  Record<string, { readonly shapes: readonly JsonShape[]; readonly of: (own: unknown) => unknown }>
>;

/** What a value may be turned into so that some readers silently turn it back. */
export type SilentType = keyof typeof silent;

/** Those that a shape has. */
export function silentTypesOf(shape: JsonShape): readonly SilentType[] {
  return Object.entries(silent).flatMap(([name, { shapes }]) =>
    isSilentType(name) && shapes.some((each) => each === shape) ? [name] : [],
  );
}

/** A right value in such a type. @param own the right one */
export function inSilentType(type: SilentType, own: unknown): unknown {
  return silent[type].of(own);
}

function isSilentType(name: string): name is SilentType {
  return name in silent;
}

/** The only member of a list, taken for the list. */
function firstOf(list: unknown): unknown[] {
  return Array.isArray(list) && list.length > 0 ? [list[0]] : [];
}

/** A list as some languages write one: an object with numbers for names. */
function asObject(list: unknown): object {
  return Array.isArray(list) ? Object.fromEntries(list.map((value, index) => [index, value])) : {};
}
