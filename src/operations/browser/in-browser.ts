/** Tag of the tests that need a browser: `--grep @browser` runs only these, `--grep-invert @browser` all others. */
const browserTag = '@browser';

/** Marks a test that needs a browser: `test('...', inBrowser(covers('KEYS-01')), ...)`. Without one, it is skipped. */
export function inBrowser<Details extends { readonly tag: string[] }>(details: Details): Details {
  return { ...details, tag: [...details.tag, browserTag] };
}
