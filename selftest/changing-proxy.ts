import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { type Identity, type LoopbackServer, serve, serveSecurely } from '../src/target/loopback-server.js';

/** What a proxy does to the body of a JSON answer with status 200: the changed body, or the same. */
export type Change = (body: unknown) => unknown;

/**
 * A server that hands everything on to a target and changes the answers of some paths: a hand-made lie.
 * @param changes by `GET /api/v1/brands/`
 * @param seen told the method of each request
 * @param identity with which it speaks TLS
 */
export function changingProxy(
  target: string,
  changes: Readonly<Record<string, Change>>,
  seen: (method: string) => void = () => {},
  identity?: Identity,
): Promise<LoopbackServer> {
  const listener: RequestListener = async (incoming, outgoing) => {
    seen(incoming.method ?? '');
    const { host: _, connection: __, ...headers } = incoming.headers;
    const body = await buffer(incoming);
    const answer = await request(`${target}${incoming.url}`, {
      method: incoming.method as 'GET',
      headers,
      body: body.length === 0 ? null : body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const change = changes[`${incoming.method} ${incoming.url?.split('?')[0]}`];
    const changed =
      change === undefined || answer.statusCode !== 200
        ? bytes
        : Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString()))));
    const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode, { ...kept, 'content-length': changed.length }).end(changed);
  };
  return identity === undefined ? serve(listener) : serveSecurely(identity, listener);
}
