import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { began, harOf } from '#testing/example-har';
import {
  handedOn,
  type Identity,
  type LoopbackServer,
  portOf,
  serve,
  serveSecurely,
} from '#testing/loopback-server';
import type { Meeting } from './networks/bad-network.js';

/** The file of the authority that vouches for `identity`. */
export const authorityFile = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));

const certificate = (name: string) =>
  readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');

/** The identity of a server that speaks TLS on loopback. */
export const identity: Identity = { key: certificate('server-key'), cert: certificate('server') };

/** A key in each form in which a service could write it. */
export function formsOf(key: string) {
  const [base64 = '', second = '', third = ''] = ['', 'u', 'us'].map((before) =>
    Buffer.from(`${before}${key}:x`).toString('base64'),
  );
  const hex = Buffer.from(key).toString('hex');
  const percent = key.replaceAll(/[-_]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return { plain: key, percent, base64, second, third, hex, capitals: hex.toUpperCase() };
}

/** A response of a target on its way to the suite. */
interface UpstreamResponse {
  /** `GET /api/v1/brands/` */
  readonly to: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if it isn't JSON. */
  readonly json: unknown;
  /** The body as it came. */
  readonly text: string;
  /** The X-API-Key of the request; undefined if it had none. */
  readonly key: string | undefined;
}

/**
 * A change that a proxy makes to a response: another status, or string next to it, other headers, a different body in
 * place of a body in JSON, or of any body.
 */
export type Change = (response: UpstreamResponse) => Partial<
  Pick<UpstreamResponse, 'status' | 'headers' | 'json' | 'text'>
> & {
  readonly statusText?: string;
};

/** A server that passes everything on to a target and changes its responses. @param identity for TLS */
export function changingProxy(target: string, change: Change, identity?: Identity): Promise<LoopbackServer> {
  const listener: RequestListener = async (incoming, outgoing) => {
    const { status, headers, bytes } = await handedOn(target, incoming);
    const json = parsed(bytes);
    const to = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    const key = incoming.headers['x-api-key']?.toString();
    const changed = change({ to, status, headers, json, text: bytes.toString(), key });
    const inJson = 'json' in changed && json !== undefined ? JSON.stringify(changed.json) : undefined;
    const text = changed.text ?? inJson;
    const body = text === undefined ? bytes : Buffer.from(text);
    const kept = changed.headers ?? headers;
    outgoing
      .writeHead(changed.status ?? status, changed.statusText, { ...kept, 'content-length': body.length })
      .end(body);
  };
  return identity === undefined ? serve(listener) : serveSecurely(identity, listener);
}

/** A lie for a single test: changes the body of each 200 response of one operation. @param of `GET /api/v1/brands/` */
export function changeAt(of: string, change: (body: unknown) => unknown): Change {
  return ({ to, status, json }) => (to === of && status === 200 ? { json: change(json) } : {});
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** A request that passed the proxy, and its response. */
export interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
  /** The value of X-API-Key; undefined if it was absent. */
  readonly key: string | undefined;
  readonly status: number;
  /** The headers of the response, with names in lower case, and its body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Buffer;
  /** Milliseconds since the epoch when the request arrived, and when it was answered. */
  readonly arrived: number;
  readonly answered: number;
}

/** What passed a proxy, as a program would have recorded it in HAR. */
export function harOfPassed(passed: readonly PassedRequest[], target: string): object {
  const calls = passed.map(({ url, key = null, body, arrived, answered, ...rest }) => ({
    ...rest,
    url: target + url,
    key,
    ...(body !== '' && { body }),
    at: arrived - began,
    took: answered - arrived,
  }));
  return harOf(calls);
}

/** Milliseconds since the epoch, with their fraction. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Starts a server that passes everything on unchanged, and records it.
 * @param hidden whether the proxy itself answers 404 for a path
 */
export async function recordingProxy(
  target: string,
  hidden: (url: string) => boolean = () => false,
): Promise<LoopbackServer & { readonly passed: readonly PassedRequest[] }> {
  const passed: PassedRequest[] = [];
  const server = await serve(async (incoming, outgoing) => {
    const arrived = now();
    const { method = '', url = '' } = incoming;
    // A client that is killed while it sends takes its request with it.
    const answered = hidden(url)
      ? notFound(incoming)
      : await handedOn(target, incoming).catch(() => undefined);
    if (answered === undefined) {
      outgoing.destroy();
      return;
    }
    const { status, headers, bytes, body } = answered;
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
    passed.push({
      method,
      url,
      body: body.toString(),
      key: incoming.headers['x-api-key']?.toString(),
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      answer: bytes,
      arrived,
      answered: now(),
    });
  });
  return { ...server, passed };
}

/** What a proxy itself answers in place of a target. */
function notFound(incoming: IncomingMessage) {
  incoming.resume();
  const headers = { 'content-type': 'application/json' };
  return { status: 404, headers, bytes: Buffer.from('{"message":"not found"}'), body: Buffer.alloc(0) };
}

/** @param secure whether the suite reaches it by TLS; the target is always reached without */
export async function startNetworkProxy(target: string, secure: boolean): Promise<NetworkProxy> {
  const proxy = new NetworkProxy(target, secure);
  await proxy.mend();
  return proxy;
}

/** A proxy between the suite and a target that forwards bytes until `turn` makes it misbehave. */
export class NetworkProxy implements AsyncDisposable {
  /** Called for each request before it is passed on. */
  onRequest = () => {};
  /** Number of requests that it received; a connection may carry many. */
  requests = 0;
  readonly #target: URL;
  readonly #secure: boolean;
  readonly #sockets = new Set<Socket>();
  #server: Server | TlsServer | undefined;
  #port = 0;
  #meeting: Meeting | undefined;

  constructor(target: string, secure: boolean) {
    this.#target = new URL(target);
    this.#secure = secure;
  }

  /** Its address, without a slash at the end. */
  get url(): string {
    return `${this.#secure ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Breaks all connections; new ones meet this. */
  turn(meeting: Meeting): void {
    this.#meeting = meeting;
    for (const socket of this.#sockets) socket.destroy();
    if (meeting.kind === 'closed') this.#close();
    if (meeting.kind === 'certificate' && this.#server !== undefined && 'setSecureContext' in this.#server)
      this.#server.setSecureContext({ ...identity, cert: certificate(meeting.certificate) });
  }

  /** Carries bytes again. */
  async mend(): Promise<void> {
    this.#meeting = undefined;
    if (this.#server !== undefined) return;
    const server = this.#secure
      ? createTlsServer(identity, (socket) => this.#accept(socket))
      : // A half-closed connection can still be read from.
        createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
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
        this.requests += 1;
        this.onRequest();
        if (isLost(this.requests, percent)) {
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

/** The names of members whose text a person reads: a client quotes them, and needs none of them to work. */
const readByPeople = new Set(['message', 'title', 'description', 'summary', 'name', 'label', 'detail']);

/**
 * The most talkative target: it works, but writes strings everywhere into its responses: next to the status, into
 * headers, into the text of each error, of each name and of its live description, as names of members, and onto
 * its pages.
 * @param description the live description: one that is valid otherwise, one that is not, or that of a different API
 */
export function speaking(
  strings: readonly string[],
  description: () => 'valid' | 'invalid' | 'different',
): Change {
  const all = strings.join(' ');
  const lines = strings.join('\n');
  const spoken = (value: unknown, depth: number): unknown => {
    // In a long list, the first entries and the last one are enough.
    if (Array.isArray(value))
      return value.map((each, index, { length }) =>
        index < 2 || index === length - 1 ? spoken(each, depth + 1) : each,
      );
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && readByPeople.has(name)
        ? `${each} ${all}\n${lines}`
        : spoken(each, depth + 1),
    ]);
    // A filler moves the place at which a sentence cuts what it quotes.
    const own =
      depth > 1 ? [] : strings.map((text, index) => [text, `${'-'.repeat(index * 7)}${text}\n${text}`]);
    return Object.fromEntries([...members, ...own]);
  };
  const headersOf = strings.map((text, index) => [`x-said-${index}`, text.replaceAll(/[^\x20-\x7e]/g, ' ')]);
  return ({ to, status, headers, json, text }) => {
    const told = {
      statusText: all.replaceAll(/[^\x20-\x7e]/g, ' '),
      headers: { ...headers, ...Object.fromEntries(headersOf) },
    };
    if (/docs$/.test(to))
      return { ...told, text: text.replace('<body', `<!-- ${lines} --><p>${lines}</p>\n<body`) };
    if (to.endsWith('openapi.json')) return { ...told, json: describedAs(json, strings, description()) };
    // An error whose body isn't JSON breaks its lines itself.
    if (status === 404) return { ...told, text: `${lines}\n${text}\n${lines}` };
    return { ...told, json: spoken(json, 0) };
  };
}

function describedAs(
  json: unknown,
  strings: readonly string[],
  kind: 'valid' | 'invalid' | 'different',
): unknown {
  const { info, paths, ...document } = Object(json);
  const text = strings.join('\n');
  const said = { summary: text, description: text, responses: { 200: { description: text } } };
  const own = strings.map((each) => [
    `/said/${each.replaceAll(/[{}?#]/g, '')}`,
    { get: kind === 'invalid' ? 7 : { ...said, tags: [each] } },
  ]);
  // Each operation has the strings in what people read about it.
  const spoken = JSON.stringify(paths, (_, value) =>
    value?.responses === undefined ? value : { ...value, description: text },
  );
  return {
    ...document,
    info: { ...info, title: text, description: text, version: kind === 'valid' ? info.version : text },
    paths: { ...(kind === 'different' ? {} : JSON.parse(spoken)), ...Object.fromEntries(own) },
  };
}
