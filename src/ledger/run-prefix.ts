/** What begins everything that the run creates, as playwright.config.ts chooses it. */
export function runPrefix(environment: Readonly<Record<string, string | undefined>>): string {
  return environment.CONFORMANCE_RUN_PREFIX || 'ct-';
}
