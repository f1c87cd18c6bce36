import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { portOf } from '#testing/loopback-server';
import type { BadNetwork } from './bad-networks.js';

const fileOf = (name: string) => fileURLToPath(new URL(`../certificates/${name}.pem`, import.meta.url));

/** The file of the authority that vouches for the proxy. */
export const authorityFile: string = fileOf('authority');

/** The key and certificate of the proxy, if it speaks TLS. */
const identity = { key: readFileSync(fileOf('server-key')), cert: readFileSync(fileOf('server')) };

/** A proxy between the suite and a target that carries bytes until `turn` makes it misbehave. */
export class NetworkProxy implements AsyncDisposable {
  /** Called for each request before it is carried. */
  onRequest = () => {};
  /** Number of requests that it received; a connection may carry many. */
  requests = 0;
  readonly #target: URL;
  readonly #secure: boolean;
  readonly #sockets = new Set<Socket>();
  #server: Server | TlsServer | undefined;
  #port = 0;
  #network: BadNetwork | undefined;

  /** @param secure whether the suite reaches it by TLS; the target is always reached without */
  constructor(target: string, secure: boolean) {
    this.#target = new URL(target);
    this.#secure = secure;
  }

  /** Its address, without a slash at the end. */
  get url(): string {
    return `${this.#secure ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Breaks all connections; new ones meet this network. */
  turn(network: BadNetwork): void {
    this.#network = network;
    for (const socket of this.#sockets) socket.destroy();
    if (network.isClosed) this.#close();
    if (network.certificate !== undefined && this.#server !== undefined && 'setSecureContext' in this.#server)
      this.#server.setSecureContext({ ...identity, cert: readFileSync(fileOf(network.certificate)) });
  }

  /** Listens, and carries bytes again. */
  async mend(): Promise<void> {
    this.#network = undefined;
    if (this.#server !== undefined) return;
    const accept = (client: Socket) => this.#accept(client);
    // A half-closed connection can still be read from.
    const server = this.#secure
      ? createTlsServer(identity, accept)
      : createServer({ allowHalfOpen: true }, accept);
    server.on('connection', (socket: Socket) => this.#keep(socket));
    // A client that doesn't trust a certificate reports it itself, and the run shows it.
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = portOf(server);
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
    let upstream: Socket | undefined;
    let isMet = false;
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(text)) {
        this.requests += 1;
        this.onRequest();
        isMet = this.#network?.meets?.(client, text, this.requests) ?? false;
      }
      if (isMet || client.destroyed) return;
      upstream ??= this.#upstreamOf(client);
      upstream.write(bytes);
    });
  }

  #upstreamOf(client: Socket): Socket {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(upstream);
    upstream.pipe(client);
    client.on('end', () => upstream.end()).on('close', () => upstream.destroy());
    return upstream.on('close', () => client.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }
}
