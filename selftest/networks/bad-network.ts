import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/** A fault between the suite and a target that keeps responses from arriving. */
export interface BadNetwork {
  readonly name: string;
  /** The behaviour that a client meets there. */
  readonly meets: Meeting;
  /** A pattern that the sentence about it must match. */
  readonly says: RegExp;
}

/**
 * Closed: no server listens. Serve: a different server answers a connection instead of the target, from its first bytes
 * on. Certificate: the target answers, but by TLS with that certificate of selftest/certificates. Url: TARGET_URL names
 * this address instead of the proxy. Lossy: the target answers, but this percentage of requests is reset with their
 * connection.
 */
export type Meeting =
  | { readonly kind: 'closed' }
  | { readonly kind: 'serve'; readonly serve: (client: Socket, request: string) => void }
  | { readonly kind: 'certificate'; readonly certificate: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'lossy'; readonly percent: number };

const head = (...headers: readonly string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Bytes of the endless response: more than any machine would keep. */
const endless = 10 * 1024 ** 3;

/** All bad networks, each simulated on loopback. */
export const badNetworks: readonly BadNetwork[] = [
  { name: 'refused', meets: { kind: 'closed' }, says: /connection refused/ },
  serving(
    'reset',
    (client) => client.resetAndDestroy(),
    /the connection was reset before a response arrived/,
  ),
  serving('stalled', () => {}, /no response within [\d.]+ s/),
  serving(
    'stalled after the head',
    (client) => client.write(head('content-length: 100')),
    /the response was not complete within [\d.]+ s, 0 bytes/,
  ),
  serving('half-closed', (client) => client.end(), /the connection was closed before a response arrived/),
  serving(
    'truncated',
    (client) => client.end(`${head('content-length: 1000')}[{"id":1,`),
    /the connection was closed in the middle of the response, after 9 of 1000 bytes/,
  ),
  serving(
    'truncated chunk',
    (client) => client.end(`${head('transfer-encoding: chunked')}40\r\n[{"id":1,`),
    /the connection was closed in the middle of the response, after 9 bytes/,
  ),
  serving('slow', drip, /the response was not complete within [\d.]+ s, \d+ bytes/),
  serving(
    'corrupted gzip',
    (client) => {
      const bytes = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), randomBytes(200)]);
      client.write(head('content-encoding: gzip', `content-length: ${bytes.length}`));
      client.write(bytes);
    },
    /the body cannot be decoded as gzip, which its Content-Encoding names/,
  ),
  serving('oversized', flood, /the response is larger than \d+ MiB/),
  serving(
    'redirect loop',
    (client, request) => {
      const [, target = '/'] = request.split(' ', 2);
      client.write(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
    },
    /redirect.* to itself, in a loop/,
  ),
  serving('no HTTP', (client) => client.end('SSH-2.0-OpenSSH_9.6\r\n'), /its response is not HTTP/),
  {
    name: 'unknown host',
    meets: { kind: 'url', url: 'http://no-such-host.invalid' },
    says: /the host name (is unknown|could not be looked up)/,
  },
  certified('expired certificate', 'expired', /its certificate has expired/),
  certified('self-signed certificate', 'self-signed', /its certificate is self-signed/),
  certified('certificate for a different host', 'other-host', /its certificate is for a different host name/),
  {
    name: 'lossy: 5 in 100 reset',
    meets: { kind: 'lossy', percent: 5 },
    says: /[1-9]\d* of [\d,]+ requests lost/,
  },
];

function serving(name: string, serve: (client: Socket, request: string) => void, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'serve', serve }, says };
}

function certified(name: string, certificate: string, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'certificate', certificate }, says };
}

/** One byte per second: each byte arrives in time, but the response never ends. */
function drip(client: Socket): void {
  client.write(head('content-length: 1000'));
  const timer = setInterval(() => client.write('x'), 1000);
  client.on('close', () => clearInterval(timer));
}

/** As fast as the client reads, and no faster. */
function flood(client: Socket): void {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  let left = endless;
  const more = () => {
    while (left > 0 && !client.destroyed) {
      left -= 0x10000;
      if (!client.write(chunk)) return;
    }
    if (!client.destroyed) client.end('0\r\n\r\n');
  };
  client.write(head('transfer-encoding: chunked'));
  client.on('drain', more);
  more();
}
