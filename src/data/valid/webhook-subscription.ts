import fc from 'fast-check';
import { rulesAt } from '../../contract/schemas/request-rules.js';
import { paddedTo, text } from '../text.js';

/** A new webhook subscription (gap G-13). */
export interface WebhookSubscription {
  readonly events: readonly string[];
  readonly url: string;
  readonly description?: string;
}

/** The maximum length of a URL (gap G-13). */
export const longestUrl = rulesAt('createWebhook', 'url')?.maxLength ?? 2083;
/** The maximum length of a description (gap G-13). */
export const longestDescription = rulesAt('createWebhook', 'description')?.maxLength ?? 1000;

/** Hosts that RFC 2606 and RFC 6761 reserve, so no delivery reaches anyone. */
const hosts = ['receiver.invalid', 'hooks.shop.invalid', 'example.com', 'hooks.example.org', 'example.net'];

/**
 * A subscription that a target accepts.
 * @param eventTypes names of events that the target lists; at least one
 * @param prefix is part of the URL and starts the description, so that a run can recognise its own subscriptions; up to
 * 60 letters, digits and hyphens
 */
export function webhookSubscription(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<WebhookSubscription> {
  return fc.record(
    {
      events: fc.subarray([...eventTypes], { minLength: 1 }),
      url: receiverUrl(prefix),
      description: description(prefix),
    },
    { requiredKeys: ['events', 'url'], noNullPrototype: true },
  );
}

/**
 * A description of the maximum length that changes if a target trims, normalises or cuts it.
 * @param key is part of it
 */
export function tellingDescription(key: string): string {
  return paddedTo(longestDescription - 2, ` ${key} cafe\u0301 CAFÉ `, 'x').concat('\u00a0 ');
}

/**
 * A URL of the maximum length that changes if a target folds its case, decodes it or cuts it.
 * @param key is part of it
 */
export function tellingUrl(key: string): string {
  return paddedTo(longestUrl, `https://receiver.invalid/${key}/Hooks/%C3%BC?Shop=A&kind=%2F`, 'x');
}

/** An absolute URL with a reserved host: short, of medium length, or as long as possible. */
function receiverUrl(prefix: string): fc.Arbitrary<string> {
  const start = fc
    .tuple(fc.constantFrom('https', 'http'), fc.constantFrom(...hosts), fc.constantFrom('', ':8443'))
    .map(([scheme, host, port]) => `${scheme}://${host}${port}/${prefix}`);
  const rest = fc.constantFrom('', '/hooks', '/hooks?shop=1&kind=order', '/a%20b/%C3%BC', '/hooks#part');
  const length = fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.integer({ min: 0, max: longestUrl }), weight: 1 },
    { arbitrary: fc.constant(longestUrl), weight: 1 },
  );
  return fc
    .tuple(start, rest, length)
    .map(
      ([before, after, least]) =>
        `${before}${'x'.repeat(Math.max(0, least - before.length - after.length))}${after}`,
    );
}

/** A description up to the maximum length in UTF-16 units, with or without white space at its ends. */
function description(prefix: string): fc.Arbitrary<string> {
  const space = fc.constantFrom('', '', ' ', '\u00a0', ' \u3000');
  const words = text(Math.min(200, Math.max(1, longestDescription - prefix.length - 5)));
  return fc
    .tuple(space, words, fc.constantFrom(0, 0, 0, longestDescription), space)
    .map(([before, value, least, after]) =>
      `${before}${prefix} ${value}`.padEnd(least - after.length, 'x').concat(after),
    );
}
