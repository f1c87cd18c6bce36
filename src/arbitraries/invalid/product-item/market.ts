import fc from 'fast-check';
import { type Price, price } from '../../price.js';
import { type ProductItem, productItem } from '../../product-item.js';
import type { ReferenceData } from '../../reference-data.js';
import { text } from '../../text.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';
import { unlinkedCountry } from '../unlinked-country.js';

/** Languages with a country where they are spoken; few merchants describe products in most of them. */
const languages = [
  ['sw', 'KE'],
  ['mn', 'MN'],
  ['uz', 'UZ'],
  ['is', 'IS'],
  ['ja', 'JP'],
  ['pt', 'BR'],
] as const;

/**
 * A country of publication that is not linked to the merchant (clause 2.2 rule 1). It has a price, so that only the link
 * is missing.
 * @returns undefined where all known countries are linked
 */
export function countryNotLinked(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const other = unlinkedCountry(reference.countries);
  if (other === undefined) return undefined;
  return fc.tuple(productItem(reference, prefix), other.chain(price)).map(([item, added]) =>
    invalidItem(item, 'countries', 'only those linked to the merchant', added.country_code, {
      countries: [...item.countries, added.country_code],
      prices: [...item.prices, added],
    }),
  );
}

/**
 * A country of publication without a price (clause 2.2 rule 1). The others keep theirs, so that some price is left.
 * @returns undefined where the merchant has one country only
 */
export function countryWithoutPrice(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  if (reference.countries.length < 2) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.tuple(...reference.countries.map(price)), fc.nat())
    .map(([drawn, more, choice]) => {
      const item = withAnotherCountry(drawn, more);
      const without = item.prices[choice % item.prices.length]?.country_code;
      return invalidItem(
        item,
        'prices',
        `one for each of ${item.countries.join(', ')}`,
        `none for ${without}`,
        {
          prices: item.prices.filter(({ country_code }) => country_code !== without),
        },
      );
    });
}

function withAnotherCountry(item: ProductItem, prices: readonly Price[]): ProductItem {
  const other = prices.find(({ country_code }) => !item.countries.includes(country_code));
  if (item.countries.length > 1 || other === undefined) return item;
  return { ...item, countries: [...item.countries, other.country_code], prices: [...item.prices, other] };
}

/**
 * A description in a locale that is not linked to the merchant (clause 2.2 rule 2), its code in the form of those that
 * are.
 * @returns undefined where all known languages are linked
 */
export function localeNotLinked(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const linked = reference.locales.map(languageOf);
  const others = languages.filter(([language]) => !linked.includes(language));
  if (others.length === 0) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.constantFrom(...others), text(120))
    .map(([item, [language, region], description]) =>
      describedIn(item, inFormOf(reference.locales[0], language, region), description),
    );
}

/**
 * A description in a language that is linked to the merchant, in a locale that isn't: of another country (clause 2.2 rule
 * 2).
 * @returns undefined where the linked locales name no countries, or all that are known
 */
export function localeOfLinkedLanguage(
  reference: ReferenceData,
  prefix: string,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const others = reference.locales
    .filter((locale) => /[-_]/.test(locale))
    .flatMap((locale) => languages.map(([, region]) => locale.replace(/[^-_]+$/, region)))
    .filter((locale) => !reference.locales.includes(locale));
  if (others.length === 0) return undefined;
  return fc
    .tuple(productItem(reference, prefix), fc.constantFrom(...others), text(120))
    .map(([item, locale, description]) => describedIn(item, locale, description));
}

function describedIn(item: ProductItem, locale: string, description: string): InvalidItem<ProductItem> {
  return invalidItem(item, 'descriptions', 'only in locales linked to the merchant', locale, {
    descriptions: { ...item.descriptions, [locale]: description },
  });
}

const languageOf = (locale: string) => locale.split(/[-_]/)[0]?.toLowerCase();

function inFormOf(locale: string | undefined, language: string, region: string): string {
  const separator = locale?.match(/[-_]/)?.[0];
  return separator === undefined ? language : `${language}${separator}${region}`;
}
