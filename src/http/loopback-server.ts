import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on a port of the system's choice; it closes with all its connections when it is disposed of. */
export interface LoopbackServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  readonly url: string;
}

/**
 * Milliseconds for which an idle connection is kept, longer than callers pause: one that is closed just as it is used again
 * loses a request, and on a machine with too much to do that happens.
 */
const keepAliveTimeout = 65_000;

/** Starts an HTTP server on loopback. */
export function serve(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer({ keepAliveTimeout }, listener));
}

/** By what a server shows who it is: its key and certificate in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** Starts an HTTPS server on loopback. */
export function serveSecurely(identity: Identity, listener: RequestListener): Promise<LoopbackServer> {
  return listen(createHttpsServer({ ...identity, keepAliveTimeout }, listener), 'https');
}

/** Starts a server below HTTP: it gets each connection as it comes. */
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
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
