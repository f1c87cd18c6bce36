import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/** A fault between the suite and a target that keeps responses from arriving. */
export interface BadNetwork {
  readonly name: string;
  /** A pattern that the sentence about it must match. */
  readonly says: RegExp;
  /**
   * Answers a request in place of the target.
   * @param number of the request
   * @returns false if it reaches the target all the same
   */
  readonly meets?: (client: Socket, request: string, number: number) => boolean;
  /** No server listens. */
  readonly isClosed?: true;
  /** The target answers, but by TLS with that certificate of selftest/certificates. */
  readonly certificate?: string;
  /** TARGET_URL names this address instead of the proxy. */
  readonly url?: string;
}

const head = (...headers: readonly string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Of a hundred requests, how many a lossy line resets with their connection: spread evenly, the same in each run. */
const lost = 5;

/** All bad networks, each simulated on loopback. */
export const badNetworks: readonly BadNetwork[] = [
  { name: 'refused', isClosed: true, says: /connection refused/ },
  serving('reset', /the connection was reset before a response arrived/, (client) =>
    client.resetAndDestroy(),
  ),
  serving('stalled', /no response within [\d.]+ s/, () => {}),
  serving('stalled after the head', /the response was not complete within [\d.]+ s, 0 bytes/, (client) =>
    client.write(head('content-length: 100')),
  ),
  serving('half-closed', /the connection was closed before a response arrived/, (client) => client.end()),
  serving(
    'truncated',
    /the connection was closed in the middle of the response, after 9 of 1000 bytes/,
    (client) => client.end(`${head('content-length: 1000')}[{"id":1,`),
  ),
  serving(
    'truncated chunk',
    /the connection was closed in the middle of the response, after 9 bytes/,
    (client) => client.end(`${head('transfer-encoding: chunked')}40\r\n[{"id":1,`),
  ),
  serving('slow', /the response was not complete within [\d.]+ s, \d+ bytes/, drip),
  serving(
    'corrupted gzip',
    /the body cannot be decoded as gzip, which its Content-Encoding names/,
    (client) => {
      const bytes = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), randomBytes(200)]);
      client.write(head('content-encoding: gzip', `content-length: ${bytes.length}`));
      client.write(bytes);
    },
  ),
  serving('oversized', /the response is larger than \d+ MiB/, flood),
  serving('redirect loop', /redirect.* to itself, in a loop/, (client, request) => {
    const [, target = '/'] = request.split(' ', 2);
    client.write(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
  }),
  serving('no HTTP', /its response is not HTTP/, (client) => client.end('SSH-2.0-OpenSSH_9.6\r\n')),
  {
    name: 'unknown host',
    url: 'http://no-such-host.invalid',
    says: /the host name (is unknown|could not be looked up)/,
  },
  { name: 'expired certificate', certificate: 'expired', says: /its certificate has expired/ },
  { name: 'self-signed certificate', certificate: 'self-signed', says: /its certificate is self-signed/ },
  {
    name: 'certificate for a different host',
    certificate: 'other-host',
    says: /its certificate is for a different host name/,
  },
  {
    name: 'lossy',
    says: /[1-9]\d* of [\d,]+ requests lost/,
    meets(client, _request, number) {
      const isLost = (number * 61) % 100 < lost;
      if (isLost) client.resetAndDestroy();
      return isLost;
    },
  },
];

/** A network in which a different server answers every request. */
function serving(
  name: string,
  says: RegExp,
  serve: (client: Socket, request: string) => unknown,
): BadNetwork {
  const meets = (client: Socket, request: string) => {
    serve(client, request);
    return true;
  };
  return { name, says, meets };
}

/** One byte per second: each byte arrives in time, but the response never ends. */
function drip(client: Socket): void {
  client.write(head('content-length: 1000'));
  const timer = setInterval(() => client.write('x'), 1000);
  client.on('close', () => clearInterval(timer));
}

/** An endless response, as fast as the client reads, and no faster. */
function flood(client: Socket): void {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  const more = () => {
    while (!client.destroyed && client.write(chunk));
  };
  client.write(head('transfer-encoding: chunked'));
  client.on('drain', more);
  more();
}
