import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on loopback that does the same for every request. */
export interface NullServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a server on a free port; it closes with all its connections when it is disposed of. */
export function serve(listener: RequestListener): Promise<NullServer> {
  return listen(createServer(listener));
}

/** The same below HTTP: gets each connection as it comes. */
export function serveConnections(accept: (socket: Socket) => void): Promise<NullServer> {
  return listen(createTcpServer(accept));
}

async function listen(server: Server): Promise<NullServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same status and JSON body for every request. */
export function always(status: number, body: unknown): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Takes the request and never answers. */
export const silent: RequestListener = () => {};

/** Closes each connection at once. */
export const closing = (socket: Socket): void => {
  socket.destroy();
};

/** Answers one byte a second. */
export const dripping = (socket: Socket): void => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(answer[sent] ?? ' ');
    sent += 1;
  }, 1000);
  socket.on('close', () => clearInterval(timer));
};
