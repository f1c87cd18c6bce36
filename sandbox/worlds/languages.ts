import { productProblems } from '../domain/product-rules.js';
import { isObject } from '../schema/check.js';
import { list, record, told } from './change.js';
import type { World } from './world.js';

/** The language of a locale like "de-DE". */
function languageOf(locale: unknown): string {
  return String(locale).split('-')[0] ?? '';
}

/** Describes products in languages, which several countries share, and not in locales of one country. */
export const languages: World = {
  name: 'languages',
  does: 'The locales are languages, such as "de" for Germany and Austria.',
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
  words: {
    listCountries: {
      response: record({
        locales: told((locales) =>
          Array.isArray(locales)
            ? [
                ...new Map(
                  locales.filter(isObject).map(({ code, name }) => {
                    const language = { code: languageOf(code), name: String(name).replace(/ \(.*\)$/, '') };
                    return [language.code, language];
                  }),
                ).values(),
              ]
            : locales,
        ),
      }),
    },
    upsertProducts: {
      body: record({
        items: list(
          record({
            descriptions: told((strings) =>
              isObject(strings)
                ? Object.fromEntries(Object.entries(strings).map(([code, text]) => [languageOf(code), text]))
                : strings,
            ),
          }),
        ),
      }),
    },
  },
};
