import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { invalidSubscriptionChange, invalidWebhookSubscription } from './invalid/webhook-subscription.js';
import {
  subscriptionChange,
  tellingDescription,
  tellingUrl,
  webhookSubscription,
} from './webhook-subscription.js';

const eventTypes = ['order.created', 'stock.updated', 'product_master.status_updated'];
const prefix = 'run-7-';
const required = ['events', 'url'];

test('a subscription keeps every rule, and is marked with the prefix', () => {
  assertSound(
    () => webhookSubscription(eventTypes, prefix),
    (subscription) =>
      problems(subscription, required)[0] ?? unless(isMarked(subscription), 'without the prefix'),
  );
});

test('a change has at least one field, each of which keeps its rule', () => {
  assertSound(
    () => subscriptionChange(eventTypes, prefix),
    (change) =>
      problems(change, [])[0] ??
      unless(isMarked(change), 'without the prefix') ??
      unless(Object.keys(change).length > 0, 'no field'),
  );
});

test('a change may be of any fields together', () => {
  const drawn = fc.sample(subscriptionChange(eventTypes, prefix), { seed: 1, numRuns: 500 });
  const combinations = new Set(drawn.map((change) => Object.keys(change).sort().join()));
  expect(combinations.size).toBe(15);
});

test('fields go to the ends of what they may be', () => {
  const drawn = fc.sample(webhookSubscription(eventTypes, prefix), { seed: 1, numRuns: 300 });
  const lengths = (texts: readonly (string | undefined)[]) => texts.map((text = '') => text.length);
  expect(Math.max(...lengths(drawn.map(({ url }) => url)))).toBe(2083);
  expect(Math.min(...lengths(drawn.map(({ url }) => url)))).toBeLessThan(40);
  expect(Math.max(...lengths(drawn.map(({ description }) => description)))).toBe(1000);
  expect(drawn.some(({ description }) => description === undefined)).toBe(true);
  expect(drawn.some(({ description = '' }) => /[^\p{ASCII}]/u.test(description))).toBe(true);
  expect(drawn.some(({ description = '' }) => description.trimStart() !== description)).toBe(true);
  expect(drawn.some(({ description = '' }) => description.trimEnd() !== description)).toBe(true);
  expect(new Set(drawn.map(({ events }) => events.length))).toEqual(new Set([1, 2, 3]));
  expect(new Set(drawn.map(({ url }) => new URL(url).protocol))).toEqual(new Set(['http:', 'https:']));
});

test('telling fields keep every rule, and are others however they are changed', () => {
  const [url, description] = [tellingUrl(prefix), tellingDescription(prefix)];
  expect(problems({ events: eventTypes, url, description }, required)).toEqual([]);
  expect(isMarked({ url, description })).toBe(true);
  expect([url.length, description.length]).toEqual([2083, 1000]);
  for (const change of [
    (text: string) => text.toLowerCase(),
    (text: string) => text.slice(0, 999),
    (text: string) => decodeURIComponent(text).trim(),
  ])
    for (const text of [url, description]) expect(change(text)).not.toBe(text);
  for (const other of [description.trim(), description.normalize('NFC'), description.normalize('NFD')])
    expect(other).not.toBe(description);
});

test('an invalid subscription has one mistake, in the field that it names', () => {
  assertSound(
    () => invalidWebhookSubscription(eventTypes, prefix),
    ({ valid, invalid, field }) =>
      problems(valid, required)[0] ??
      unless(isDeepStrictEqual(problems(invalid, required), [field]), 'not one mistake') ??
      unless(isDeepStrictEqual(without(valid, field), without(invalid, field)), 'another field differs'),
  );
});

test('an invalid change is of one field, which it names', () => {
  assertSound(
    () => invalidSubscriptionChange(eventTypes, prefix),
    ({ valid, invalid, field }) =>
      problems(valid, [])[0] ??
      unless(isDeepStrictEqual(problems(invalid, []), [field]), 'not one mistake') ??
      unless(isDeepStrictEqual(Object.keys(Object(invalid)), [field]), 'another field'),
  );
});

test('every mistake is drawn, and said in words', () => {
  const drawn = fc
    .sample(invalidWebhookSubscription(eventTypes, prefix), { seed: 1, numRuns: 1000 })
    .map(({ violation }) => violation);
  for (const mistake of [
    'events: required, here nothing',
    'url: required, here nothing',
    'events: at least one, here []',
    'events: types that the target lists',
    'events: an array',
    'events: texts',
    'url: an absolute URL, here "/hooks"',
    'url: an absolute URL, here ""',
    'url: an HTTP or HTTPS URL, here "ftp://',
    'url: an HTTP or HTTPS URL, here "javascript:',
    'url: at most 2083 characters, here "https://receiver.inv"... (2084 characters)',
    'url: a string',
    'description: at most 1000 characters, here "xxxxxxxxxxxxxxxxxxxx"... (1001 characters)',
    'description: a string',
  ])
    expect(
      drawn.some((violation) => violation.startsWith(mistake)),
      mistake,
    ).toBe(true);
});

/** The fields that are not as they have to be. */
function problems(subscription: unknown, needed: readonly string[]): string[] {
  const fields: Record<string, unknown> = Object(subscription);
  const { events, url, description, enabled } = fields;
  const wrong = {
    events: !(
      Array.isArray(events) &&
      events.length > 0 &&
      new Set(events).size === events.length &&
      events.every((event) => eventTypes.includes(event))
    ),
    url: !(typeof url === 'string' && url.length <= 2083 && isReceiver(url)),
    description: !(
      typeof description === 'string' &&
      [...description].length <= 1000 &&
      description.isWellFormed()
    ),
    enabled: typeof enabled !== 'boolean',
  };
  return Object.entries(wrong)
    .filter(([field, isWrong]) => (field in fields ? isWrong : needed.includes(field)))
    .map(([field]) => field);
}

/** An HTTP URL of a host that nobody has. */
function isReceiver(url: string): boolean {
  if (!/^https?:\/\/[^\s]+$/.test(url) || !URL.canParse(url)) return false;
  return /(^|\.)(invalid|example\.(com|org|net))$/.test(new URL(url).hostname);
}

function isMarked({ url = prefix, description = prefix }: { url?: string; description?: string }): boolean {
  return url.includes(prefix) && description.trimStart().startsWith(prefix);
}

function without(subscription: unknown, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(subscription)).filter(([name]) => name !== field));
}

const unless = (holds: boolean, message: string) => (holds ? undefined : message);
