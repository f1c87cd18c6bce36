import type { Dispatcher } from 'undici';
import { acceptedCodings, decoded } from './content-coding.js';
import {
  lateAnswer,
  type NetworkTrouble,
  oversizedAnswer,
  troubleIn,
  UnusableAnswer,
} from './network-trouble.js';

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
  readonly #start = performance.now();
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

  /**
   * If this process was held up while it sent the request, the server may have given up waiting for it: then its
   * refusal, with which it closes the connection, says nothing about the request.
   */
  onResponseEnd(): void {
    const { milliseconds } = this.#limits;
    const isHeldUp = performance.now() - this.#start > milliseconds + heldUp;
    const isGivenUp = [400, 408].includes(this.#status) && this.#headers.connection === 'close';
    if (isHeldUp && isGivenUp) this.#reject(new UnusableAnswer(lateAnswer({ patience: milliseconds })));
    else this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) });
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
