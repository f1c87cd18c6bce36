import type { Reply } from './inquiry.js';

/** What the lists of reference data were answered. */
export interface ReferenceLists {
  readonly countries: Reply | undefined;
  readonly brands: Reply | undefined;
  readonly categories: Reply | undefined;
}

/**
 * Whether the merchant has what a product is made of (clause 4.7).
 * @returns a sentence that names what isn't there; undefined where everything is
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
  return `no ${missing.join(', no ')} could be read, without which no product can be made: what needs one will be blocked`;
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
