import fc from 'fast-check';
import { rulesAt } from '../../contract/schemas/request-rules.js';
import { wordsOf } from '../draw.js';
import { type InvalidItem, invalidItem, otherThan } from '../invalid/invalid-item.js';
import { paddedTo, text } from '../text.js';

/** A new webhook subscription (gap G-13). */
interface WebhookSubscription {
  readonly events: readonly string[];
  readonly url: string;
  readonly description?: string;
}

/** The fields of a subscription that an update can change (gap G-13). */
interface SubscriptionChange {
  readonly events?: readonly string[];
  readonly url?: string;
  readonly description?: string;
  readonly enabled?: boolean;
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
  return fc.record(fieldsOf(eventTypes, prefix), { requiredKeys: ['events', 'url'], noNullPrototype: true });
}

/**
 * A change of at least one field of a subscription.
 * @param eventTypes names of events that the target lists; at least one
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

function fieldsOf(eventTypes: readonly string[], prefix: string) {
  return {
    events: fc.subarray([...eventTypes], { minLength: 1 }),
    url: receiverUrl(prefix),
    description: description(prefix),
  };
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

/** A subscription with all its fields. */
type FullSubscription = Required<WebhookSubscription>;

/** A wrong value for one field. */
interface WrongField {
  readonly field: keyof FullSubscription;
  readonly right: string;
  /** The wrong value; undefined omits the field. */
  readonly put: unknown;
}

/**
 * New subscriptions with one mistake (requirement WHK-03, gap G-13).
 * @param eventTypes names of events that the target lists; at least one
 * @param prefix as for a valid subscription
 */
export function invalidWebhookSubscription(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<InvalidItem<WebhookSubscription>> {
  return fullSubscription(eventTypes, prefix).chain((valid) =>
    fc
      .oneof(
        { arbitrary: fc.constantFrom(...leftOut), weight: 1 },
        { arbitrary: wrongField(valid, eventTypes), weight: 6 },
      )
      .map(({ field, right, put }) => invalidItem(valid, field, right, put, { [field]: put })),
  );
}

/**
 * Changes of one field of a subscription to an invalid value (requirement WHK-03, gap G-13).
 * @param eventTypes names of events that the target lists; at least one
 * @param prefix as for a valid subscription
 */
export function invalidSubscriptionChange(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<InvalidItem<SubscriptionChange>> {
  return fullSubscription(eventTypes, prefix).chain((valid) =>
    wrongField(valid, eventTypes).map(({ field, right, put }) =>
      invalidItem<SubscriptionChange>({ [field]: valid[field] }, field, right, put, { [field]: put }),
    ),
  );
}

function fullSubscription(eventTypes: readonly string[], prefix: string): fc.Arbitrary<FullSubscription> {
  return webhookSubscription(eventTypes, prefix).map((valid) => ({ description: prefix, ...valid }));
}

const leftOut: readonly WrongField[] = [
  { field: 'events', right: 'required', put: undefined },
  { field: 'url', right: 'required', put: undefined },
];

function wrongField(valid: FullSubscription, eventTypes: readonly string[]): fc.Arbitrary<WrongField> {
  return fc.oneof(
    { arbitrary: wrongEvents(valid, eventTypes), weight: 3 },
    { arbitrary: wrongUrl(valid), weight: 3 },
    { arbitrary: wrongDescription(valid), weight: 1 },
  );
}

const otherEventType = fc.stringMatching(/^[a-z]{1,12}[._][a-z]{1,12}$/);

function wrongEvents({ events }: FullSubscription, eventTypes: readonly string[]): fc.Arbitrary<WrongField> {
  const unknown = fc
    .oneof(otherEventType, fc.constantFrom('', '*', ...events.map((type) => `${type}x`)))
    .filter((type) => !eventTypes.includes(type));
  const withUnknown = fc
    .tuple(unknown, fc.boolean())
    .map(([type, alone]) => (alone ? [type] : [...events, type]));
  const entry = (value: unknown) => [...events.slice(1), value];
  return fc.oneof(
    wrong('events', 'types that the target lists', withUnknown),
    wrong('events', 'at least one', fc.constant([])),
    wrong('events', 'an array', fc.constantFrom(null, ...otherThan('an array', events))),
    wrong('events', 'texts', fc.constantFrom(...[null, ...otherThan('a string', events[0])].map(entry))),
  );
}

/** Texts that are empty, lack a scheme or a host, are relative, or contain a character that no URL allows. */
const notUrls = [
  '',
  ...wordsOf('word receiver.invalid hooks /hooks //receiver.invalid/hooks ?shop=1 https//receiver.invalid'),
  ...wordsOf('://receiver.invalid https:// https://receiver.invalid:port/'),
  'https://receiver invalid/hooks',
];

function wrongUrl({ url }: FullSubscription): fc.Arbitrary<WrongField> {
  const host = fc.constantFrom('receiver.invalid', 'example.com');
  const schemes = ['ftp://', 'javascript://', 'file://', 'ws://', 'mailto:hooks@', 'data:,'];
  const otherScheme = fc
    .tuple(fc.constantFrom(...schemes), host)
    .map(([scheme, name]) => `${scheme}${name}/hooks`);
  const tooLong = longer(longestUrl, 4000).map((length) => 'https://receiver.invalid/'.padEnd(length, 'x'));
  return fc.oneof(
    wrong('url', 'an absolute URL', fc.constantFrom(...notUrls)),
    wrong('url', 'an HTTP or HTTPS URL', otherScheme),
    wrong('url', `at most ${longestUrl} characters`, tooLong),
    wrong('url', 'a string', fc.constantFrom(null, ...otherThan('a string', url))),
  );
}

function wrongDescription({ description: own }: FullSubscription): fc.Arbitrary<WrongField> {
  const tooLong = fc
    .tuple(longer(longestDescription, 3000), fc.constantFrom('x', 'ß', '\u{1f457}'))
    .map(([characters, each]) => each.repeat(characters));
  return fc.oneof(
    wrong('description', `at most ${longestDescription} characters`, tooLong),
    wrong('description', 'a string', fc.constantFrom(...otherThan('a string', own))),
  );
}

/** A length that exceeds a bound, often by one. */
function longer(bound: number, most: number): fc.Arbitrary<number> {
  return fc.oneof(fc.constant(bound + 1), fc.integer({ min: bound + 1, max: Math.max(most, bound + 1) }));
}

function wrong(
  field: WrongField['field'],
  right: string,
  put: fc.Arbitrary<unknown>,
): fc.Arbitrary<WrongField> {
  return put.map((value) => ({ field, right, put: value }));
}
