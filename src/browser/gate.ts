import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { denialOf, hostOf, leadsInto, lookUp } from '../http/hosts.js';

/** The hosts that a page of a target may lead a browser to. */
export interface Reach {
  /** The target: like a redirect, no page may lead further inside a network than the target itself is. */
  readonly from: string;
  /** The hosts that no run may touch. */
  readonly deniedHosts: readonly string[];
}

/**
 * Opens a proxy through which a browser requests other origins, because only a proxy sees where redirects and names
 * lead. It is a SOCKS 5 proxy (RFC 1928) on a free port of this machine, so it passes on any protocol that a browser
 * uses.
 */
export async function openGate(reach: Reach) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    passOn(socket, reach).catch(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `socks5://127.0.0.1:${port}`, close: () => server.close() };
}

/** The two replies to the request for a connection. */
const granted = Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0);
const notAllowed = Buffer.of(5, 2, 0, 1, 0, 0, 0, 0, 0, 0);

async function passOn(socket: Socket, { from, deniedHosts }: Reach): Promise<void> {
  // A browser sends each of its two messages in one piece.
  await once(socket, 'data');
  // No authentication.
  socket.write(Buffer.of(5, 0));
  const [asked]: Buffer[] = await once(socket, 'data');
  // The browser leaves it to the proxy to resolve names, and sends addresses as if they were names.
  if (asked?.[1] !== 1 || asked[3] !== 3) throw new Error('Only connections to names are passed on.');
  const name = asked.toString('latin1', 5, asked.length - 2);
  const port = asked.readUInt16BE(asked.length - 2);
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const isAllowed = URL.canParse(url) && denialOf(url, deniedHosts) === undefined;
  if (!isAllowed || (await leadsInto(url, from)) !== undefined) return void socket.end(notAllowed);
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  const onward = connect({ host, port, lookup: lookUp });
  await once(onward, 'connect');
  socket.write(granted);
  await pipeline(socket, onward, socket);
}
