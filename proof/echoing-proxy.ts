import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  handedOn,
  type Identity,
  type LoopbackServer,
  serve,
  serveSecurely,
} from '../src/http/loopback-server.js';

/** A proxy that notes the secrets that the target gives out, so that it can give them to the suite. */
interface EchoingProxy extends LoopbackServer {
  readonly secrets: ReadonlySet<string>;
}

/** The text of an echo next to the key, which shows where reports contain echoes. */
export const echoMark = 'an-echo-of-a-canary';

/** A key in every encoding in which a service could write it. */
export function encodings(key: string): Readonly<Record<string, string>> {
  const inside = ['', 'u', 'us'].map((before) => Buffer.from(`${before}${key}:x`).toString('base64'));
  const hex = Buffer.from(key).toString('hex');
  return {
    plain: key,
    percent: encodeURIComponent(key).replaceAll(/[-_.~]/g, (each) => `%${each.charCodeAt(0).toString(16)}`),
    query: new URLSearchParams({ key }).toString(),
    base64: Buffer.from(key).toString('base64'),
    base64url: Buffer.from(key).toString('base64url'),
    ...Object.fromEntries(inside.map((text, before) => [`base64-${before}`, text])),
    hex,
    'hex-capitals': hex.toUpperCase(),
  };
}

/**
 * The worst target: it passes everything on, but repeats the key of some requests in every encoding, in headers and
 * body, and redirects others, with the key, to another origin.
 * @param elsewhere the other origin
 * @param echoes paths whose answers repeat the key
 * @param redirects paths that are answered with a redirect if the request has a key
 */
export async function echoingProxy(
  target: string,
  identity: Identity,
  { elsewhere, echoes, redirects }: Readonly<{ elsewhere: string; echoes: string[]; redirects: string[] }>,
): Promise<EchoingProxy> {
  const secrets = new Set<string>();
  const server = await serveSecurely(identity, async (incoming, outgoing) => {
    const { 'x-api-key': key = '' } = incoming.headers;
    const path = incoming.url?.split('?')[0] ?? '';
    const ways = Object.entries(encodings(String(key)));
    if (redirects.includes(path) && key !== '') {
      const location = `${elsewhere}/${key}?${ways.map(([name, form]) => `${name}=${form}`).join('&')}`;
      outgoing.writeHead(302, { location }).end();
    } else if (echoes.includes(path)) {
      const headers = Object.fromEntries(ways.map(([name, form]) => [`x-echo-${name}`, form]));
      outgoing
        .writeHead(200, { ...headers, 'content-type': 'application/json' })
        .end(JSON.stringify([{ id: echoMark, name: Object.fromEntries(ways) }]));
    } else await handOn(target, incoming, outgoing, secrets);
  });
  return { ...server, secrets };
}

async function handOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  secrets: Set<string>,
): Promise<void> {
  const { status, headers, bytes } = await handedOn(target, incoming);
  for (const [, secret = ''] of bytes
    .toString('latin1')
    .matchAll(/"(?:\w*[kK]ey|client_secret)":"(\w[^"]{15,})"/g))
    secrets.add(secret);
  outgoing.writeHead(status, headers).end(bytes);
}

/**
 * A change that a proxy makes to the body of a JSON answer with status 200: returns the changed body, or the same.
 */
type Change = (body: unknown) => unknown;

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
