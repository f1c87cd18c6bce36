import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Meeting } from './bad-network.js';

const certificate = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../certificates/${name}.pem`, import.meta.url)));

/** @param secure whether the suite reaches it by TLS; the target is always reached without */
export async function startNetworkProxy(target: string, secure: boolean): Promise<NetworkProxy> {
  const proxy = new NetworkProxy(target, secure);
  await proxy.mend();
  return proxy;
}

/** Sits between the suite and a target, and carries bytes until it is told to behave badly. */
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
