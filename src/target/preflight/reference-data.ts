import type { Reply } from './inquiry.js';

/** The replies to the requests for reference data. */
export interface ReferenceLists {
  readonly countries: Reply | undefined;
  readonly brands: Reply | undefined;
  readonly categories: Reply | undefined;
}

/**
 * Whether the merchant has the reference data that a product needs (clause 4.7).
 * @returns a sentence that names the missing data; undefined if nothing is missing
 */
export function missingReferenceData({ countries, brands, categories }: ReferenceLists): string | undefined {
  const lists: readonly (readonly [what: string, entries: unknown])[] = [
    ['countries', member(bodyOf(countries), 'countries')],
    ['locales', member(bodyOf(countries), 'locales')],
    ['brands', bodyOf(brands)],
    ['categories', member(bodyOf(categories), 'items')],
  ];
  const missing = lists
    .filter(([, entries]) => !Array.isArray(entries) || entries.length === 0)
    .map(([what]) => what);
  if (missing.length === 0) return undefined;
  return `the target returned no ${missing.join(', no ')}, which every product needs: tests that need a product will be blocked`;
}

function bodyOf(reply: Reply | undefined): unknown {
  if (reply === undefined || reply.status < 200 || reply.status > 299) return undefined;
  try {
    return JSON.parse(reply.body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
