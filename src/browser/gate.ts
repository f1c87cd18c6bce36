import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { denialOf, hostOf, leadsInto } from '../http/hosts.js';

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

/** Opens a gate on a free port of this machine. */
export async function openGate(reach: Reach): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const found = await addressesOf(url, reach);
    if (found === undefined) return void outgoing.writeHead(403).end();
    const onward = send(url, { method, headers, lookup: found, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, outgoing, () => {});
    });
    pipeline(incoming, onward, (error) => {
      if (error) outgoing.destroy();
    });
  });
  server.on('connection', keep);
  // Everything that is encrypted, and web sockets.
  server.on('connect', async ({ url: authority = '' }, socket: Socket, head: Buffer) => {
    const found = await addressesOf(`https://${authority}`, reach);
    if (found === undefined) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const { hostname, port } = new URL(`https://${authority}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    const onward = keep(connect({ host, port: Number(port || 443), lookup: found }));
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Gives a connection the addresses that were checked; undefined if a URL must not be requested, or has no address. */
async function addressesOf(url: string, { from, deniedHosts }: Reach): Promise<LookupFunction | undefined> {
  if (!URL.canParse(url) || denialOf(url, deniedHosts) !== undefined) return undefined;
  const found = await lookup(hostOf(url).replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const urls = found.map(({ address, family }) => `http://${family === 6 ? `[${address}]` : address}`);
  const networks = await Promise.all(urls.map((each) => leadsInto(each, from)));
  if (found.length === 0 || networks.some((network) => network !== undefined)) return undefined;
  return (_host, _options, callback) => callback(null, found);
}
