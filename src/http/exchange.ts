import { isUtf8 } from 'node:buffer';

/** The kind of key that a request carried; the key itself is never kept. */
export type Credential = 'valid' | 'absent' | 'wrong';

/** A request: as it goes over the wire, or in an exchange, where names are in lower case and the key is replaced. */
export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Whether it is never sent again, because somebody counts the requests. */
  readonly once?: true;
}

/** A complete response with any status; a redirect is one too. */
export interface ExchangeResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** With all content codings removed. */
  readonly body: Buffer;
  /** Whether its request was sent twice, because the first one was lost. */
  readonly sentAgain?: true;
}

/** The data that went over the wire, if the target's words differ from the contract's (`src/contract/mapping`). */
export interface OnTheWire {
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse;
  /** Translates a path in the contract's body into that on the wire: `items[3].status` into `data[3].state`. */
  readonly pathInTheirs: (ours: string) => string;
}

/**
 * A request, the response to it, and how long it took: the unit that checks judge and reports show. `request` and
 * `response` are in the contract's words; `sent` and `received` are exactly as they went over the wire.
 */
export class Exchange<Body = unknown> {
  declare readonly operationId: string;
  declare readonly credential: Credential;
  declare readonly request: ExchangeRequest;
  declare readonly response: ExchangeResponse;
  /** Absent if the target uses the contract's words. */
  declare readonly onTheWire?: OnTheWire;
  /** Milliseconds since the epoch at which the request was sent. */
  declare readonly startedAt: number;
  declare readonly milliseconds: number;
  /** Whether its method or path puts the request outside the operation: then the response needn't follow the contract. */
  declare readonly outsideContract?: boolean;
  /**
   * Whether its query, its body or its whole target was written as it is: no file translates it, so a target with other
   * words may understand it differently.
   */
  declare readonly untranslated?: boolean;
  /** Whether nobody kept the body of its response: then only its status and its headers can be judged. */
  declare readonly bodyLeftOut?: boolean;
  /** The part of the response's body that a judgement is about, as JSON; absent if it is about all of it. */
  declare readonly excerpt?: string;
  /** Carries only the type of the success body; it never has a value. */
  declare readonly bodyType?: Body;
  #text: string | undefined;
  #receivedText: string | undefined;
  /** Kept even if the body is not JSON, without a value: it is not parsed again. */
  #json: { readonly value: unknown } | undefined;
  #jsonOnTheWire: { readonly value: unknown } | undefined;

  constructor(parts: Pick<Exchange, PartOfExchange>) {
    Object.assign(this, parts);
  }

  /** The same exchange with both responses changed: the one in the contract's words and the one on the wire. */
  withResponses(change: (response: ExchangeResponse) => ExchangeResponse): Exchange<Body> {
    const { onTheWire: wire } = this;
    const onTheWire = wire && { ...wire, response: change(wire.response) };
    return new Exchange({ ...this, response: change(this.response), onTheWire });
  }

  /** The request as the target got it. */
  get sent(): ExchangeRequest {
    return this.onTheWire?.request ?? this.request;
  }

  /** The response as the target gave it. */
  get received(): ExchangeResponse {
    return this.onTheWire?.response ?? this.response;
  }

  /** Everything that the response says as the target gave it: its headers, with their names, and its body. */
  get receivedText(): string {
    if (this.#receivedText !== undefined) return this.#receivedText;
    const { headers, body } = this.received;
    let text = this.onTheWire === undefined ? this.text : body.toString('utf8');
    for (const name in headers) text += `\n${name}\n${headers[name]}`;
    this.#receivedText = text;
    return text;
  }

  /** The body on the wire, parsed as JSON; undefined if it isn't JSON. */
  get receivedJson(): unknown {
    if (this.onTheWire === undefined) return this.json;
    this.#jsonOnTheWire ??= { value: parseJson(this.onTheWire.response.body) };
    return this.#jsonOnTheWire.value;
  }

  get status(): number {
    return this.response.status;
  }

  get succeeded(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The query of the request, in the contract's words. */
  get query(): URLSearchParams {
    return new URL(this.request.url).searchParams;
  }

  get headers(): ExchangeResponse['headers'] {
    return this.response.headers;
  }

  /** The target's time in milliseconds since 1970, from the Date of the response; without one, ours. */
  get targetTime(): number {
    return Date.parse(this.header('date') ?? '') || this.startedAt;
  }

  /** The value of a response header, by its name in lower case. */
  header(name: string): string | undefined {
    return this.response.headers[name];
  }

  /** The body as text, with invalid UTF-8 replaced. */
  get text(): string {
    this.#text ??= this.response.body.toString('utf8');
    return this.#text;
  }

  /** The body parsed as JSON, regardless of the media type; undefined if it isn't JSON. */
  get json(): unknown {
    this.#json ??= { value: parseJson(this.response.body, this.text) };
    return this.#json.value;
  }

  /** Why the body is not JSON; undefined if it is. */
  get jsonError(): string | undefined {
    const { body } = this.response;
    if (this.json !== undefined) return undefined;
    if (!isUtf8(body)) return 'the body is not UTF-8';
    return body.length === 0 ? 'there is no body' : 'the body is not JSON';
  }

  /** `GET /api/v1/countries/ -> 200`, for messages. */
  get line(): string {
    const url = new URL(this.sent.url);
    return `${this.sent.method} ${url.pathname}${url.search} -> ${this.status}`;
  }
}

type PartOfExchange =
  | ('operationId' | 'credential' | 'request' | 'response' | 'onTheWire' | 'startedAt' | 'milliseconds')
  | ('outsideContract' | 'untranslated' | 'bodyLeftOut' | 'excerpt');

/**
 * The value of a body in JSON; undefined if it isn't JSON, or not UTF-8.
 * @param text the same body as text
 */
export function parseJson(body: Buffer, text: string = body.toString('utf8')): unknown {
  return isUtf8(body) ? sharedJson(text) : undefined;
}

/** The values of the texts that were parsed last: of so many, whose length makes that worthwhile and isn't too much. */
const parsedLast = new Map<string, unknown>();
const remembered = { texts: 50, least: 1_000, most: 100_000 } as const;

/**
 * The value of a text in JSON. Pages of lists are read again and again, so equal texts share one value, which nobody
 * changes: it is parsed and judged once, and equals itself without being compared.
 */
function sharedJson(text: string): unknown {
  if (text.length < remembered.least || text.length > remembered.most) return jsonIn(text);
  const value = parsedLast.get(text) ?? jsonIn(text);
  // The text that was not seen for the longest time gives way.
  parsedLast.delete(text);
  parsedLast.set(text, value);
  const [oldest = ''] = parsedLast.keys();
  if (parsedLast.size > remembered.texts) parsedLast.delete(oldest);
  return value;
}

/**
 * The value of a text in JSON, with invalid UTF-8 replaced and without a leading byte order mark, which readers may
 * ignore (RFC 8259, 8.1); undefined if it isn't JSON.
 */
export function jsonIn(text: Buffer | string | undefined): unknown {
  try {
    return JSON.parse(String(text).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** The media type that a response declares, in lower case and without parameters, and its charset. */
export function mediaTypeOf(exchange: Exchange): { readonly type: string; readonly charset?: string } {
  const declared = exchange.header('content-type') ?? '';
  const [, charset] = /;\s*charset\s*=\s*"?([^"\s;]+)"?\s*(?:;|$)/i.exec(declared) ?? [];
  return { type: declared.replace(/;.*/s, '').trim().toLowerCase(), charset };
}

/** The JSON of a success, with invalid UTF-8 replaced; undefined for any other response. */
export function jsonOf({ status, body }: ExchangeResponse): unknown {
  return status < 200 || status >= 300 ? undefined : jsonIn(body);
}
