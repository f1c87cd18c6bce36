import fc from 'fast-check';

/** Real codes, so that nothing but the missing link can be held against them; few merchants sell to most of them. */
const remote = ['AQ', 'BV', 'TV', 'NU', 'KI', 'FJ', 'BT', 'MN', 'PY', 'UZ', 'JP', 'BR', 'CA', 'KE'];

/** Where fashion marketplaces sell: those that one merchant isn't linked to, others are. */
const near = [
  ...['AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'TR', 'US'],
];

/**
 * Codes of countries that are not linked to the merchant (clause 2.2 rule 1), those first that others are linked to.
 * @param linked codes of those that are
 */
export function unlinkedCountries(linked: readonly string[]): readonly string[] {
  return [...near, ...remote].filter((code) => !linked.includes(code));
}

/**
 * The code of a country that is not linked to the merchant (clause 2.2 rule 1), be it linked to others or to nobody.
 * @param linked codes of those that are
 * @returns undefined where all known ones are
 */
export function unlinkedCountry(linked: readonly string[]): fc.Arbitrary<string> | undefined {
  const others = unlinkedCountries(linked);
  return others.length === 0 ? undefined : fc.constantFrom(...others);
}
