import { createServer, type RequestListener } from 'node:http';
import { test as base } from '@playwright/test';

/** Starts an HTTP server on a port of the system's choice. @returns its address, without a slash at the end */
export type Serve = (listener: RequestListener) => Promise<string>;

/** Playwright's test for unit tests that need something to talk to; what it starts ends with the test. */
export const test = base.extend<{ serve: Serve; refusingUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  serve: async ({}, use) => {
    const closes: (() => Promise<void>)[] = [];
    await use(async (listener) => {
      const { url, close } = await listen(listener);
      closes.push(close);
      return url;
    });
    await Promise.all(closes.map((close) => close()));
  },

  /** An address at which nobody listens. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  refusingUrl: async ({}, use) => {
    const { url, close } = await listen(() => {});
    await close();
    await use(url);
  },
});

async function listen(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}`, close };
}
