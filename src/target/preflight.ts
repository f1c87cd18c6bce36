import { Agent, request } from 'undici';
import { authoritiesIn } from './authorities.js';
import { ControlInterface } from './control-interface.js';
import { type Settings, SettingsError } from './settings.js';

/**
 * Finds out, before any test, whether there is a target to say something about: it answers, and it accepts the keys.
 * @param patience milliseconds that the target may take for an answer
 * @throws SettingsError with one sentence that names the setting, or ControlError for the control interface
 */
export async function preflight(settings: Settings, patience = 3000): Promise<void> {
  const secureContext = authoritiesIn(settings);
  const dispatcher = new Agent({
    connect: { timeout: patience, ...(secureContext && { secureContext }) },
    headersTimeout: patience,
    bodyTimeout: patience,
  });
  const answerFor = (key?: string) => answerOf(settings, dispatcher, patience, key);
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
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
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
  patience: number,
  key?: string,
): Promise<FirstAnswer> {
  try {
    const answer = await request(`${settings.baseUrl}/api/v1/countries/`, {
      dispatcher,
      headers: key === undefined ? {} : { 'x-api-key': key },
      signal: AbortSignal.timeout(patience),
    });
    answer.body.on('error', () => {}).destroy();
    return { status: answer.statusCode, headers: answer.headers };
  } catch (error) {
    throw new SettingsError(
      'TARGET_URL',
      `Nothing usable answers at TARGET_URL ${settings.baseUrl} (${reasonOf(error, patience)}): start the service or correct the setting.`,
    );
  }
}

const unknownAuthority =
  'its certificate is from an authority that is not known here; TARGET_CA_FILE can name it';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; TARGET_CA_FILE can name it',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS',
};

/**
 * What went wrong between the suite and a host, in words that hold no secret.
 * @param patience milliseconds that were waited for an answer
 */
export function reasonOf(error: unknown, patience: number): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return `no answer within ${patience / 1000} s`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${patience / 1000} s`;
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return `no answer within ${patience / 1000} s`;
  return reasons[code] ?? (code === '' ? error.name : code);
}
