import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../../contract/refusal.js';
import type { Exchange } from '../../http/exchange.js';
import { answeredAt, rateOf, windowSeconds } from '../../http/rate-window.js';
import type { Settings } from '../settings.js';
import { entriesIn, type Inquiry } from './inquiry.js';

/**
 * Makes sure that the target accepts each key that must be valid: once, or a second time after its next window has begun.
 * The checks find out whether it refuses the others.
 * @param say shows a sentence to the user, before a wait
 * @returns the response to the last of them
 * @throws Refusal for a key that is missing, given twice, refused, or used up for longer than a window
 */
export async function acceptKeys(
  { baseUrl, clockSpeed, apiKeys, otherApiKey, expiredApiKey, revokedApiKey }: Settings,
  inquiry: Inquiry,
  say: (sentence: string) => void,
): Promise<Exchange | undefined> {
  if (apiKeys.length === 0)
    throw new Refusal('TARGET_API_KEY is not set: give a valid API key of the merchant to test with.');
  const numbered = (index: number) => (apiKeys.length === 1 ? '' : `Key ${index + 1} of `);
  const all: readonly (readonly [name: string, key: string | undefined])[] = [
    ...apiKeys.map((key, index) => [`${numbered(index)}TARGET_API_KEY`, key] as const),
    ['TARGET_OTHER_API_KEY', otherApiKey],
    ['TARGET_EXPIRED_API_KEY', expiredApiKey],
    ['TARGET_REVOKED_API_KEY', revokedApiKey],
  ];
  for (const [name, key] of all) {
    const [same = name] = all.find(([, each]) => each === key) ?? [];
    // The same key in two settings would make the checks draw wrong conclusions, for example about its owner.
    if (key !== undefined && same !== name)
      throw new Refusal(
        `${name} is the same key as ${same.replace(/^Key/, 'key')}: set a different key, or leave it out.`,
      );
  }
  let reply: Exchange | undefined;
  for (const [name, key] of all) {
    if (key === undefined || key === expiredApiKey || key === revokedApiKey) continue;
    const usedUp = `The rate limit of ${name} is used up at ${baseUrl}`;
    reply = await inquiry.mustAnswer(key);
    const seconds = secondsUsedUp(reply);
    if (seconds !== undefined && seconds <= windowSeconds) {
      say(`${usedUp}: waiting ${seconds} s for its next window.`);
      await sleep(((seconds + 1) * 1000) / clockSpeed);
      reply = await inquiry.mustAnswer(key);
    }
    const { status } = reply;
    if (status === 401 || status === 403)
      throw new Refusal(`${name} was refused by ${baseUrl} with status ${status}: set a valid key.`);
    if (secondsUsedUp(reply) !== undefined)
      throw new Refusal(
        `${usedUp} before the run has begun: start it again when the window ends, or set a different key.`,
      );
  }
  return reply;
}

/**
 * The seconds for which a key's rate limit is used up (clause 8.1): every test would wait for a window that may never
 * come. Undefined if it isn't, infinite if the response doesn't say how long.
 */
function secondsUsedUp(reply: Exchange): number | undefined {
  const { limit, remaining, retryAfter, reset } = rateOf(reply, answeredAt(reply));
  const isUsedUp = reply.status === 429 || (remaining === 0 && limit !== 1);
  return isUsedUp ? (retryAfter ?? reset ?? Number.POSITIVE_INFINITY) : undefined;
}

/** Lists that show only a merchant's own entries. */
const own = [
  ['listWebhooks', 'webhook subscriptions'],
  ['listOrders', 'orders'],
] as const;

/**
 * What to notice if TARGET_OTHER_API_KEY seems to be a key of the same merchant: both see the same entries of a list that
 * shows only a merchant's own. If both lists of a kind are empty, it compares the next kind.
 */
export async function sameMerchant(
  { apiKeys: [key], otherApiKey }: Settings,
  inquiry: Inquiry,
): Promise<string | undefined> {
  if (key === undefined || otherApiKey === undefined) return undefined;
  for (const [list, entries] of own) {
    // In whatever order.
    const shown = new Set(entriesIn(await inquiry.ask(list, key)));
    const shownToOther = new Set(entriesIn(await inquiry.ask(list, otherApiKey)));
    if (shown.size + shownToOther.size === 0) continue;
    if (!isDeepStrictEqual(shown, shownToOther)) break;
    return `TARGET_OTHER_API_KEY sees the same ${entries} as TARGET_API_KEY: either it is a key of the same merchant, which the checks would report as a leak (set a key of a different merchant, or leave it out), or the service shows merchants each other's data`;
  }
  return undefined;
}
