import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type LoopbackServer, serve } from '../../src/http/loopback-server.js';

/** A request that passed the proxy, and its answer. */
export interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The value of X-API-Key; undefined if it was absent. */
  readonly key: string | undefined;
  readonly status: number;
  /** Milliseconds since the epoch when the request came, and when it was answered. */
  readonly came: number;
  readonly answered: number;
}

/** A server that passes everything on unchanged, and records it. */
interface RecordingProxy extends LoopbackServer {
  readonly passed: readonly PassedRequest[];
}

/**
 * Starts a recording proxy in front of a target.
 * @param hidden whether the proxy itself answers 404 for a path
 */
export async function recordingProxy(
  target: string,
  hidden: (url: string) => boolean = () => false,
): Promise<RecordingProxy> {
  const passed: PassedRequest[] = [];
  const server = await serve((incoming, outgoing) => {
    const came = Date.now();
    const { method = '', url = '' } = incoming;
    outgoing.once('close', () => {
      const key = incoming.headers['x-api-key'];
      passed.push({
        method,
        url,
        key: Array.isArray(key) ? key.join() : key,
        status: outgoing.statusCode,
        came,
        answered: Date.now(),
      });
    });
    if (hidden(url)) {
      incoming.resume();
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"not found"}');
    } else handOn(target, incoming, outgoing);
  });
  return { ...server, passed };
}

/** Passes headers on as they were written, including repeated ones. */
function handOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(target);
  const { method = '', url = '', rawHeaders } = incoming;
  const onward = request({ hostname, port, method, path: url, headers: rawHeaders }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}
