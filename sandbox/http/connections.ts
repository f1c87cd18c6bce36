import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { refusal } from './errors.js';
import { CUT_OFF } from './json-body.js';

/** The maximum size of a request's headers in bytes, including its target. */
export const HEADER_LIMIT = 64 * 1024;
/** How long a connection waits for the other side to hang up, in milliseconds. */
const FAREWELL = 2_000;
/** How long a connection without a request is kept, in milliseconds. */
const IDLE = 72_000;

const MALFORMED = refusal(400, 'The request is malformed');
const NO_TUNNEL = refusal(404, 'There is no such operation');

/**
 * Makes sure that everything that arrives gets a response in the shape of clause 2.5. If a request breaks off in its
 * body, its operation answers it; data that isn't HTTP, has no host, or takes more than `patience` milliseconds to
 * arrive gets 400. A closing connection still reads what the sender sends: if it closed immediately, the sender would
 * lose the response.
 */
export function createConnections(patience: number) {
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Socket>();

  /** Answers 400 to data that is not a request, or doesn't become one in time. */
  function refuse({ code }: { code?: string }, socket: Socket): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    const exchange = latest.get(socket);
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (exchange === undefined) hangUp(socket, MALFORMED);
    else if (exchange.request.complete) whenSent(exchange.response, () => hangUp(socket, MALFORMED));
    else {
      exchange.response.shouldKeepAlive = false;
      whenSent(exchange.response, () => hangUp(socket));
      exchange.request.emit(CUT_OFF);
    }
  }

  return {
    refuse,
    /** Makes the server; `handle` receives each request. */
    serve(handle: RequestListener): Server {
      const server = createServer({
        maxHeaderSize: HEADER_LIMIT,
        requireHostHeader: false,
        requestTimeout: patience,
        headersTimeout: patience,
        connectionsCheckingInterval: Math.min(1_000, patience),
        keepAliveTimeout: IDLE,
      });

      function receive(request: IncomingMessage, response: ServerResponse): void {
        latest.set(request.socket, { request, response });
        if (request.headers.host === undefined && request.httpVersion === '1.1') refuseHostless(response);
        else handle(request, response);
      }

      server.on('request', receive);
      // Without a listener, Node answers unknown expectations with 417.
      server.on('checkExpectation', receive);
      server.on('connect', (_request, socket: Socket) => hangUp(socket.resume(), NO_TUNNEL));
      server.on('connection', (socket) => {
        socket.destroySoon = () => hangUp(socket);
      });
      // A sender that shuts its side down after its request still waits for the response.
      return Object.assign(server, { httpAllowHalfOpen: true });
    },
  };
}

/** Node itself would refuse these requests without a body. */
function refuseHostless(response: ServerResponse): void {
  const body = JSON.stringify({ message: 'The header host is missing' });
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

function whenSent(response: ServerResponse, then: () => void): void {
  if (response.writableFinished || response.destroyed) then();
  else response.once('close', then);
}

/** Sends the last response, reads the rest of the input, and closes when the other side does, or after a while. */
function hangUp(socket: Socket, words?: string): void {
  if (words !== undefined && socket.writable) socket.end(words);
  else socket.end();
  const timer = setTimeout(() => socket.destroy(), FAREWELL).unref();
  socket.once('close', () => clearTimeout(timer));
}
