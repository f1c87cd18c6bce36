import { member } from '../../contract/values/path.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { answeredAt, rateOf, windowSeconds } from '../../http/rate-window.js';
import { SettingsError } from '../setting.js';
import type { Settings } from '../settings.js';
import type { Inquiry } from './inquiry.js';

/** Waits for some seconds of the target's time, and shows the user why. */
type WaitOut = (seconds: number, sentence: string) => Promise<void>;

/**
 * Makes sure that the target accepts each key that must be valid. The checks find out whether it refuses an expired or
 * a revoked key.
 * @returns the reply to the first key
 * @throws SettingsError for a key that is missing, given twice, refused, or used up for longer than a window
 */
export async function acceptKeys(
  { apiKeys, otherApiKey, expiredApiKey, revokedApiKey, baseUrl }: Settings,
  inquiry: Inquiry,
  waitOut: WaitOut,
): Promise<Exchange | undefined> {
  if (apiKeys.length === 0)
    throw new SettingsError('TARGET_API_KEY is not set: give a valid API key of the merchant to test with.');
  const valid: readonly NamedKey[] = [
    ...apiKeys.map(
      (key, index): NamedKey => [
        apiKeys.length === 1 ? 'TARGET_API_KEY' : `Key ${index + 1} of TARGET_API_KEY`,
        key,
      ],
    ),
    ['TARGET_OTHER_API_KEY', otherApiKey],
  ];
  rejectSame([
    ...valid,
    ['TARGET_EXPIRED_API_KEY', expiredApiKey],
    ['TARGET_REVOKED_API_KEY', revokedApiKey],
  ]);
  const replies: Exchange[] = [];
  for (const [called, key] of valid)
    if (key !== undefined)
      replies.push(await accept(called, baseUrl, () => inquiry.mustAnswer('listCountries', key), waitOut));
  return replies[0];
}

type NamedKey = readonly [called: string, key: string | undefined];

/** The same key in two settings would make the checks draw wrong conclusions, for example about its owner. */
function rejectSame(keys: readonly NamedKey[]): void {
  const known = new Map<string, string>();
  for (const [called, key] of keys) {
    if (key === undefined) continue;
    const first = known.get(key);
    if (first !== undefined)
      throw new SettingsError(
        `${called} is the same key as ${first.replace(/^Key/, 'key')}: set a different key, or leave it out.`,
      );
    known.set(key, called);
  }
}

/** Asks with a key until it is accepted: once, or a second time after its next window has begun. */
async function accept(
  called: string,
  baseUrl: string,
  ask: () => Promise<Exchange>,
  waitOut: WaitOut,
): Promise<Exchange> {
  const usedUp = `The rate limit of ${called} is used up at ${baseUrl}`;
  let reply = await ask();
  const seconds = isUsedUp(reply) ? secondsUntilNext(reply) : undefined;
  if (seconds !== undefined) {
    await waitOut(seconds + 1, `${usedUp}: waiting ${seconds} s for its next window.`);
    reply = await ask();
  }
  const { status } = reply;
  if (status === 401 || status === 403)
    throw new SettingsError(`${called} was refused by ${baseUrl} with status ${status}: set a valid key.`);
  if (isUsedUp(reply))
    throw new SettingsError(
      `${usedUp} before the run has begun: start it again when the window ends, or set a different key.`,
    );
  return reply;
}

/** Whether the key's rate limit is used up (clause 8.1): every test would wait for a window that may never come. */
function isUsedUp(reply: Exchange): boolean {
  const { limit, remaining } = rateOf(reply);
  return reply.status === 429 || (remaining === 0 && limit !== 1);
}

/**
 * The seconds until the next window according to the response; undefined if it doesn't say, or names more than a window.
 */
function secondsUntilNext(reply: Exchange): number | undefined {
  const { retryAfter, reset } = rateOf(reply, answeredAt(reply));
  const seconds = retryAfter ?? reset;
  return seconds !== undefined && seconds <= windowSeconds ? seconds : undefined;
}

/** Lists that show only a merchant's own entries, and the field that identifies an entry. */
const own = [
  ['listWebhooks', 'id', 'webhook subscriptions'],
  ['listOrders', 'order_number', 'orders'],
] as const;

/**
 * What both merchants see alike, if TARGET_OTHER_API_KEY seems to be a key of the same merchant: the entries of a list
 * that shows only a merchant's own. If both lists of a kind are empty, it compares the next kind.
 */
export async function entriesOfBoth(
  { apiKeys: [key], otherApiKey }: Settings,
  inquiry: Inquiry,
): Promise<string | undefined> {
  if (key === undefined || otherApiKey === undefined) return undefined;
  for (const [operationId, name, entries] of own) {
    const shown = namesIn(await inquiry.ask(operationId, key), name);
    const shownToOther = namesIn(await inquiry.ask(operationId, otherApiKey), name);
    if (shown === undefined || shownToOther === undefined || shown + shownToOther === '') continue;
    return shown === shownToOther ? entries : undefined;
  }
  return undefined;
}

/** The identifying field of each entry of a list, sorted and joined; undefined if the response is not such a list. */
function namesIn(reply: Exchange | undefined, name: string): string | undefined {
  const body = reply && jsonOf(reply.response);
  const entries = Array.isArray(body) ? body : member(body, 'items');
  if (!Array.isArray(entries)) return undefined;
  const names = entries.map((entry) => member(entry, name));
  return names.includes(undefined) ? undefined : names.map(String).toSorted().join();
}
