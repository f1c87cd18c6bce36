import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { denialOf, hostOf, leadsInto, lookUp } from '../http/hosts.js';

/** The hosts that a page of a target may lead a browser to. */
export interface Reach {
  /** The target: no page leads further in than its own network is, as no redirect does. */
  readonly from: string;
  /** The hosts that no run may touch. */
  readonly deniedHosts: readonly string[];
}

/** A proxy through which a browser requests other origins; only a proxy sees where redirects and names lead. */
export interface Gate extends AsyncDisposable {
  readonly url: string;
}

/** Opens a gate on a free port of this machine: a SOCKS 5 proxy (RFC 1928), which passes on whatever a browser speaks. */
export async function openGate(reach: Reach): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer(async (socket) => {
    keep(socket);
    try {
      const destination = await askedOf(socket);
      if (!(await isReachable(destination, reach))) return void socket.end(answer(notAllowed));
      const { port } = new URL(destination);
      const host = hostOf(destination).replace(/^\[|\]$/g, '');
      const onward = keep(connect({ host, port: Number(port || 80), lookup: lookUp }));
      onward.once('close', () => socket.destroy());
      socket.once('close', () => onward.destroy());
      await once(onward, 'connect');
      socket.write(answer(granted));
      socket.pipe(onward).pipe(socket);
    } catch {
      socket.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `socks5://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const [granted, notAllowed] = [0, 2];

function answer(outcome: number): Buffer {
  return Buffer.of(5, outcome, 0, 1, ...[0, 0, 0, 0], 0, 0);
}

/** The address that a browser asks for, as a URL. It sends each of its two messages at once. */
async function askedOf(socket: Socket): Promise<string> {
  await once(socket, 'data');
  // No authentication.
  socket.write(Buffer.of(5, 0));
  const [asked]: Buffer[] = await once(socket, 'data');
  if (asked?.[1] !== 1) throw new Error('Only connections are passed on.');
  const address = asked.subarray(4, -2);
  const hosts = {
    1: () => [...address].join('.'),
    3: () => address.toString('latin1', 1),
    4: () => `[${address.toString('hex').match(/.{4}/g)?.join(':')}]`,
  };
  return `http://${hosts[asked[3] as keyof typeof hosts]()}:${asked.readUInt16BE(asked.length - 2)}`;
}

async function isReachable(url: string, { from, deniedHosts }: Reach): Promise<boolean> {
  if (!URL.canParse(url) || denialOf(url, deniedHosts) !== undefined) return false;
  return (await leadsInto(url, from)) === undefined;
}
