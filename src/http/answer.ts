import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import {
  garbledAnswer,
  lateAnswer,
  type NetworkTrouble,
  oversizedAnswer,
  troubleIn,
  UnusableAnswer,
} from './network-trouble.js';

/** The codings that `decoded` reads, in the form of an Accept-Encoding header. */
const acceptedCodings = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const [gunzipped, inflated, inflatedRaw] = [gunzip, inflate, inflateRaw].map((decode) =>
  promisify<Buffer, ZlibOptions, Buffer>(decode),
) as [Decoder, Decoder, Decoder];
const unbrotlied = promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress);

/** Servers disagree on "deflate": some send the data with a zlib header (RFC 9110, 8.4.1.2), some without. */
const undeflated: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflated(bytes, options) : inflatedRaw(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipped,
  'x-gzip': gunzipped,
  deflate: undeflated,
  br: unbrotlied,
};

/**
 * A body with its content codings removed (RFC 9110, 8.4).
 * @param contentEncoding the header; undefined if there is none
 * @param most the largest size of the decoded body, in bytes
 * @throws UnusableAnswer when the body isn't coded as the header says, or is larger than `most`
 */
async function decoded(body: Buffer, contentEncoding: string | undefined, most: number): Promise<Buffer> {
  if (contentEncoding === undefined || body.length === 0) return body;
  let plain = body;
  for (const coding of codingsIn(contentEncoding).toReversed()) {
    const decoder = decoders[coding];
    if (decoder === undefined) throw new UnusableAnswer(garbledAnswer(shownCoding(coding)));
    try {
      plain = await decoder(plain, { maxOutputLength: most });
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw new UnusableAnswer(isTooLarge ? oversizedAnswer(most) : garbledAnswer(coding));
    }
  }
  return plain;
}

function codingsIn(contentEncoding: string): string[] {
  return contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** The target chose this name, so it is only shown if it could be the name of a coding. */
function shownCoding(coding: string): string {
  return /^[a-z0-9-]{1,20}$/.test(coding) ? coding : 'an unknown coding';
}

/** A request exactly as it is sent, including the key. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A complete answer, whatever its status; redirects are answers. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** With all content codings removed. */
  readonly body: Buffer;
}

/** How long an answer may take, and how large it may be. */
export interface AnswerLimits {
  /** Milliseconds until the connection is open; the dispatcher enforces this limit. */
  readonly connecting: number;
  /** Milliseconds until the last byte arrives. */
  readonly milliseconds: number;
  /** Bytes of the body; the limit holds both before and after decoding. */
  readonly bytes: number;
}

/**
 * Ten seconds until the last byte: to anyone waiting, a service that takes longer hangs. And 16 MiB: a page of a
 * hundred records or a document is a fraction of that, and the sixteen answers that a worker reads at once fit in its
 * memory.
 */
export const answerLimits: AnswerLimits = {
  connecting: 5_000,
  milliseconds: 10_000,
  bytes: 16 * 1024 * 1024,
};

/** A timer that fires this many milliseconds late shows that the process itself was held up. */
const heldUp = 500;

/** No complete answer came back. The error says why and never contains the request. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly trouble: NetworkTrouble;

  constructor(trouble: NetworkTrouble) {
    super(trouble.reason);
    this.trouble = trouble;
  }
}

/**
 * Sends a request and reads the answer, within limits: it aborts an answer that takes too long or grows too large.
 * @throws NoAnswer when no complete answer came back
 */
export async function answerTo(
  dispatcher: Dispatcher,
  asked: Asked,
  limits: AnswerLimits = answerLimits,
): Promise<Answer> {
  const reception = new Reception(limits);
  try {
    const { origin } = new URL(asked.url);
    dispatcher.dispatch(
      {
        origin,
        path: asked.url.slice(origin.length),
        // undici's type lists only the usual methods, but undici sends any.
        method: asked.method as Dispatcher.HttpMethod,
        headers: withDefaults(asked.headers),
        body: asked.body ?? null,
        // Reception's own timer covers both.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      reception,
    );
    const answer = await reception.complete;
    const body = await decoded(answer.body, answer.headers['content-encoding'], limits.bytes);
    return { ...answer, body };
  } catch (error) {
    throw new NoAnswer(troubleIn(error, { patience: limits.connecting, ...reception.progress }));
  } finally {
    reception.end();
  }
}

function withDefaults(headers: Asked['headers']): Record<string, string> {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return {
    ...(names.has('accept-encoding') ? {} : { 'accept-encoding': acceptedCodings }),
    ...(names.has('user-agent') ? {} : { 'user-agent': 'seller-api-conformance' }),
    ...headers,
  };
}

/** Collects one answer as it arrives, and gives up on it when it exceeds a limit. */
class Reception implements Dispatcher.DispatchHandler {
  readonly complete: Promise<Answer>;
  readonly #limits: AnswerLimits;
  #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #resolve: (answer: Answer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #received: number | undefined;
  #announced: number | undefined;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
    this.complete = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#timer = this.#patience();
  }

  /**
   * If this process itself was held up, it hasn't yet read the data that arrived meanwhile: the answer gets its time
   * again.
   */
  #patience(): NodeJS.Timeout {
    const { milliseconds } = this.#limits;
    const since = performance.now();
    return setTimeout(() => {
      const isHeldUp = performance.now() - since > milliseconds + heldUp;
      if (isHeldUp) this.#timer = this.#patience();
      else this.#giveUp(lateAnswer({ patience: milliseconds, ...this.progress }));
    }, milliseconds);
  }

  /** How much of the answer has arrived. */
  get progress(): { readonly received?: number; readonly announced?: number } {
    return {
      ...(this.#received === undefined ? {} : { received: this.#received }),
      ...(this.#announced === undefined ? {} : { announced: this.#announced }),
    };
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // An interim response; the final one follows (RFC 9110, 15.2).
    if (status < 200) return;
    this.#status = status;
    this.#headers = joined(headers);
    this.#received = 0;
    const { 'content-length': length } = this.#headers;
    if (length !== undefined && /^\d+$/.test(length)) this.#announced = Number(length);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received = (this.#received ?? 0) + chunk.length;
    if (this.#received > this.#limits.bytes) this.#giveUp(oversizedAnswer(this.#limits.bytes));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }

  #giveUp(trouble: NetworkTrouble): void {
    this.#chunks.length = 0;
    const error = new UnusableAnswer(trouble);
    this.#reject(error);
    this.#controller?.abort(error);
  }
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return texts;
}

/**
 * Where an answer redirects to, in words; undefined if it is not a redirect (RFC 9110, 15.4). The words reveal no more
 * than the host: the rest of the URL may repeat a key.
 * @param url the URL of the request
 */
export function redirectIn(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: string,
): string | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || status === 304 || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return 'an invalid URL';
  const [from, to] = [new URL(url), new URL(location, url)];
  if (from.href === to.href) return 'itself, in a circle';
  return to.origin === from.origin ? 'another path on the same host' : to.origin;
}

/** The trouble of a host that redirects every request. */
export function redirectTrouble(place: string): NetworkTrouble {
  return {
    kind: 'redirected',
    reason: `it redirects requests that it answered before (this one to ${place}), and the suite follows no redirects`,
    wayOut: 'check what answers in place of the service (a gateway, a login page, a maintenance page)',
  };
}
