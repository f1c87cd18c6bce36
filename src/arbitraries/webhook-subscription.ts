import fc from 'fast-check';
import { paddedTo } from './padded-to.js';
import { text } from './text.js';

/** A webhook subscription as it is created (gap G-13). */
export interface WebhookSubscription {
  readonly events: readonly string[];
  readonly url: string;
  readonly description?: string;
}

/** What an update of a subscription may change (gap G-13). */
export interface SubscriptionChange {
  readonly events?: readonly string[];
  readonly url?: string;
  readonly description?: string;
  readonly enabled?: boolean;
}

/** Most characters of a URL (gap G-13). */
export const longestUrl = 2083;

/** Most characters of a description (gap G-13). */
export const longestDescription = 1000;

/** Hosts that nobody has: names that RFC 2606 sets apart, so that no delivery reaches anyone. */
const hosts = ['receiver.invalid', 'hooks.shop.invalid', 'example.com', 'hooks.example.org', 'example.net'];

/**
 * A subscription that a target accepts.
 * @param eventTypes names of events, as the target lists them; at least one
 * @param prefix stands in the URL and at the head of the description, so that a run finds its own subscriptions again; up
 * to 60 letters, digits and hyphens
 */
export function webhookSubscription(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<WebhookSubscription> {
  return fc.record(fieldsOf(eventTypes, prefix), { requiredKeys: ['events', 'url'], noNullPrototype: true });
}

/**
 * A change of a subscription, of at least one of its fields.
 * @param eventTypes names of events, as the target lists them; at least one
 * @param prefix as for a new subscription
 */
export function subscriptionChange(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<SubscriptionChange> {
  const fields = { ...fieldsOf(eventTypes, prefix), enabled: fc.boolean() };
  const names = ['events', 'url', 'description', 'enabled'] as const;
  return fc
    .subarray([...names], { minLength: 1 })
    .chain((chosen) =>
      fc.record(fields).map((change) => Object.fromEntries(chosen.map((name) => [name, change[name]]))),
    );
}

/** A description that is another one where it is trimmed, normalised or cut: as long as it may be. @param key is in it */
export function tellingDescription(key: string): string {
  return paddedTo(longestDescription - 2, ` ${key} cafe\u0301 CAFÉ `, 'x').concat('\u00a0 ');
}

/** A URL that is another one where its case is folded, or it is decoded or cut: as long as it may be. @param key is in it */
export function tellingUrl(key: string): string {
  return paddedTo(longestUrl, `https://receiver.invalid/${key}/Hooks/%C3%BC?Shop=A&kind=%2F`, 'x');
}

function fieldsOf(eventTypes: readonly string[], prefix: string) {
  return {
    events: fc.subarray([...eventTypes], { minLength: 1 }),
    url: receiverUrl(prefix),
    description: description(prefix),
  };
}

/** An absolute URL of a host that nobody has: short, of a length in between, or as long as one may be. */
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

/** Up to the longest, in UTF-16 units and so in any other count of characters too; with white space at its ends or not. */
function description(prefix: string): fc.Arbitrary<string> {
  const space = fc.constantFrom('', '', ' ', '\u00a0', ' \u3000');
  return fc
    .tuple(space, text(200), fc.constantFrom(0, 0, 0, longestDescription), space)
    .map(([before, value, least, after]) =>
      `${before}${prefix} ${value}`.padEnd(least - after.length, 'x').concat(after),
    );
}
