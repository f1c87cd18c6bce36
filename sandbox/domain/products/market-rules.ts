import type { Market } from '../reference-data.js';
import { isCountry } from './country-codes.js';
import type { Price, ProductValues } from './product-item.js';

interface Links {
  linked: ReadonlySet<string>;
  locales: ReadonlySet<string>;
}

const links = new WeakMap<readonly Market[], Links>();

/** The codes of the countries and locales of markets; every item of every batch asks for them. */
function linksOf(markets: readonly Market[]): Links {
  const known = links.get(markets) ?? {
    linked: new Set(markets.map(({ country }) => country.code)),
    locales: new Set(markets.map(({ locale }) => locale.code)),
  };
  links.set(markets, known);
  return known;
}

/**
 * What is wrong with the countries, prices and languages of a product (clause 2.2 rules 1 and 2): a country
 * or locale that is not linked to the merchant, a country of publication without a price, a country with two
 * prices, a sale price above the retail price, an unknown country of origin.
 */
export function marketProblems(
  values: Pick<ProductValues, 'countries' | 'prices' | 'descriptions' | 'country_of_origin'>,
  markets: readonly Market[],
): string[] {
  const { linked, locales } = linksOf(markets);
  const priced = new Set(values.prices.map(({ country_code }) => country_code));
  const problems: string[] = [];
  for (const country of new Set(values.countries)) {
    if (!linked.has(country)) problems.push(`countries: ${country} is not linked to the merchant`);
    else if (!priced.has(country)) problems.push(`prices: there is no price for ${country}`);
  }
  if (priced.size < values.prices.length) problems.push('prices: a country must have one price only');
  for (const price of values.prices) problems.push(...priceProblems(price, linked));
  for (const locale of Object.keys(values.descriptions ?? {}))
    if (!locales.has(locale))
      problems.push(`descriptions: a locale is not linked to the merchant: ${locale.slice(0, 20)}`);
  if (!isCountry(values.country_of_origin))
    problems.push(`country_of_origin ${values.country_of_origin} is not a country`);
  return problems;
}

/** What is wrong with one price, given the codes of the linked countries (clause 2.2 rule 1, gap G-02). */
export function priceProblems(price: Price, linked: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const { country_code, retail_price, sale_price } = price;
  if (!linked.has(country_code)) problems.push(`prices: ${country_code} is not linked to the merchant`);
  if (sale_price !== undefined && sale_price !== null && sale_price > retail_price)
    problems.push(
      `prices: the sale_price for ${country_code} must be at most the retail_price ${retail_price}`,
    );
  return problems;
}
