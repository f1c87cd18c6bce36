import { SettingsError } from '../../target/settings.js';

/** Too long to occur in other people's data by chance, and never the beginning of another run's prefix. */
const form = /^ct-[a-z0-9]{4,16}-(s[1-9]\d{0,3}-)?$/;

/** The prefix of tests that run without playwright.config.ts: all their merchants are made for them. */
const alone = 'ct-alone-';

/**
 * The prefix of everything that the run creates, as playwright.config.ts chooses it.
 * @throws SettingsError if CONFORMANCE_RUN_PREFIX is so short that other people's things could begin with it
 */
export function runPrefix(environment: Readonly<Record<string, string | undefined>>): string {
  const prefix = environment.CONFORMANCE_RUN_PREFIX || alone;
  if (!isRunPrefix(prefix))
    throw new SettingsError(
      'CONFORMANCE_RUN_PREFIX',
      `CONFORMANCE_RUN_PREFIX must be ct-, 4 to 16 lower-case letters or digits, and a hyphen, as in ct-8a1f02-, but is ${JSON.stringify(prefix)}: leave it out, and the run makes up its own.`,
    );
  return prefix;
}

/** Whether a prefix has the form of a run's prefix, which begins nothing that others created. */
export function isRunPrefix(prefix: string): boolean {
  return form.test(prefix);
}

/**
 * Whether a URL or description of a subscription comes from the run: the run's prefix begins it, or a segment of its
 * path. Leading white space doesn't count.
 */
export function isOwnText(text: string, prefix: string): boolean {
  const bare = text.trim();
  const [, path = ''] = /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(bare) ?? [];
  return [bare, ...path.split('/')].some((each) => each.startsWith(prefix));
}
