import { smokeTag } from '../../target/profile.js';

/**
 * Lets the profile smoke run a test too: `test('...', inSmoke(covers('REF-05')), ...)`. Such a test sends a few reads and
 * no write.
 * @param when whether this one of a row of tests does
 */
export function inSmoke<Details extends { readonly tag: string[] }>(details: Details, when = true): Details {
  return when ? { ...details, tag: [...details.tag, smokeTag] } : details;
}
