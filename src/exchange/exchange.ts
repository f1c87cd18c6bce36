/** Which key a request carried, by its meaning; the value itself is never kept. */
export type Credential = 'valid' | 'absent' | 'wrong';

export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case; the key's value is replaced. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface ExchangeResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request, the response to it, and how long it took: the unit that checks look at and reports show. */
export class Exchange<Body = unknown> {
  readonly operationId: string;
  readonly credential: Credential;
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse;
  /** Milliseconds since the epoch at which the request was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** Whether the request was none of the operation's, by its method or path: what answers need not keep the contract. */
  readonly outsideContract: boolean;
  #parsed: { readonly value: unknown; readonly error?: string } | undefined;
  /** Carries the type of the success body; there is no value behind it. */
  declare readonly bodyType?: Body;

  constructor(
    parts: Pick<
      Exchange,
      'operationId' | 'credential' | 'request' | 'response' | 'startedAt' | 'milliseconds'
    > & { readonly outsideContract?: boolean },
  ) {
    this.operationId = parts.operationId;
    this.credential = parts.credential;
    this.request = parts.request;
    this.response = parts.response;
    this.startedAt = parts.startedAt;
    this.milliseconds = parts.milliseconds;
    this.outsideContract = parts.outsideContract ?? false;
  }

  /** The same exchange with another response in its place. */
  withResponse(response: ExchangeResponse): Exchange<Body> {
    return new Exchange({ ...this, response });
  }

  get status(): number {
    return this.response.status;
  }

  get succeeded(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The value of a response header, by its name in lower case. */
  header(name: string): string | undefined {
    return this.response.headers[name];
  }

  /** The body as text, wrong bytes replaced. */
  get text(): string {
    return this.response.body.toString('utf8');
  }

  /** The body read as JSON, whatever the media type; undefined where it isn't JSON. */
  get json(): unknown {
    return this.#parse().value;
  }

  /** Why the body is not JSON, or undefined where it is. */
  get jsonError(): string | undefined {
    return this.#parse().error;
  }

  /** `GET /api/v1/countries/ -> 200`, for messages. */
  get line(): string {
    const url = new URL(this.request.url);
    return `${this.request.method} ${url.pathname}${url.search} -> ${this.status}`;
  }

  #parse(): { readonly value: unknown; readonly error?: string } {
    this.#parsed ??= parseJson(this.response.body);
    return this.#parsed;
  }
}

function parseJson(body: Buffer): { readonly value: unknown; readonly error?: string } {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch (error) {
    return {
      value: undefined,
      error: error instanceof TypeError ? 'the body is not UTF-8' : 'the body is not JSON',
    };
  }
}
