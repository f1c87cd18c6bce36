import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { test as base } from '#testing/unit-test';

/** A server on a free port; disposing of it closes it and all its connections. */
export interface LoopbackServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  readonly url: string;
}

/**
 * Milliseconds for which the server keeps an idle connection, longer than callers pause. If it closed a connection
 * just as a caller reused it, the request would be lost, as happens on a busy machine.
 */
const keepAliveTimeout = 65_000;

/** Starts an HTTP server on loopback. */
export function serve(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer({ keepAliveTimeout }, listener));
}

/** Starts an HTTPS server on loopback. @param identity its key and its certificate, in PEM */
export function serveSecurely(
  identity: Readonly<Record<'key' | 'cert', string>>,
  listener: RequestListener,
): Promise<LoopbackServer> {
  return listen(createHttpsServer({ ...identity, keepAliveTimeout }, listener), 'https');
}

/** Starts a raw TCP server: `accept` gets each connection. */
export function serveConnections(accept: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createTcpServer(accept));
}

async function listen(server: Server, scheme = 'http'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${scheme}://127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/**
 * Forwards a request with its headers and body to a target, and reads the whole response.
 * @param changed the body that the target gets
 * @returns the response, without the headers that say how long its body is, because a proxy may change that; and the
 * body of the request
 */
export async function handedOn(
  target: string,
  incoming: IncomingMessage,
  changed = (body: Buffer): Buffer => body,
) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
  const body = changed(await buffer(incoming));
  const response = await request(`${target}${incoming.url}`, {
    method: incoming.method as 'GET',
    headers,
    body: body.length === 0 ? null : body,
  });
  const { 'content-length': ____, 'transfer-encoding': _____, ...kept } = response.headers;
  return {
    status: response.statusCode,
    headers: kept,
    bytes: Buffer.from(await response.body.arrayBuffer()),
    body,
  };
}

/** Starts an HTTP server on a free port. @returns its address, without a slash at the end */
export type Serve = (listener: RequestListener) => Promise<string>;

/** Playwright's test for unit tests that need a server; servers stop when the test ends. */
export const test = base.extend<{ serve: Serve; refusingUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  serve: async ({}, use) => {
    const servers: LoopbackServer[] = [];
    await use(async (listener) => {
      const server = await serve(listener);
      servers.push(server);
      return server.url;
    });
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  },

  /** An address at which no server listens any more. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  refusingUrl: async ({}, use) => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    await use(server.url);
  },
});
