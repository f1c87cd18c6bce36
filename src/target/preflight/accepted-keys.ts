import { wholeNumber, windowSeconds } from '../../http/rate-window.js';
import { type Settings, SettingsError } from '../settings.js';
import type { Inquiry, Reply } from './inquiry.js';

/** Lets seconds of the target's time pass, and says why. */
export type WaitOut = (seconds: number, sentence: string) => Promise<void>;

/**
 * Finds out that the target accepts each key that has to be valid. That an expired or a revoked one is refused is for the
 * checks to find out.
 * @returns what the first key was answered
 * @throws SettingsError for a key that is missing, refused, or used up for longer than a window
 */
export async function acceptKeys(settings: Settings, inquiry: Inquiry, waitOut: WaitOut): Promise<Reply> {
  const { apiKeys, otherApiKey, baseUrl } = settings;
  const [first, ...others] = keysOf(apiKeys);
  if (first === undefined)
    throw new SettingsError(
      'TARGET_API_KEY',
      'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
    );
  rejectSame(settings);
  const accept = ({ key, setting, called }: NamedKey) =>
    acceptKey({ key, setting, called }, baseUrl, inquiry, waitOut);
  const reply = await accept(first);
  for (const other of others) await accept(other);
  if (otherApiKey !== undefined)
    await accept({
      key: otherApiKey,
      setting: 'TARGET_OTHER_API_KEY',
      called: 'TARGET_OTHER_API_KEY',
    });
  return reply;
}

interface NamedKey {
  readonly key: string;
  readonly setting: string;
  readonly called: string;
}

function keysOf(apiKeys: readonly string[]): readonly NamedKey[] {
  return apiKeys.map((key, index) => ({
    key,
    setting: 'TARGET_API_KEY',
    called: apiKeys.length === 1 ? 'TARGET_API_KEY' : `Key ${index + 1} of TARGET_API_KEY`,
  }));
}

/** A key given twice would prove what it doesn't: that it is refused, or that it belongs to somebody else. */
function rejectSame({ apiKeys, otherApiKey, expiredApiKey, revokedApiKey }: Settings): void {
  const keys = [
    ...keysOf(apiKeys),
    ...Object.entries({
      TARGET_OTHER_API_KEY: otherApiKey,
      TARGET_EXPIRED_API_KEY: expiredApiKey,
      TARGET_REVOKED_API_KEY: revokedApiKey,
    }).flatMap(([setting, key]) => (key === undefined ? [] : [{ key, setting, called: setting }])),
  ];
  for (const [index, { key, setting, called }] of keys.entries()) {
    const same = keys.slice(0, index).find((each) => each.key === key);
    if (same !== undefined)
      throw new SettingsError(
        setting,
        `${called} is the same key as ${same.called.replace(/^Key/, 'key')}: set another one, or leave it out.`,
      );
  }
}

async function acceptKey(
  { key, setting, called }: NamedKey,
  baseUrl: string,
  inquiry: Inquiry,
  waitOut: WaitOut,
): Promise<Reply> {
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
      `The rate limit of ${called} is used up at ${baseUrl} before the run has begun: run it again when the window is over, or set another key.`,
    );
  return reply;
}

/** Whether nothing more may be asked with the key (clause 8.1): every test would wait for a window that may never come. */
function isUsedUp({ status, headers }: Reply): boolean {
  const isLast = headers['x-ratelimit-remaining'] === '0' && headers['x-ratelimit-limit'] !== '1';
  return status === 429 || isLast;
}

/** Seconds until there is room again, as the answer tells it; undefined where it doesn't, or it is longer than a window. */
function secondsUntilNext({ headers, startedAt, milliseconds }: Reply): number | undefined {
  const { 'retry-after': retryAfter = '', 'x-ratelimit-reset': reset } = headers;
  const moment = wholeNumber(retryAfter) === undefined ? Date.parse(retryAfter) : Number.NaN;
  const told = Number.isNaN(moment)
    ? wholeNumber(retryAfter)
    : Math.ceil((moment - startedAt - milliseconds) / 1000);
  const seconds = told ?? wholeNumber(reset);
  return seconds !== undefined && seconds >= 0 && seconds <= windowSeconds ? seconds : undefined;
}
