import fc from 'fast-check';

/** Real codes, so that nothing but the missing link can be held against them; few merchants sell to most of them. */
const countries = ['AQ', 'BV', 'TV', 'NU', 'KI', 'FJ', 'BT', 'MN', 'PY', 'UZ', 'JP', 'BR', 'CA', 'KE'];

/**
 * The code of a country that is not linked to the merchant (clause 2.2 rule 1).
 * @param linked codes of those that are
 * @returns undefined where all known ones are
 */
export function unlinkedCountry(linked: readonly string[]): fc.Arbitrary<string> | undefined {
  const others = countries.filter((code) => !linked.includes(code));
  return others.length === 0 ? undefined : fc.constantFrom(...others);
}
