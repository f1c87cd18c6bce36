import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page, SendPage } from './page.js';
import { PAGE_HEADERS } from './page-headers.js';

/** Gives all pages their headers, and `sendPage` the last word about each. To be called after sessions are served. */
export function leaveLastWord(settings: FastifyInstance, sendPage: SendPage): void {
  settings.addHook('onSend', async (request, reply, payload) => {
    reply.headers(PAGE_HEADERS);
    const before = pageOf(reply, payload);
    const page = await sendPage(before, askedOf(request));
    if (page === before) return payload;
    reply.code(page.status);
    for (const name of Object.keys(before.headers))
      if (page.headers[name] === undefined) reply.removeHeader(name);
    // Put in place of the one that is there, where it would be added otherwise.
    for (const [name, value] of Object.entries(page.headers)) reply.removeHeader(name).header(name, value);
    return page.body;
  });
}

function pageOf(reply: FastifyReply, payload: unknown): Page {
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    body: typeof payload === 'string' ? payload : '',
  };
}

function askedOf({ method, url, visitor }: FastifyRequest) {
  return { method, url, user: visitor?.user, merchantId: visitor?.merchant.id };
}
