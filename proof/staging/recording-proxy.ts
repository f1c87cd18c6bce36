import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type LoopbackServer, serve } from '../../src/http/loopback-server.js';

/** A request as it passed the proxy, and what was answered. */
export interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** What X-API-Key held; undefined where there was none. */
  readonly key: string | undefined;
  readonly status: number;
  /** Milliseconds since the epoch at which it came, and at which it was answered. */
  readonly came: number;
  readonly answered: number;
}

/** A server that hands everything on to another one as it came, and notes it. */
export interface RecordingProxy extends LoopbackServer {
  readonly passed: readonly PassedRequest[];
}

/**
 * Starts one in front of a target.
 * @param hidden whether a path is answered 404 in the target's place
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

/** Headers go on as they were written, repeated ones too. */
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
