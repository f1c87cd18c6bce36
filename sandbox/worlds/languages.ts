import { productProblems } from '../domain/product-rules.js';
import { isObject } from '../schema/check.js';
import { told } from './change.js';
import type { WorldCode } from './world.js';

/** The language of a locale like "de-DE". */
function languageOf(locale: unknown): string {
  return String(locale).split('-')[0] ?? '';
}

/** The languages of locales, each once. */
function languagesOf(locales: readonly unknown[]): unknown[] {
  const languages = locales.filter(isObject).map(({ code, name }) => {
    const language = { code: languageOf(code), name: String(name).replace(/ \(.*\)$/, '') };
    return [language.code, language] as const;
  });
  return [...new Map(languages).values()];
}

/**
 * Describes products in languages, which several countries can share, instead of the locales of single
 * countries.
 */
export const languages: WorldCode = {
  changes: {
    languages: told((locales) => (Array.isArray(locales) ? languagesOf(locales) : locales)),
    'by language': told((strings) =>
      isObject(strings)
        ? Object.fromEntries(Object.entries(strings).map(([code, text]) => [languageOf(code), text]))
        : strings,
    ),
  },
  rules: {
    productProblems: (values, setting) =>
      productProblems(values, {
        ...setting,
        markets: setting.markets.map((market) => {
          const code = languageOf(market.locale.code);
          return { ...market, locale: { ...market.locale, code } };
        }),
      }),
  },
};
