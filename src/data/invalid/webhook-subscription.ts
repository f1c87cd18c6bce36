import fc from 'fast-check';
import { member } from '../../contract/values/path.js';
import { wordsOf } from '../draw.js';
import { type WebhookSubscription, webhookSubscription } from '../valid/webhook-subscription.js';
import {
  type ContractMistake,
  contractMistakes,
  mistakeIn,
  spoiled,
  type TextOfLength,
} from './contract-mistakes.js';
import type { InvalidItem } from './invalid-item.js';

/** Strings that exceed a bound, often by one character. */
const textOfLength: TextOfLength = (place, least) =>
  fc
    .tuple(
      fc.oneof(fc.constant(least), fc.integer({ min: least, max: Math.max(least, 4000) })),
      fc.constantFrom('x', 'ß', '\u{1f457}'),
    )
    .map(([characters, each]) =>
      place === 'url' ? 'https://receiver.invalid/'.padEnd(characters, 'x') : each.repeat(characters),
    );

/** Strings that lack a scheme or a host, are relative, or contain a character that no URL allows. */
const notUrls = [
  ...wordsOf('word receiver.invalid hooks /hooks //receiver.invalid/hooks ?shop=1 https//receiver.invalid'),
  ...wordsOf('://receiver.invalid https:// https://receiver.invalid:port/'),
  'https://receiver invalid/hooks',
];
const otherSchemes = ['ftp://', 'javascript://', 'file://', 'ws://', 'mailto:hooks@', 'data:,'].flatMap(
  (scheme) => ['receiver.invalid', 'example.com'].map((host) => `${scheme}${host}/hooks`),
);

/** The rules of gap G-13 that the contract states in words. */
function furtherMistakes(eventTypes: readonly string[]): readonly ContractMistake[] {
  const unknownIn = (events: readonly string[]) =>
    fc
      .oneof(
        fc.stringMatching(/^[a-z]{1,12}[._][a-z]{1,12}$/),
        fc.constantFrom('', '*', ...events.map((type) => `${type}x`)),
      )
      .filter((type) => !eventTypes.includes(type));
  return [
    mistakeIn('events', 'with an unknown type', 'types that the target lists', (own) => {
      const events = [own].flat().map(String);
      return fc
        .tuple(unknownIn(events), fc.boolean())
        .map(([type, alone]) => (alone ? [type] : [...events, type]));
    }),
    mistakeIn('url', 'that is not absolute', 'an absolute URL', () => fc.constantFrom(...notUrls)),
    mistakeIn('url', 'of a different scheme', 'an HTTP or HTTPS URL', () => fc.constantFrom(...otherSchemes)),
  ];
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
  const valid = webhookSubscription(eventTypes, prefix).map((each) => ({ description: prefix, ...each }));
  const ofContract = contractMistakes('createWebhook', textOfLength);
  const mistakes = [
    ...ofContract.filter(({ kind }) => kind !== 'silent type'),
    ...furtherMistakes(eventTypes),
  ];
  return fc.oneof(...spoiled(mistakes, () => valid).values());
}

/**
 * Changes of one field of a subscription to an invalid value (requirement WHK-03, gap G-13).
 * @param eventTypes names of events that the target lists; at least one
 * @param prefix as for a valid subscription
 */
export function invalidSubscriptionChange(
  eventTypes: readonly string[],
  prefix: string,
): fc.Arbitrary<InvalidItem<Partial<WebhookSubscription>>> {
  const nameOf = ({ field }: { readonly field: string }) => field.replace('[]', '');
  const only = (of: unknown, name: string) => ({ [name]: member(of, name) });
  // An update may leave out a field.
  return invalidWebhookSubscription(eventTypes, prefix)
    .filter((item) => nameOf(item) in Object(item.invalid))
    .map((item) => ({
      ...item,
      valid: only(item.valid, nameOf(item)),
      invalid: only(item.invalid, nameOf(item)),
    }));
}
