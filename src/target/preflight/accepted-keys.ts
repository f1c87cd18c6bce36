import { member } from '../../contract/values/path.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { answeredAt, rateOf, windowSeconds } from '../../http/rate-window.js';
import { type Settings, SettingsError } from '../settings.js';
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
  settings: Settings,
  inquiry: Inquiry,
  waitOut: WaitOut,
): Promise<Exchange | undefined> {
  if (settings.apiKeys.length === 0)
    throw new SettingsError(
      'TARGET_API_KEY',
      'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
    );
  const [valid, refused] = keysOf(settings);
  rejectSame([...valid, ...refused]);
  const replies: Exchange[] = [];
  for (const key of valid) replies.push(await acceptKey(key, settings.baseUrl, inquiry, waitOut));
  return replies[0];
}

interface NamedKey {
  readonly key: string;
  readonly setting: string;
  readonly called: string;
}

/** The keys that must be valid, and the keys that must be refused. */
function keysOf({ apiKeys, otherApiKey, expiredApiKey, revokedApiKey }: Settings) {
  const named = (setting: string, key: string | undefined): readonly NamedKey[] =>
    key === undefined ? [] : [{ key, setting, called: setting }];
  const own = apiKeys.map((key, index) => ({
    key,
    setting: 'TARGET_API_KEY',
    called: apiKeys.length === 1 ? 'TARGET_API_KEY' : `Key ${index + 1} of TARGET_API_KEY`,
  }));
  return [
    [...own, ...named('TARGET_OTHER_API_KEY', otherApiKey)],
    [...named('TARGET_EXPIRED_API_KEY', expiredApiKey), ...named('TARGET_REVOKED_API_KEY', revokedApiKey)],
  ] as const;
}

/** The same key in two settings would make the checks draw wrong conclusions, for example about its owner. */
function rejectSame(keys: readonly NamedKey[]): void {
  for (const [index, { key, setting, called }] of keys.entries()) {
    const same = keys.slice(0, index).find((each) => each.key === key);
    if (same !== undefined)
      throw new SettingsError(
        setting,
        `${called} is the same key as ${same.called.replace(/^Key/, 'key')}: set a different key, or leave it out.`,
      );
  }
}

async function acceptKey(
  { key, setting, called }: NamedKey,
  baseUrl: string,
  inquiry: Inquiry,
  waitOut: WaitOut,
): Promise<Exchange> {
  const ask = () => inquiry.mustAnswer('listCountries', key);
  let reply = await ask();
  const seconds = isUsedUp(reply) ? secondsUntilNext(reply) : undefined;
  if (seconds !== undefined) {
    await waitOut(
      seconds + 1,
      `The rate limit of ${called} is used up at ${baseUrl}: waiting ${seconds} s for its next window.`,
    );
    reply = await ask();
  }
  const { status } = reply;
  if (status === 401 || status === 403)
    throw new SettingsError(
      setting,
      `${called} was refused by ${baseUrl} with status ${status}: set a valid key.`,
    );
  if (isUsedUp(reply))
    throw new SettingsError(
      setting,
      `The rate limit of ${called} is used up at ${baseUrl} before the run has begun: start it again when the window ends, or set a different key.`,
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
  { operationId: 'listWebhooks', name: 'id', called: 'webhook subscriptions' },
  { operationId: 'listOrders', name: 'order_number', called: 'orders' },
] as const;

/**
 * Whether TARGET_OTHER_API_KEY seems to be a key of the same merchant: both keys see the same entries in a list that
 * only shows a merchant's own. If both lists of a kind are empty, it compares the next kind.
 * @returns a sentence; undefined if there is no sign of this
 */
export async function sameMerchantIn(
  inquiry: Inquiry,
  key: string,
  otherKey: string,
): Promise<string | undefined> {
  for (const { operationId, name, called } of own) {
    const [shown, shownToOther] = [
      await inquiry.ask(operationId, key),
      await inquiry.ask(operationId, otherKey),
    ].map((reply) => namesIn(reply, name));
    if (shown === undefined || shownToOther === undefined) continue;
    if (shown.length === 0 && shownToOther.length === 0) continue;
    return shown.join() === shownToOther.join()
      ? `TARGET_OTHER_API_KEY sees the same ${called} as TARGET_API_KEY: either it is a key of the same merchant, which the checks would report as a leak (set a key of a different merchant, or leave it out), or the service shows merchants each other's data`
      : undefined;
  }
  return undefined;
}

/** The identifying field of each entry of a list, sorted; undefined if the response is not such a list. */
function namesIn(reply: Exchange | undefined, name: string): readonly string[] | undefined {
  const body = reply && jsonOf(reply.response);
  const entries = Array.isArray(body) ? body : member(body, 'items');
  if (!Array.isArray(entries)) return undefined;
  const names = entries.map((entry) => member(entry, name));
  return names.includes(undefined) ? undefined : names.map(String).toSorted();
}
