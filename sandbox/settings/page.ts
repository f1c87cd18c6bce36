import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../domain/users.js';
import type { Drawing } from './pages.js';

/** The response to a request for a page, after everything else has been decided. */
export interface Page {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request that a page answers. */
export interface PageAsked {
  readonly method: string;
  /** Including its query. */
  readonly url: string;
  /** The user who is signed in. */
  readonly user: User | undefined;
  readonly merchantId: string | undefined;
}

/** Has the last word on a page, or on a redirection to another one. */
export type SendPage = (page: Page, asked: PageAsked) => Page | Promise<Page>;

/** A problem with a request, which is answered with a page about it. */
export class PageError extends Error {
  readonly status: number;
  readonly heading: string;

  constructor(status: number, heading: string, message: string) {
    super(message);
    this.status = status;
    this.heading = heading;
  }
}

/** The same response for every user: the page does not exist, or belongs to another merchant. */
export function pageNotFound(): PageError {
  return new PageError(404, 'Not found', 'There is no such page.');
}

/** Answers a request with a page of `pages.ts`. */
export function showPage(
  { visitor, session, url }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  draw: Drawing,
): FastifyReply {
  const html = draw({ path: url.split('?', 1)[0] ?? url, token: session.token, visitor });
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

/** The headers of each page, and of each redirection. */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Gives all pages their headers, and `sendPage` the last word on each. */
export function leaveLastWord(settings: FastifyInstance, sendPage: SendPage): void {
  settings.addHook('onSend', async ({ method, url, visitor }, reply, payload) => {
    reply.headers(PAGE_HEADERS);
    const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
    const before: Page = {
      status: reply.statusCode,
      headers: Object.fromEntries(headers),
      body: typeof payload === 'string' ? payload : '',
    };
    const asked = { method, url, user: visitor?.user, merchantId: visitor?.merchant.id };
    const page = await sendPage(before, asked);
    if (page === before) return payload;
    reply.code(page.status);
    // Removes the present headers first, because setting one again would add another.
    for (const name of Object.keys(before.headers)) reply.removeHeader(name);
    reply.headers(page.headers);
    return page.body;
  });
}

/** A field of a form as it was entered, trimmed; empty if it is missing. */
export function fieldOf({ form }: FastifyRequest, name: string): string {
  return form.get(name)?.trim() ?? '';
}
