import type { BodyValue } from './body-values.js';

/** Two characters, as src/data/keys.ts draws them for skus below their bound: no sku is as short. */
const belowBound = /^[\u4e00-\u9fa5]{2}$/u;

/** As many digits as no key has that is a number, be it a GTIN. */
const digitsOfNobodys = 15;

/** Fields by which a product item, or an update, names what it is about (clauses 2.1 and 2.2, gap G-11). */
const productKeys = ['sku', 'style_key'];

/**
 * The key of somebody else's product or style that a body may name: one that doesn't begin with the run's prefix, and of
 * which it is not known that nobody had it.
 * @param prefix that begins every key of the run, in whatever case
 * @param unused keys of which that is known
 * @returns undefined where there is none
 */
export function foreignKeyIn(
  values: readonly BodyValue[],
  prefix: string,
  unused: ReadonlySet<string>,
): string | undefined {
  const named = values.filter(({ key }) => productKeys.includes(key));
  return named.find((each) => !isOwn(each, prefix) && !unused.has(each.value))?.value;
}

/** The texts at a field. */
export function textsAt(values: readonly BodyValue[], key: string): readonly string[] {
  return [...new Set(values.filter((each) => each.isText && each.key === key).map(({ value }) => value))];
}

function isOwn({ key, value, isText }: BodyValue, prefix: string): boolean {
  // A lenient target may read a number as a key; a word of JSON is none.
  if (!isText) return !/^-?\d/.test(value) || value.replaceAll(/\D/g, '').length >= digitsOfNobodys;
  const text = value.trim();
  const isPrefixed = text.toLowerCase().startsWith(prefix.toLowerCase());
  return text === '' || isPrefixed || (key === 'sku' && belowBound.test(text));
}
