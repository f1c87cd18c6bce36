import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { ExchangeResponse } from '../../http/exchange.js';
import { redirectIn } from '../../http/redirect.js';
import { type Transport, TransportError } from '../../http/transport.js';
import { type Settings, SettingsError } from '../settings.js';

/** An answer and its timing. */
export interface Reply extends ExchangeResponse {
  /** Milliseconds since the epoch at which the request was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Sends the preflight's requests to the target, and counts them. */
export class Inquiry {
  readonly replies: Reply[] = [];
  readonly #settings: Settings;
  readonly #transport: Transport;
  #requests = 0;

  constructor(settings: Settings, transport: Transport) {
    this.#settings = settings;
    this.#transport = transport;
  }

  /** The number of requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** The given transport, with each request counted. */
  readonly transport: Transport = {
    send: (request, title) => {
      this.#requests += 1;
      return this.#transport.send(request, title);
    },
    close: () => this.#transport.close(),
  };

  /**
   * Requests a list.
   * @param key undefined to omit the header
   * @throws TransportError when no complete answer came back
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

  /**
   * Like `ask`, but required for the run.
   * @throws SettingsError when the target doesn't answer, or redirects elsewhere
   */
  async mustAnswer(operationId: OperationId, key?: string): Promise<Reply> {
    const { baseUrl, control } = this.#settings;
    try {
      const reply = await this.ask(operationId, key);
      const place = redirectIn(reply, baseUrl + operation(operationId).path);
      // Without a key, a service may redirect to a login page: the checks judge whether it may.
      if (place !== undefined && (key !== undefined || control !== undefined))
        throw new SettingsError(
          'TARGET_URL',
          `TARGET_URL ${baseUrl} redirects to ${place}, and the suite follows no redirects, so that no key reaches another host: set TARGET_URL to the address of the service itself.`,
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
