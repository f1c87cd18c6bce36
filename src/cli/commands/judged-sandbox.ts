import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../contract/values/limits.js';
import { isTooLarge, type RecordedEntry } from '../../traffic/har.js';
import { liveJudge } from '../../traffic/judge-traffic.js';
import { mistakeInWords } from '../../traffic/recorded-traffic.js';

/** The most mistakes that are printed in a second. */
const mostInASecond = 20;

/**
 * `npm run sandbox -- --judge`: says at once what the clients of the servers in this process do that the contract
 * doesn't allow. It listens to Node's own channel of received requests, so that the sandbox needn't know of it.
 * @param say prints a sentence
 */
export function judgeReceivedRequests(say: (sentence: string) => void): void {
  let [second, said] = [0, 0];
  const judge = liveJudge((mistake) => {
    const now = Math.floor(performance.now() / 1000);
    said = now === second ? said + 1 : 1;
    second = now;
    if (said <= mostInASecond) say(`Client    ${mistake.request}: ${mistakeInWords(mistake)}`);
    else if (said === mostInASecond + 1) say('Client    more mistakes than can be printed in this second');
  });
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const [startedAt, began] = [Date.now(), performance.now()];
    const [sent, received] = [bytesOf(request, 'push'), bytesOf(response, 'write', 'end')];
    let written: Readonly<Record<string, unknown>> = {};
    const { writeHead } = response;
    Reflect.set(response, 'writeHead', (...given: readonly unknown[]) => {
      written = Object(given.at(-1));
      return Reflect.apply(writeHead, response, given);
    });
    response.once('finish', () => {
      const { method = '', url = '', headers } = request;
      const address = `http://${headers.host ?? 'localhost'}${url}`;
      const body = Buffer.concat(sent.chunks);
      if (!URL.canParse(address) || !sent.isWhole || isTooLarge(body)) return;
      judge({
        startedAt,
        milliseconds: performance.now() - began,
        request: {
          method,
          url: address,
          headers: inText(headers),
          ...(body.length > 0 && { body }),
        },
        response: {
          status: response.statusCode,
          headers: inText({ ...response.getHeaders(), ...written }),
          body: Buffer.concat(received.chunks),
        },
        bodyLeftOut: !received.isWhole,
      });
    });
  });
}

/** Collects the bytes that pass through methods of a stream, whoever calls them, unless there are too many. */
function bytesOf(stream: object, ...methods: readonly string[]) {
  const bytes = { chunks: [] as Buffer[], length: 0, isWhole: true };
  for (const name of methods) {
    const method = Reflect.get(stream, name);
    Reflect.set(stream, name, (chunk: unknown, ...more: readonly unknown[]) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        bytes.length += Buffer.byteLength(chunk);
        bytes.isWhole = bytes.length <= limits.bodyBytes;
        if (bytes.isWhole) bytes.chunks.push(Buffer.from(chunk));
        else bytes.chunks.length = 0;
      }
      return Reflect.apply(method, stream, [chunk, ...more]);
    });
  }
  return bytes;
}

function inText(headers: Readonly<Record<string, unknown>>): RecordedEntry['request']['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
