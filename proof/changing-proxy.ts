import type { RequestListener } from 'node:http';
import { handedOn } from '../src/http/handed-on.js';
import { type Identity, type LoopbackServer, serve, serveSecurely } from '../src/http/loopback-server.js';

/**
 * A change that a proxy makes to the body of a JSON answer with status 200: returns the changed body, or the same.
 */
export type Change = (body: unknown) => unknown;

/**
 * A server that passes everything on to a target and changes the answers of some paths: a hand-made lie.
 * @param changes by `GET /api/v1/brands/`
 * @param seen gets the method of each request
 * @param identity with which the server speaks TLS
 */
export function changingProxy(
  target: string,
  changes: Readonly<Record<string, Change>>,
  seen: (method: string) => void = () => {},
  identity?: Identity,
): Promise<LoopbackServer> {
  const listener: RequestListener = async (incoming, outgoing) => {
    seen(incoming.method ?? '');
    const { status, headers, bytes } = await handedOn(target, incoming);
    const change = changes[`${incoming.method} ${incoming.url?.split('?')[0]}`];
    const changed =
      change === undefined || status !== 200
        ? bytes
        : Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString()))));
    outgoing.writeHead(status, { ...headers, 'content-length': changed.length }).end(changed);
  };
  return identity === undefined ? serve(listener) : serveSecurely(identity, listener);
}
