import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { ExchangeResponse } from '../../http/exchange.js';
import { redirectIn } from '../../http/redirect.js';
import { type Transport, TransportError } from '../../http/transport.js';
import { type Settings, SettingsError } from '../settings.js';

/** An answer, and when it came. */
export interface Reply extends ExchangeResponse {
  /** Milliseconds since the epoch at which the request was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Asks the target a few things, and counts the requests. */
export class Inquiry {
  readonly replies: Reply[] = [];
  readonly #settings: Settings;
  readonly #transport: Transport;
  #requests = 0;

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = transport;
  }

  /** Requests that were sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Sends as the transport does, and counts. */
  readonly transport: Transport = {
    send: (request, title) => {
      this.#requests += 1;
      return this.#transport.send(request, title);
    },
    close: () => this.#transport.close(),
  };

  /**
   * Asks for a list.
   * @param key without one, the header is left out
   * @throws TransportError when no complete answer came
   */
  async ask(operationId: OperationId, key?: string): Promise<Reply> {
    const asked = operation(operationId);
    const { method, path } = asked;
    const url = this.#settings.baseUrl + path;
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const startedAt = Date.now();
    const start = performance.now();
    const writtenFrom = { operation: asked, request: {} };
    const answer = await this.transport.send({ method, url, headers, writtenFrom }, `${method} ${path}`);
    const reply = { ...answer, startedAt, milliseconds: performance.now() - start };
    this.replies.push(reply);
    return reply;
  }

  /** The same, where a target that doesn't answer, or is elsewhere, can't be tested. @throws SettingsError that says so */
  async mustAnswer(operationId: OperationId, key?: string): Promise<Reply> {
    const { baseUrl, control } = this.#settings;
    try {
      const reply = await this.ask(operationId, key);
      const place = redirectIn(reply, baseUrl + operation(operationId).path);
      // Without a key it may be sent to a page where one logs in: whether the service does so is for the checks to say.
      if (place !== undefined && (key !== undefined || control !== undefined))
        throw new SettingsError(
          'TARGET_URL',
          `TARGET_URL ${baseUrl} answers with a redirect to ${place}, and the suite follows none, so that no key reaches another host: set TARGET_URL to the address of the service itself.`,
        );
      return reply;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const { reason, wayOut } = error.trouble;
      throw new SettingsError(
        'TARGET_URL',
        `Nothing usable answers at TARGET_URL ${baseUrl} (${reason}): ${wayOut}.`,
      );
    }
  }
}
