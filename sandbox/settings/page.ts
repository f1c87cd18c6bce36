import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify';
import type { VNode } from 'preact';
import type { User } from '../domain/users.js';
import { collectBody } from '../http/json-body.js';
import { htmlOf } from './pages.js';

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

/** A request that is answered with a page about its problem. */
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

/** Answers a request with a page of `pages.tsx`. */
export function showPage(
  { visitor, url }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: VNode,
): FastifyReply {
  const html = htmlOf(page, {
    path: url.split('?', 1)[0] ?? url,
    // Made only on demand, because it starts a session.
    csrfToken: () => reply.generateCsrf(),
    ...(visitor !== null && { visitor: visitor.shown }),
  });
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

/** Gives all pages their headers, and `sendPage` the last word on each. Call it after serving sessions. */
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

/** The largest form that is read, in bytes. */
const FORM_LIMIT = 16 * 1024;

/** A form as it was sent. */
interface SentForm {
  fields: URLSearchParams;
  /** Why it could not be read. */
  problem?: PageError;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that arrived with a request for a page; null if the request can't have one. */
    form: SentForm | null;
  }
}

/**
 * Reads the form of each request that has one. Call it before serving sessions: after that nothing has to wait, so a
 * decision based on a session still holds when it takes effect.
 */
export function readForms(settings: FastifyInstance): void {
  settings.decorateRequest('form', null);
  settings.addHook('onRequest', async (request) => {
    if (request.method === 'POST') request.form = await readForm(request.raw, request.headers);
  });
}

/** A hook that refuses forms that could not be read. */
export async function requireForm({ form }: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (form?.problem !== undefined) throw form.problem;
}

/** A field of a form as it was entered, trimmed; empty if it is missing. */
export function fieldOf({ form }: FastifyRequest, name: string): string {
  return form?.fields.get(name)?.trim() ?? '';
}

async function readForm(body: Readable, headers: FastifyRequest['headers']): Promise<SentForm> {
  const { content, bytes, problem } = await collectBody(body, FORM_LIMIT);
  const refusal = refusalOf(bytes, problem, headers);
  return refusal === undefined
    ? { fields: new URLSearchParams(content.toString()) }
    : { fields: new URLSearchParams(), problem: refusal };
}

function refusalOf(
  bytes: number,
  problem: string | undefined,
  headers: FastifyRequest['headers'],
): PageError | undefined {
  if (bytes > FORM_LIMIT)
    return new PageError(413, 'Form too large', `A form has at most ${FORM_LIMIT / 1024} KiB.`);
  if (problem !== undefined) return new PageError(400, 'Form incomplete', 'The form broke off on its way.');
  const [mediaType = ''] = headers['content-type']?.split(';') ?? [];
  const isForm = mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded';
  return isForm && headers['content-encoding'] === undefined
    ? undefined
    : new PageError(415, 'No form', 'The sandbox only accepts forms as a browser sends them.');
}

/** Notes that a form is sent in a session; false if it was already noted, or has no id. */
export function isSentOnce(session: Session, id: string): boolean {
  session.sentForms ??= [];
  if (id === '' || session.sentForms.includes(id)) return false;
  session.sentForms.push(id);
  return true;
}
