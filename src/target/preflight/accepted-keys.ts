import { isDeepStrictEqual } from 'node:util';
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
  const named = apiKeys.map((key, index): NamedKey => {
    const called = apiKeys.length === 1 ? 'TARGET_API_KEY' : `Key ${index + 1} of TARGET_API_KEY`;
    return { called, key, isValid: true };
  });
  const others: readonly NamedKey[] = [
    { called: 'TARGET_OTHER_API_KEY', key: otherApiKey, isValid: true },
    { called: 'TARGET_EXPIRED_API_KEY', key: expiredApiKey },
    { called: 'TARGET_REVOKED_API_KEY', key: revokedApiKey },
  ];
  const keys = [...named, ...others].filter(({ key }) => key !== undefined);
  for (const [index, { called, key }] of keys.entries()) {
    const same = keys.slice(0, index).find((each) => each.key === key);
    // The same key in two settings would make the checks draw wrong conclusions, for example about its owner.
    if (same !== undefined)
      throw new SettingsError(
        `${called} is the same key as ${same.called.replace(/^Key/, 'key')}: set a different key, or leave it out.`,
      );
  }
  const replies: Exchange[] = [];
  for (const { called, key, isValid } of keys)
    if (isValid)
      replies.push(await accept(called, baseUrl, () => inquiry.mustAnswer('listCountries', key), waitOut));
  return replies[0];
}

interface NamedKey {
  readonly called: string;
  readonly key: string | undefined;
  /** Whether the target must accept it; the checks find out whether it refuses the others. */
  readonly isValid?: true;
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

/** Lists that show only a merchant's own entries. */
const own = [
  ['listWebhooks', 'webhook subscriptions'],
  ['listOrders', 'orders'],
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
  for (const [operationId, entries] of own) {
    const shown = entriesIn(await inquiry.ask(operationId, key));
    const shownToOther = entriesIn(await inquiry.ask(operationId, otherApiKey));
    if (shown.size + shownToOther.size > 0)
      return isDeepStrictEqual(shown, shownToOther) ? entries : undefined;
  }
  return undefined;
}

/** The entries of a list, in whatever order; none if the response is not a list. */
function entriesIn(reply: Exchange | undefined): ReadonlySet<unknown> {
  const body = reply && jsonOf(reply.response);
  const entries = Array.isArray(body) ? body : member(body, 'items');
  return new Set(Array.isArray(entries) ? entries : []);
}
