import { SettingsError } from '../../target/settings.js';

/** Long enough to stand in nobody else's data by chance, and no beginning of what another run creates. */
const form = /^ct-[a-z0-9]{4,16}-(s[1-9]\d{0,3}-)?$/;

/** Of tests that run without playwright.config.ts: each of their merchants is made for them. */
const alone = 'ct-alone-';

/**
 * What begins everything that the run creates, as playwright.config.ts chooses it.
 * @throws SettingsError where CONFORMANCE_RUN_PREFIX could begin what others created
 */
export function runPrefix(environment: Readonly<Record<string, string | undefined>>): string {
  const prefix = environment.CONFORMANCE_RUN_PREFIX || alone;
  if (!isRunPrefix(prefix))
    throw new SettingsError(
      'CONFORMANCE_RUN_PREFIX',
      `CONFORMANCE_RUN_PREFIX must be ct-, 4 to 16 small letters or digits, and a hyphen, as in ct-8a1f02-, but is ${JSON.stringify(prefix)}: leave it out, and the run makes up its own.`,
    );
  return prefix;
}

/** Whether a prefix begins nothing that others created, as far as its form can tell. */
export function isRunPrefix(prefix: string): boolean {
  return form.test(prefix);
}

/**
 * Whether a URL or description of a subscription is one that the run gave: its prefix begins it, or a segment of its path.
 * White space before it counts for nothing.
 */
export function isOwnText(text: string, prefix: string): boolean {
  const bare = text.trim();
  const [, path = ''] = /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(bare) ?? [];
  return [bare, ...path.split('/')].some((each) => each.startsWith(prefix));
}
