import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { type Client, createClient, withoutKey } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { redirectIn } from '../../http/response.js';
import { Line, type SentRequests } from '../../http/transports/attempts.js';
import { type Transport, TransportError } from '../../http/transports/transport.js';
import { isThisMachine } from '../environment.js';
import { type LiveDescription, loadLiveDescription } from '../load-live-description.js';
import { SettingsError } from '../setting.js';
import type { Settings } from '../settings.js';

/** A list, the key to request it with, if any, and its query in the contract's words. */
type Asked = [list: OperationId, key?: string, query?: Readonly<Record<string, string>>];

/** Sends the preflight's requests to the target, and counts them and the lost ones. */
export class Inquiry {
  readonly replies: Exchange[] = [];
  readonly #settings: Settings;
  readonly #transport: Transport;
  readonly #client: Client;
  readonly #line = new Line();

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = this.#line.watched(transport);
    const { baseUrl } = settings;
    this.#client = createClient({ baseUrl, transport: this.#transport, credentials: withoutKey });
  }

  get sent(): SentRequests {
    return this.#line.sent;
  }

  /** Requests a list. @returns undefined if there is no complete response */
  ask(...asked: Asked): Promise<Exchange | undefined> {
    return responseOrNone(this.#send(...asked));
  }

  /** Requests the live description. @returns undefined if there is no complete response */
  askDescription(): Promise<LiveDescription | undefined> {
    const { descriptionUrl: url, baseUrl, apiKeys } = this.#settings;
    return responseOrNone(loadLiveDescription({ url, baseUrl, key: apiKeys[0] }, this.#transport));
  }

  async #send(...[operationId, key, query]: Asked): Promise<Exchange> {
    const client = key === undefined ? this.#client : this.#client.withKey(key);
    const reply = await client.send(operation(operationId), { query });
    this.replies.push(reply);
    return reply;
  }

  /**
   * Like `ask`, but the run can't begin without a response.
   * @throws SettingsError when the target doesn't answer, or redirects elsewhere
   */
  async mustAnswer(operationId: OperationId, key?: string): Promise<Exchange> {
    const { baseUrl, control, proxyVariable } = this.#settings;
    try {
      const reply = await this.#send(operationId, key);
      const redirect = redirectIn(reply.response, baseUrl + operation(operationId).path);
      // Without a key, a service may redirect to a login page; the checks judge whether that is allowed.
      if (redirect !== undefined && (key !== undefined || control !== undefined))
        throw new SettingsError(
          `TARGET_URL ${baseUrl} redirects to ${redirect.place}, and the suite follows no redirects, so that no key reaches a different host: ${redirect.wayOut}.`,
        );
      return reply;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { reason, wayOut } = error.trouble;
      const proxy = isThisMachine(baseUrl) ? undefined : proxyVariable;
      const hint =
        proxy === undefined
          ? ''
          : `; ${proxy} is set, but the suite uses no proxy: run it where it reaches the service without one`;
      throw new SettingsError(`No usable response from TARGET_URL ${baseUrl} (${reason}): ${wayOut}${hint}.`);
    }
  }
}

async function responseOrNone<Result>(response: Promise<Result>): Promise<Result | undefined> {
  return response.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}
