import type { RequestListener } from 'node:http';
import { test as base } from '#unit-test';
import { type LoopbackServer, serve } from './loopback-server.js';

/** Starts an HTTP server on a port of the system's choice. @returns its address, without a slash at the end */
export type Serve = (listener: RequestListener) => Promise<string>;

/** Playwright's test for unit tests that need something to talk to; what it starts ends with the test. */
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

  /** An address at which nobody listens. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  refusingUrl: async ({}, use) => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    await use(server.url);
  },
});
