import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Merchants } from '../domain/merchants.js';
import type { Rules } from '../domain/rules.js';
import type { UserDirectory } from '../domain/users.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { serveApiKeys } from './api-keys.js';
import { fieldOf, readForms, requireForm } from './forms.js';
import { leaveLastWord, PageError, pageNotFound, type SendPage, showPage } from './page.js';
import { overviewPage, problemPage, signInPage } from './pages.js';
import { endSession, findVisitors, requireVisitor, serveSessions, visitorOf } from './sessions.js';

const SIGN_IN = `${SETTINGS_PREFIX}/sign-in`;

/** The parts that the settings area needs. */
interface SettingsOptions {
  merchants: Merchants;
  /** The rules that decide for a merchant. */
  rulesOf: (merchantId: string) => Rules;
  /** Has the last word about each page. */
  sendPage: SendPage;
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
    return showPage(request, reply, problem.status, problemPage(problem));
  });
  readForms(settings);
  await serveSessions(settings);
  findVisitors(settings, options);
  leaveLastWord(settings, sendPage);
  settings.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  settings.get('', { preHandler: requireVisitor }, async (request, reply) =>
    showPage(request, reply, 200, overviewPage(visitorOf(request).shown)),
  );
  serveSignIn(settings, merchants.users);
  settings.register(serveApiKeys, { prefix: '/api-keys', keys: merchants.keys });
}

/** Signs users in and out. The sign-in ends any earlier session, so that nobody can have prepared it. */
function serveSignIn(settings: FastifyInstance, users: UserDirectory): void {
  settings.get('/sign-in', async (request, reply) => {
    if (request.visitor !== null) return reply.redirect(SETTINGS_PREFIX, 303);
    return showPage(request, reply, 200, signInPage());
  });

  settings.post(
    '/sign-in',
    { preHandler: [requireForm, settings.csrfProtection] },
    async (request, reply) => {
      const email = fieldOf(request, 'email');
      const user = await users.signIn(email, request.form?.fields.get('password') ?? '');
      if (user === undefined) return showPage(request, reply, 401, signInPage(email));
      await request.session.regenerate();
      request.session.userId = user.id;
      // Made here, so that pages that open at the same time don't each make their own.
      request.session.sentForms = [];
      reply.generateCsrf();
      return reply.redirect(SETTINGS_PREFIX, 303);
    },
  );

  settings.post(
    '/sign-out',
    { preHandler: [requireVisitor, requireForm, settings.csrfProtection] },
    async (request, reply) => {
      await endSession(request, reply);
      return reply.redirect(SIGN_IN, 303);
    },
  );
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

/** The stylesheet of all pages. */
function serveStylesheet(settings: FastifyInstance): void {
  settings.get('/style.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .headers({ 'cache-control': 'max-age=60', 'x-content-type-options': 'nosniff' })
      .send(await readFile(new URL('style.css', import.meta.url), 'utf8')),
  );
}
