import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, createServer } from 'node:net';
import { test as base } from '#unit-test';
import { type LoopbackServer, serve } from './loopback-server.js';

/** Starts an HTTP server on a free port. @returns its address, without a slash at the end */
export type Serve = (listener: RequestListener) => Promise<string>;

/** Playwright's test for unit tests that need a server; servers stop when the test ends. */
export const test = base.extend<{ serve: Serve; refusingUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  serve: async ({}, use) => {
    const servers: LoopbackServer[] = [];
    await use(async (listener) => {
      const server = await serve(listener);
      servers.push(server);
      return server.url;
    });
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  },

  /** An address at which nobody listens: an accepted connection keeps its port, so no one else can take it. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  refusingUrl: async ({}, use) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const accepted = once(server, 'connection');
    const client = connect(address.port, '127.0.0.1');
    await accepted;
    server.close();
    await use(`http://127.0.0.1:${address.port}`);
    client.destroy();
  },
});
