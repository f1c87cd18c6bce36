import type { BodyValue } from './body-values.js';

/** Two characters, as src/data/keys.ts draws them for skus below the minimum length: no real sku is as short. */
const belowBound = /^[\u4e00-\u9fa5]{2}$/u;

/** More digits than any numeric key has, even a GTIN. */
const digitsOfNobodys = 15;

/** Fields by which a product item, or an update, names its product (clauses 2.1 and 2.2, gap G-11). */
const productKeys = ['sku', 'style_key'];

/**
 * A key in a body that may belong to someone else's product or style: it doesn't begin with the run's prefix, and
 * nothing shows that nobody has it.
 * @param prefix begins every key of the run, in upper or lower case
 * @param unused keys that nobody has
 * @returns undefined if there is none
 */
export function foreignKeyIn(
  values: readonly BodyValue[],
  prefix: string,
  unused: ReadonlySet<string>,
): string | undefined {
  const named = values.filter(({ key }) => productKeys.includes(key));
  return named.find((each) => !isOwn(each, prefix) && !unused.has(each.value))?.value;
}

/** The texts in a field. */
export function textsAt(values: readonly BodyValue[], key: string): readonly string[] {
  return [...new Set(values.filter((each) => each.isText && each.key === key).map(({ value }) => value))];
}

function isOwn({ key, value, isText }: BodyValue, prefix: string): boolean {
  // A lenient target may read a number as a key, but not true, false or null.
  if (!isText) return !/^-?\d/.test(value) || value.replaceAll(/\D/g, '').length >= digitsOfNobodys;
  const text = value.trim();
  const isPrefixed = text.toLowerCase().startsWith(prefix.toLowerCase());
  return text === '' || isPrefixed || (key === 'sku' && belowBound.test(text));
}
