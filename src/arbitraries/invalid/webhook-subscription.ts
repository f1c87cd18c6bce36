import fc from 'fast-check';
import {
  longestDescription,
  longestUrl,
  type SubscriptionChange,
  type WebhookSubscription,
  webhookSubscription,
} from '../webhook-subscription.js';
import { type InvalidItem, invalidItem } from './invalid-item.js';
import { otherThan } from './json-shape.js';

/** Built once: building takes longer than drawing a thousand values. */
const otherEventType = fc.stringMatching(/^[a-z]{1,12}[._][a-z]{1,12}$/);

/** A subscription of which every field is given. */
type FullSubscription = Required<WebhookSubscription>;

/** One field that is not as it has to be. */
interface Mistake {
  readonly field: keyof FullSubscription;
  /** What is right for it. */
  readonly right: string;
  /** What is there instead; undefined where it is left out. */
  readonly put: unknown;
}

/**
 * New subscriptions with one mistake (requirement WHK-03, gap G-13).
 * @param eventTypes names of events, as the target lists them; at least one
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
        { arbitrary: mistake(valid, eventTypes), weight: 6 },
      )
      .map(({ field, right, put }) => invalidItem(valid, field, right, put, { [field]: put })),
  );
}

/**
 * Changes of one field of a subscription to what it can't be (requirement WHK-03, gap G-13).
 * @param eventTypes names of events, as the target lists them; at least one
 * @param prefix as for a valid subscription
 */
export function invalidSubscriptionChange(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<InvalidItem<SubscriptionChange>> {
  return fullSubscription(eventTypes, prefix).chain((valid) =>
    mistake(valid, eventTypes).map(({ field, right, put }) =>
      invalidItem<SubscriptionChange>({ [field]: valid[field] }, field, right, put, { [field]: put }),
    ),
  );
}

function fullSubscription(eventTypes: readonly string[], prefix: string): fc.Arbitrary<FullSubscription> {
  return webhookSubscription(eventTypes, prefix).map((valid) => ({ description: prefix, ...valid }));
}

const leftOut: readonly Mistake[] = [
  { field: 'events', right: 'required', put: undefined },
  { field: 'url', right: 'required', put: undefined },
];

function mistake(valid: FullSubscription, eventTypes: readonly string[]): fc.Arbitrary<Mistake> {
  return fc.oneof(
    { arbitrary: wrongEvents(valid, eventTypes), weight: 3 },
    { arbitrary: wrongUrl(valid), weight: 3 },
    { arbitrary: wrongDescription(valid), weight: 1 },
  );
}

function wrongEvents({ events }: FullSubscription, eventTypes: readonly string[]): fc.Arbitrary<Mistake> {
  const unknown = fc
    .oneof(otherEventType, fc.constantFrom('', '*', ...events.map((type) => `${type}x`)))
    .filter((type) => !eventTypes.includes(type));
  const withUnknown = fc
    .tuple(unknown, fc.boolean())
    .map(([type, alone]) => (alone ? [type] : [...events, type]));
  const entry = (value: unknown) => [...events.slice(1), value];
  return fc.oneof(
    of('events', 'types that the target lists', withUnknown),
    of('events', 'at least one', fc.constant([])),
    of('events', 'an array', fc.constantFrom(null, ...otherThan('an array', events))),
    of('events', 'texts', fc.constantFrom(...[null, ...otherThan('a string', events[0])].map(entry))),
  );
}

function wrongUrl({ url }: FullSubscription): fc.Arbitrary<Mistake> {
  const host = fc.constantFrom('receiver.invalid', 'example.com');
  const schemes = ['ftp://', 'javascript://', 'file://', 'ws://', 'mailto:hooks@', 'data:,'];
  const longer = fc.oneof(fc.constant(longestUrl + 1), fc.integer({ min: longestUrl + 1, max: 4000 }));
  return fc.oneof(
    of('url', 'an absolute URL', fc.constantFrom(...noUrls)),
    of(
      'url',
      'an HTTP or HTTPS URL',
      fc.tuple(fc.constantFrom(...schemes), host).map(([scheme, name]) => `${scheme}${name}/hooks`),
    ),
    of(
      'url',
      `at most ${longestUrl} characters`,
      longer.map((length) => 'https://receiver.invalid/'.padEnd(length, 'x')),
    ),
    of('url', 'a string', fc.constantFrom(null, ...otherThan('a string', url))),
  );
}

/** Empty, without a scheme, without a host, relative, or with a character that no URL has. */
const noUrls = [
  '',
  'word',
  'receiver.invalid',
  'hooks',
  '/hooks',
  '//receiver.invalid/hooks',
  '?shop=1',
  'https//receiver.invalid',
  '://receiver.invalid',
  'https://',
  'https://receiver invalid/hooks',
  'https://receiver.invalid:port/',
];

function wrongDescription({ description }: FullSubscription): fc.Arbitrary<Mistake> {
  const length = fc.oneof(
    fc.constant(longestDescription + 1),
    fc.integer({ min: longestDescription + 1, max: 3000 }),
  );
  return fc.oneof(
    of(
      'description',
      `at most ${longestDescription} characters`,
      fc
        .tuple(length, fc.constantFrom('x', 'ß', '\u{1f457}'))
        .map(([characters, each]) => each.repeat(characters)),
    ),
    of('description', 'a string', fc.constantFrom(...otherThan('a string', description))),
  );
}

function of(field: Mistake['field'], right: string, put: fc.Arbitrary<unknown>): fc.Arbitrary<Mistake> {
  return put.map((value) => ({ field, right, put: value }));
}
