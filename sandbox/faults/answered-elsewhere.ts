import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTATION_URL } from '../http/documentation.js';

/** Marks requests of our own for the clean documentation. */
const CLEAN_HEADER = 'x-clean-documentation';

/**
 * Has the documentation sent by the app itself. It comes from an app of its own that writes past all hooks: now they
 * see it like every other answer.
 */
export function sendDocumentation(app: FastifyInstance): void {
  const own = randomUUID();
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    const isDocumentation = url.split(/[/?]/).slice(0, 4).join('/') === DOCUMENTATION_URL;
    if (method !== 'GET' || !isDocumentation || headers[CLEAN_HEADER] === own) return undefined;
    const clean = await app.inject({ url, headers: { [CLEAN_HEADER]: own } });
    const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = clean.headers;
    return reply.code(clean.statusCode).headers(kept).send(clean.rawPayload);
  });
}

/** Has requests that no route serves looked for under another URL. `reach` is asked about each request. */
export function lookElsewhere(app: FastifyInstance, reach: (url: string, method: string) => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, url, method } = request;
    const other = reach(url, method);
    if (other === url) return;
    reply.hijack();
    raw.url = other;
    app.routing(raw, reply.raw);
  });
}
