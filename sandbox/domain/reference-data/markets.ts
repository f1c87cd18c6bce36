import type { Market } from './types.js';

const ROWS = [
  ['DE', 'Germany', 'de', 'German', 'EUR'],
  ['AT', 'Austria', 'de', 'German', 'EUR'],
  ['CH', 'Switzerland', 'de', 'German', 'CHF'],
  ['FR', 'France', 'fr', 'French', 'EUR'],
  ['BE', 'Belgium', 'nl', 'Dutch', 'EUR'],
  ['NL', 'Netherlands', 'nl', 'Dutch', 'EUR'],
  ['PL', 'Poland', 'pl', 'Polish', 'PLN'],
  ['CZ', 'Czechia', 'cs', 'Czech', 'CZK'],
  ['SK', 'Slovakia', 'sk', 'Slovak', 'EUR'],
  ['HU', 'Hungary', 'hu', 'Hungarian', 'HUF'],
  ['RO', 'Romania', 'ro', 'Romanian', 'RON'],
  ['SE', 'Sweden', 'sv', 'Swedish', 'SEK'],
  ['DK', 'Denmark', 'da', 'Danish', 'DKK'],
  ['NO', 'Norway', 'nb', 'Norwegian Bokmål', 'NOK'],
  ['FI', 'Finland', 'fi', 'Finnish', 'EUR'],
  ['IT', 'Italy', 'it', 'Italian', 'EUR'],
  ['ES', 'Spain', 'es', 'Spanish', 'EUR'],
  ['PT', 'Portugal', 'pt', 'Portuguese', 'EUR'],
  ['GR', 'Greece', 'el', 'Greek', 'EUR'],
  ['IE', 'Ireland', 'en', 'English', 'EUR'],
  ['GB', 'United Kingdom', 'en', 'English', 'GBP'],
  ['SI', 'Slovenia', 'sl', 'Slovenian', 'EUR'],
  ['HR', 'Croatia', 'hr', 'Croatian', 'EUR'],
  ['EE', 'Estonia', 'et', 'Estonian', 'EUR'],
  ['LV', 'Latvia', 'lv', 'Latvian', 'EUR'],
  ['LT', 'Lithuania', 'lt', 'Lithuanian', 'EUR'],
] as const;

const CURRENCIES = {
  EUR: 'Euro',
  CHF: 'Swiss franc',
  PLN: 'Polish złoty',
  CZK: 'Czech koruna',
  HUF: 'Hungarian forint',
  RON: 'Romanian leu',
  SEK: 'Swedish krona',
  DKK: 'Danish krone',
  NOK: 'Norwegian krone',
  GBP: 'Pound sterling',
} as const;

/**
 * The markets of the marketplace, one for each country: ISO 3166-1 alpha-2 code, the locale of its shop
 * (language-COUNTRY) and its ISO 4217 currency. From clause 2.2 rules 1 and 2, and gap G-05.
 */
export const MARKETS: readonly Market[] = ROWS.map(([code, name, language, languageName, currency]) => ({
  country: { code, name },
  locale: { code: `${language}-${code}`, name: `${languageName} (${name})` },
  currency: { code: currency, name: CURRENCIES[currency] },
}));
