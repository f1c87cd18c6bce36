import { smokeTag } from '../../target/profile.js';

/**
 * Makes the smoke profile run a test too: `test('...', inSmoke(covers('REF-05')), ...)`. Such a test sends a few reads
 * and no writes.
 * @param when whether this test of a row of tests should run there
 */
export function inSmoke<Details extends { readonly tag: string[] }>(details: Details, when = true): Details {
  return when ? { ...details, tag: [...details.tag, smokeTag] } : details;
}
