import type { ReferenceData } from '../reference-data.js';
import { type Findings, isList, isNumber, isRecord, isString } from './findings.js';

type Item = Readonly<Record<string, unknown>>;

const isAlpha2 = (code: string) => /^[A-Z]{2}$/.test(code);

/** The rules of countries, prices and descriptions (clause 2.2 rules 1 and 2; gap G-02). */
export function checkMarkets(item: Item, reference: ReferenceData, findings: Findings): void {
  const list = findings.typed(item.countries, isList, 'countries') ?? [];
  const countries = findings.members(list, isString, 'countries[]');
  findings.unless(countries.every(isAlpha2), 'country alpha-2');
  findings.unless(new Set(countries).size === countries.length, 'country once');
  findings.unless(
    countries.filter(isAlpha2).every((code) => reference.countries.includes(code)),
    'country linked',
  );
  const origin = findings.typed(item.country_of_origin, isString, 'country_of_origin');
  findings.unless(origin === undefined || isAlpha2(origin), 'origin alpha-2');
  checkPrices(item, countries, findings);
  checkDescriptions(item, reference, findings);
}

function checkPrices(item: Item, countries: readonly string[], findings: Findings): void {
  const list = findings.typed(item.prices, isList, 'prices');
  if (list === undefined) return;
  findings.unless(list.length > 0, 'prices count');
  const prices = findings.members(list, isRecord, 'prices[]');
  const codes = prices
    .map(({ country_code }) => findings.typed(country_code, isString, 'prices[].country_code'))
    .filter((code) => code !== undefined);
  findings.unless(codes.every(isAlpha2), 'price alpha-2');
  findings.unless(new Set(codes).size === codes.length, 'price once');
  findings.unless(
    codes.length < list.length || countries.every((code) => codes.includes(code)),
    'country priced',
  );
  for (const { retail_price, sale_price } of prices) {
    const retail = findings.typed(retail_price, isNumber, 'prices[].retail_price');
    const sale = findings.typed(sale_price, isNumber, 'prices[].sale_price');
    findings.unless(retail === undefined || retail > 0, 'retail price above 0');
    findings.unless(sale === undefined || sale > 0, 'sale price above 0');
    findings.unless(
      sale === undefined || retail === undefined || sale <= retail,
      'sale price at most retail price',
    );
  }
}

function checkDescriptions(item: Item, reference: ReferenceData, findings: Findings): void {
  const given = findings.typed(item.descriptions, isRecord, 'descriptions') ?? {};
  findings.unless(
    Object.keys(given).every((locale) => reference.locales.includes(locale)),
    'description locale',
  );
  for (const text of findings.members(Object.values(given), isString, 'descriptions[]')) {
    findings.unless([...text].length <= 2500, 'description length');
    findings.unless(text.isWellFormed() && !text.includes('\0'), 'description unicode');
  }
}
