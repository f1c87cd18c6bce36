import { request } from 'node:http';
import type { NewSubscription } from '../domain/webhooks/subscription.js';
import type { OpenSandbox, Received } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';

/** Something to look at in a sandbox. */
export type Look = (sandbox: OpenSandbox) => Promise<unknown>;

export const UNKNOWN_ID = '0b0b0b0b-1111-4222-8333-444444444444';
export const WEBHOOK: NewSubscription = { events: ['order.created'], url: 'https://receiver.invalid/hook' };

/** A method with the path behind it, like "GET /brands/". */
type Asked = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/** Asks with the merchant's key, or with another one. */
export function ask(sandbox: OpenSandbox, asked: Asked, body?: unknown, key?: string): Promise<Received> {
  const space = asked.indexOf(' ');
  const method =
    (['GET', 'POST', 'PATCH', 'DELETE'] as const).find((name) => asked.startsWith(name)) ?? 'GET';
  return sandbox.send(method, asked.slice(space + 1), body, key);
}

/** Looks at the status of an answer. */
export function status(asked: Asked, body?: unknown): Look {
  return async (sandbox) => (await ask(sandbox, asked, body)).status;
}

/** Looks at the body of an answer. */
export function body(asked: Asked, sent?: unknown): Look {
  return async (sandbox) => (await ask(sandbox, asked, sent)).body;
}

/** Looks at a header of an answer. */
export function header(asked: Asked, name: string, sent?: unknown): Look {
  return async (sandbox) => (await ask(sandbox, asked, sent)).headers[name];
}

/** Looks at the status of an answer to a request with these headers, after one with a valid key. */
export function statusWith(
  headers: (sandbox: OpenSandbox) => Record<string, string>,
  { path = '/brands/', query = () => '' }: { path?: string; query?: (sandbox: OpenSandbox) => string } = {},
): Look {
  return async (sandbox) => {
    await ask(sandbox, 'GET /brands/');
    const url = `/api/v1${path}${query(sandbox)}`;
    return (await sandbox.app.inject({ url, headers: headers(sandbox) })).statusCode;
  };
}

/** Puts a draft into the merchant's catalogue, and returns its sku. */
export async function addProduct(sandbox: OpenSandbox): Promise<string> {
  const item = productItem(sandbox.merchants, sandbox.merchant);
  await sandbox.batch('POST', '/products/', 'products', [item]);
  return item.sku;
}

/** How many webhook subscriptions there are. */
export function webhooks({ merchant }: OpenSandbox): number {
  return merchant.subscriptions.size;
}

/** Milliseconds that an answer over a connection is waited for. */
const PATIENCE = 2_000;

/**
 * Asks over a connection, with headers as they are written. Resolves with the status and the body, or that it was cut,
 * or that nothing came.
 */
export async function overConnection(
  { app }: OpenSandbox,
  path: string,
  headers: Readonly<Record<string, string>>,
  { method = 'GET', sent = '' } = {},
): Promise<{ status: number; body: string } | 'cut' | 'nothing'> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return new Promise((resolve) => {
    const asked = request(`${address}/api/v1${path}`, { method, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', () => resolve('cut'));
    });
    asked.on('error', () => resolve('cut'));
    asked.setTimeout(PATIENCE, () => {
      resolve('nothing');
      asked.destroy();
    });
    asked.end(sent);
  });
}
