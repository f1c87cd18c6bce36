import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Merchants } from '../domain/merchants.js';
import type { Rules } from '../domain/rules.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { serveApiKeys } from './api-keys.js';
import { readForms } from './forms.js';
import { loadPages, type Page, PageError, pageNotFound, type SendPage, showPage } from './page.js';
import { createSessionStore, findVisitors, serveSessions } from './sessions.js';
import { serveOverview, serveSignIn } from './sign-in.js';

/** The parts that the settings area needs. */
interface SettingsOptions {
  merchants: Merchants;
  /** The rules that decide for a merchant. */
  rulesOf: (merchantId: string) => Rules;
  /** Has the last word about each page. */
  sendPage: SendPage;
  /** Milliseconds of real time since any fixed moment; sessions expire by it. */
  elapsed?: () => number;
  onError: (error: unknown) => void;
}

/** Serves the settings area, where the users of a merchant manage its API keys (clause 5): only HTML. */
export function serveSettings(app: FastifyInstance, options: SettingsOptions): void {
  app.register(
    async (settings) => {
      serveStylesheet(settings);
      settings.register((pages) => servePages(pages, options));
    },
    { prefix: SETTINGS_PREFIX },
  );
}

async function servePages(settings: FastifyInstance, options: SettingsOptions): Promise<void> {
  const { merchants, sendPage, onError } = options;
  settings.setErrorHandler((error, request, reply) => {
    const problem = explain(error);
    if (problem.status === 500) onError(error);
    return showPage(request, reply, problem.status, ({ problemPage }, frame) => problemPage(frame, problem));
  });
  settings.addHook('onRequest', loadPages);
  readForms(settings);
  await serveSessions(settings, createSessionStore(options.elapsed));
  findVisitors(settings, options);
  leaveLastWord(settings, sendPage);
  settings.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  serveOverview(settings);
  serveSignIn(settings, merchants.users);
  settings.register(serveApiKeys, { prefix: '/api-keys', keys: merchants.keys });
}

/** The page for an error; an unexpected error is a 500. */
function explain(error: unknown): PageError {
  if (error instanceof PageError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('FST_CSRF_'))
    return new PageError(
      403,
      'Form out of date',
      'Nothing was done, because you did not get this form since you signed in. Open its page again.',
    );
  return new PageError(500, 'Something failed', 'The sandbox failed. Its log says more.');
}

/** Gives all pages their headers, and `sendPage` the last word about each. Call it after serving sessions. */
function leaveLastWord(settings: FastifyInstance, sendPage: SendPage): void {
  settings.addHook('onSend', async (request, reply, payload) => {
    reply.headers(PAGE_HEADERS);
    const before = pageOf(reply, payload);
    const page = await sendPage(before, askedOf(request));
    if (page === before) return payload;
    reply.code(page.status);
    for (const name of Object.keys(before.headers))
      if (page.headers[name] === undefined) reply.removeHeader(name);
    // Removes the present header first, because setting it would add another.
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

/** The headers of each page, and of each redirection. */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const FILE = new URL('style.css', import.meta.url);

/** The stylesheet of all pages. */
function serveStylesheet(settings: FastifyInstance): void {
  let style: Promise<string> | undefined;
  settings.get('/style.css', async (_request, reply) => {
    style ??= readFile(FILE, 'utf8');
    return reply
      .type('text/css; charset=utf-8')
      .headers({ 'cache-control': 'max-age=60', 'x-content-type-options': 'nosniff' })
      .send(await style);
  });
}
