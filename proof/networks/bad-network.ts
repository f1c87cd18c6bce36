import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** A fault between the suite and a target that keeps answers from arriving. */
export interface BadNetwork {
  readonly name: string;
  /** The behaviour that a client meets there. */
  readonly meets: Meeting;
  /** A pattern that the sentence about it must match. */
  readonly says: RegExp;
}

/**
 * Nobody: no server listens. Serve: another server answers a connection instead of the target, from its first bytes
 * on. Certificate: the target answers, but by TLS with that certificate of proof/certificates. Url: TARGET_URL names
 * this address instead of the proxy. Lossy: the target answers, but this percentage of requests is reset with their
 * connection.
 */
export type Meeting =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'serve'; readonly serve: (client: Socket, request: string) => void }
  | { readonly kind: 'certificate'; readonly certificate: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'lossy'; readonly percent: number };

const head = (...headers: readonly string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Bytes of the endless answer: more than any machine would keep. */
const endless = 10 * 1024 ** 3;

/** All bad networks, each simulated on loopback. */
export const badNetworks: readonly BadNetwork[] = [
  { name: 'refused', meets: { kind: 'nobody' }, says: /connection refused/ },
  serving('reset', (client) => client.resetAndDestroy(), /the connection was reset before an answer arrived/),
  serving('stalled', () => {}, /no answer within [\d.]+ s/),
  serving(
    'stalled after the head',
    (client) => client.write(head('content-length: 100')),
    /the answer was not complete within [\d.]+ s, 0 bytes/,
  ),
  serving('half-closed', (client) => client.end(), /the connection was closed before an answer arrived/),
  serving(
    'truncated',
    (client) => client.end(`${head('content-length: 1000')}[{"id":1,`),
    /the connection was closed in the middle of the answer, after 9 of 1000 bytes/,
  ),
  serving(
    'truncated chunk',
    (client) => client.end(`${head('transfer-encoding: chunked')}40\r\n[{"id":1,`),
    /the connection was closed in the middle of the answer, after 9 bytes/,
  ),
  serving('slow', drip, /the answer was not complete within [\d.]+ s, \d+ bytes/),
  serving(
    'corrupted gzip',
    (client) => {
      const bytes = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), randomBytes(200)]);
      client.write(head('content-encoding: gzip', `content-length: ${bytes.length}`));
      client.write(bytes);
    },
    /the body cannot be decoded as gzip, which its Content-Encoding names/,
  ),
  serving('oversized', flood, /the answer is larger than \d+ MiB/),
  serving(
    'redirect loop',
    (client, request) => {
      const [, target = '/'] = request.split(' ', 2);
      client.write(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
    },
    /redirect.* to itself, in a circle/,
  ),
  serving('no HTTP', (client) => client.end('SSH-2.0-OpenSSH_9.6\r\n'), /its answer is not HTTP/),
  {
    name: 'unknown host',
    meets: { kind: 'url', url: 'http://no-such-host.invalid' },
    says: /the host name (is unknown|could not be looked up)/,
  },
  certified('expired certificate', 'expired', /its certificate has expired/),
  certified('self-signed certificate', 'self-signed', /its certificate is self-signed/),
  certified('certificate of another host', 'other-host', /its certificate is for a different host name/),
  {
    name: 'lossy: 5 in 100 reset',
    meets: { kind: 'lossy', percent: 5 },
    says: /the connection was (reset|closed)/,
  },
];

function serving(name: string, serve: (client: Socket, request: string) => void, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'serve', serve }, says };
}

function certified(name: string, certificate: string, says: RegExp): BadNetwork {
  return { name, meets: { kind: 'certificate', certificate }, says };
}

/** One byte per second: each byte comes in time, but the answer never ends. */
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

const certificate = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../certificates/${name}.pem`, import.meta.url)));

/** @param secure whether the suite reaches it by TLS; the target is always reached without */
export async function startNetworkProxy(target: string, secure: boolean): Promise<NetworkProxy> {
  const proxy = new NetworkProxy(target, secure);
  await proxy.mend();
  return proxy;
}

/** A proxy between the suite and a target that forwards bytes until it is told to misbehave. */
export class NetworkProxy implements AsyncDisposable {
  /** Called for each request before it is passed on. */
  onRequest = () => {};
  readonly #target: URL;
  readonly #secure: boolean;
  readonly #sockets = new Set<Socket>();
  #server: Server | TlsServer | undefined;
  #port = 0;
  #requests = 0;
  #meeting: Meeting | undefined;

  constructor(target: string, secure: boolean) {
    this.#target = new URL(target);
    this.#secure = secure;
  }

  /** Its address, without a slash at the end. */
  get url(): string {
    return `${this.#secure ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Number of requests that it received; a connection may carry many. */
  get requests(): number {
    return this.#requests;
  }

  /** Breaks all connections; new ones meet this. */
  turn(meeting: Meeting): void {
    this.#meeting = meeting;
    for (const socket of this.#sockets) socket.destroy();
    if (meeting.kind === 'nobody') this.#close();
    if (meeting.kind === 'certificate' && this.#server !== undefined && 'setSecureContext' in this.#server)
      this.#server.setSecureContext({
        key: certificate('server-key'),
        cert: certificate(meeting.certificate),
      });
  }

  /** Carries bytes again. */
  async mend(): Promise<void> {
    this.#meeting = undefined;
    if (this.#server !== undefined) return;
    const server = this.#secure
      ? createTlsServer({ key: certificate('server-key'), cert: certificate('server') }, (socket) =>
          this.#accept(socket),
        )
      : // A half-closed connection can still be read from.
        createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    server.on('connection', (socket: Socket) => this.#keep(socket));
    // A client that doesn't trust a certificate reports it itself, and the run shows it.
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    this.#port = address.port;
    this.#server = server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #close(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  #accept(client: Socket): void {
    this.#keep(client);
    const meeting = this.#meeting;
    if (meeting?.kind === 'serve') {
      // The other bytes don't matter but must be read: otherwise the system would reset the closed connection.
      client.on('data', (bytes) => {
        if (isRequest(bytes)) meeting.serve(client, bytes.toString('latin1'));
      });
      return;
    }
    this.#carry(client, meeting?.kind === 'lossy' ? meeting.percent : 0);
  }

  /** @param percent of the requests that are reset with their connection */
  #carry(client: Socket, percent: number): void {
    const { hostname, port } = this.#target;
    const upstream = connect(Number(port), hostname);
    this.#keep(upstream);
    client.on('data', (bytes) => {
      if (isRequest(bytes)) {
        this.#requests += 1;
        this.onRequest();
        if (isLost(this.#requests, percent)) {
          upstream.destroy();
          client.resetAndDestroy();
        }
      }
    });
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }
}

/** Spreads the losses evenly, and the same in each run. */
function isLost(number: number, percent: number): boolean {
  return (number * 61) % 100 < percent;
}

function isRequest(bytes: Buffer): boolean {
  return /^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(bytes.subarray(0, 4096).toString('latin1'));
}
