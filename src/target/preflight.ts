import { Agent } from 'undici';
import { type AnswerLimits, answerLimits, answerTo, NoAnswer } from './answer.js';
import { authoritiesIn } from './authorities.js';
import { ControlInterface } from './control-interface.js';
import { redirectIn } from './redirect.js';
import { type Settings, SettingsError } from './settings.js';

/**
 * Finds out, before any test, whether there is a target to say something about: it answers, and it accepts the keys.
 * @param patience milliseconds that the target may take for an answer
 * @throws SettingsError with one sentence that names the setting, or ControlError for the control interface
 */
export async function preflight(settings: Settings, patience = 3000): Promise<void> {
  const secureContext = authoritiesIn(settings);
  const limits = { ...answerLimits, connecting: patience, milliseconds: patience };
  const dispatcher = new Agent({ connect: { timeout: patience, ...(secureContext && { secureContext }) } });
  const answerFor = (key?: string) => answerOf(settings, dispatcher, limits, key);
  try {
    await answerFor();
    if (settings.control !== undefined) await new ControlInterface(settings.control, dispatcher).health();
    else await acceptKeys(settings, answerFor);
  } finally {
    await dispatcher.destroy();
  }
}

/** What the first request with a key is answered. */
interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

async function acceptKeys(
  settings: Settings,
  answerFor: (key: string) => Promise<FirstAnswer>,
): Promise<void> {
  if (settings.apiKeys.length === 0) {
    throw new SettingsError(
      'TARGET_API_KEY',
      'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
    );
  }
  for (const [index, key] of settings.apiKeys.entries()) {
    const answer = await answerFor(key);
    const { status } = answer;
    const which = settings.apiKeys.length === 1 ? 'TARGET_API_KEY' : `Key ${index + 1} of TARGET_API_KEY`;
    if (status === 401 || status === 403) {
      throw new SettingsError(
        'TARGET_API_KEY',
        `${which} was refused by ${settings.baseUrl} with status ${status}: set a valid key.`,
      );
    }
    if (isUsedUp(answer)) {
      throw new SettingsError(
        'TARGET_API_KEY',
        `The rate limit of ${which} is used up at ${settings.baseUrl} before the run has begun: run it again when the window is over, or set another key.`,
      );
    }
  }
}

/** Whether nothing more may be asked with the key (clause 8.1): every test would wait for a window that may never come. */
function isUsedUp({ status, headers }: FirstAnswer): boolean {
  const isLast = headers['x-ratelimit-remaining'] === '0' && headers['x-ratelimit-limit'] !== '1';
  return status === 429 || isLast;
}

async function answerOf(
  settings: Settings,
  dispatcher: Agent,
  limits: AnswerLimits,
  key?: string,
): Promise<FirstAnswer> {
  const url = `${settings.baseUrl}/api/v1/countries/`;
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
  try {
    const answer = await answerTo(dispatcher, { method: 'GET', url, headers }, limits);
    const place = redirectIn(answer, url);
    // Without a key it may be sent to a page where one logs in: whether the service does so is for the checks to say.
    if (place !== undefined && (key !== undefined || settings.control !== undefined))
      throw redirected(settings, place);
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { reason, wayOut } = error.trouble;
    throw new SettingsError(
      'TARGET_URL',
      `Nothing usable answers at TARGET_URL ${settings.baseUrl} (${reason}): ${wayOut}.`,
    );
  }
}

function redirected({ baseUrl }: Settings, place: string): SettingsError {
  return new SettingsError(
    'TARGET_URL',
    `TARGET_URL ${baseUrl} answers with a redirect to ${place}, and the suite follows none, so that no key reaches another host: set TARGET_URL to the address of the service itself.`,
  );
}
