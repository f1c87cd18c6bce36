import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { denialOf, hostOf, leadsInto, lookUp } from '../http/hosts.js';

/** The hosts that a page of a target may lead a browser to. */
export interface Reach {
  /** The target: no page leads further in than its own network is, as no redirect does. */
  readonly from: string;
  /** The hosts that no run may touch. */
  readonly deniedHosts: readonly string[];
}

/**
 * Opens a proxy through which a browser requests other origins: only a proxy sees where redirects and names lead. It is
 * one of SOCKS 5 (RFC 1928), on a free port of this machine, which passes on whatever a browser speaks.
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

const [granted, notAllowed] = [0, 2];

async function passOn(socket: Socket, { from, deniedHosts }: Reach): Promise<void> {
  const asked = await askedOf(socket);
  const isAllowed = URL.canParse(asked) && denialOf(asked, deniedHosts) === undefined;
  if (!isAllowed || (await leadsInto(asked, from)) !== undefined) return void socket.end(answer(notAllowed));
  const { port } = new URL(asked);
  const host = hostOf(asked).replace(/^\[|\]$/g, '');
  const onward = connect({ host, port: Number(port || 80), lookup: lookUp });
  await once(onward, 'connect');
  socket.write(answer(granted));
  await pipeline(socket, onward, socket);
}

function answer(outcome: number): Buffer {
  return Buffer.of(5, outcome, 0, 1, ...[0, 0, 0, 0], 0, 0);
}

/** The address that a browser asks for, as a URL. It sends each of its two messages at once. */
async function askedOf(socket: Socket): Promise<string> {
  await once(socket, 'data');
  // No authentication.
  socket.write(Buffer.of(5, 0));
  const [asked]: Buffer[] = await once(socket, 'data');
  // The browser leaves it to a proxy to resolve names, and sends addresses as if they were names.
  if (asked?.[1] !== 1 || asked[3] !== 3) throw new Error('Only connections to names are passed on.');
  const host = asked.toString('latin1', 5, asked.length - 2);
  return `http://${host.includes(':') ? `[${host}]` : host}:${asked.readUInt16BE(asked.length - 2)}`;
}
