/** Tag of the tests that need a browser: `--grep @browser` runs them alone, `--grep-invert @browser` all others. */
export const browserTag = '@browser';

/** Says that a test needs a browser: `test('...', inBrowser(covers('KEYS-01')), ...)`. It is skipped where there is none. */
export function inBrowser<Details extends { readonly tag: string[] }>(details: Details): Details {
  return { ...details, tag: [...details.tag, browserTag] };
}
