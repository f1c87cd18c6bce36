import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Dispatcher, request } from 'undici';

/** A target's answer to a request that a proxy forwarded. */
export interface HandedOn {
  readonly status: number;
  /** Without the headers that say how long the body is: a proxy may change the body. */
  readonly headers: Omit<Dispatcher.ResponseData['headers'], 'content-length' | 'transfer-encoding'>;
  readonly bytes: Buffer;
}

/** Forwards a request with its headers and body to a target, and reads the whole answer. */
export async function handedOn(target: string, incoming: IncomingMessage): Promise<HandedOn> {
  const { host: _, connection: __, ...headers } = incoming.headers;
  const body = await buffer(incoming);
  const answer = await request(`${target}${incoming.url}`, {
    method: incoming.method as 'GET',
    headers,
    body: body.length === 0 ? null : body,
  });
  const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
  return { status: answer.statusCode, headers: kept, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}
