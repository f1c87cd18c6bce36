import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKey, type KeyAction, keyStatus, wishOf } from '../domain/keys.js';
import type { Merchants } from '../domain/merchants.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { fieldOf, leaveLastWord, PageError, pageNotFound, type SendPage, showPage } from './page.js';
import * as pages from './pages.js';
import { requireVisitor, serveSessions, TOKEN_FIELD, visitorOf } from './sessions.js';

const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** The parts that the settings area needs. */
interface SettingsOptions {
  merchants: Merchants;
  /** Has the last word on each page. */
  sendPage: SendPage;
  onError: (error: unknown) => void;
}

/**
 * Serves the settings area, where the users of a merchant manage its API keys (clause 5). It consists of HTML
 * only.
 */
export function serveSettings(app: FastifyInstance, options: SettingsOptions): void {
  app.register(
    async (settings) => {
      settings.get('/style.css', async (_request, reply) =>
        reply
          .type('text/css; charset=utf-8')
          .headers({ 'cache-control': 'max-age=60', 'x-content-type-options': 'nosniff' })
          .send(await readFile(new URL('style.css', import.meta.url), 'utf8')),
      );
      settings.register(async (pages) => servePages(pages, options));
    },
    { prefix: SETTINGS_PREFIX },
  );
}

function servePages(settings: FastifyInstance, { merchants, sendPage, onError }: SettingsOptions): void {
  settings.setErrorHandler((error, request, reply) => {
    const isExpected = error instanceof PageError;
    if (!isExpected) onError(error);
    const problem = isExpected
      ? error
      : new PageError(500, 'Something failed', 'The sandbox failed. Its log says more.');
    return showPage(request, reply, problem.status, pages.problemPage(problem));
  });
  settings.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  const sessions = serveSessions(settings, merchants);
  leaveLastWord(settings, sendPage);
  settings.addHook('preHandler', async ({ method, form, session }) => {
    if (method === 'POST' && form.get(TOKEN_FIELD) !== session.token)
      throw new PageError(
        403,
        'Form out of date',
        'Nothing was done, because you did not get this form since you signed in. Open its page again.',
      );
  });

  settings.get('', { preHandler: requireVisitor }, async (request, reply) =>
    showPage(request, reply, 200, pages.overviewPage(visitorOf(request))),
  );

  settings.get('/sign-in', async (request, reply) => {
    if (request.visitor !== null) return reply.redirect(SETTINGS_PREFIX, 303);
    return showPage(request, reply, 200, pages.signInPage());
  });

  settings.post('/sign-in', async (request, reply) => {
    const email = fieldOf(request, 'email');
    const user = await merchants.users.signIn(email, request.form.get('password') ?? '');
    if (user === undefined) return showPage(request, reply, 401, pages.signInPage(email));
    // A new session, because an attacker may have prepared the current one.
    sessions.begin(request, reply, user.id);
    return reply.redirect(SETTINGS_PREFIX, 303);
  });

  settings.post('/sign-out', { preHandler: requireVisitor }, async (request, reply) => {
    sessions.end(request);
    return reply.redirect(`${SETTINGS_PREFIX}/sign-in`, 303);
  });

  settings.register(async (section) => serveApiKeys(section, merchants), { prefix: '/api-keys' });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of a form in the API Keys section; without one, the request only views the section. */
    keyAction?: KeyAction;
  }
}

type OfKey = { Params: { id: string } };

/**
 * The API Keys section, even for unknown pages in it: only users who may see it can open it, and only users
 * who may perform an action can send its form (clause 5.2).
 */
function serveApiKeys(section: FastifyInstance, { keys, rules }: Merchants): void {
  section.addHook('preHandler', requireVisitor);
  section.addHook('preHandler', async (request) => {
    if (!visitorOf(request).may(request.routeOptions.config?.keyAction ?? 'see'))
      throw new PageError(403, 'Not allowed', 'Only users with the Admin role manage API keys.');
  });
  section.setNotFoundHandler(() => {
    throw pageNotFound();
  });

  /** The keys on which the visitor may perform an action, in order of their creation. */
  function keysOf(request: FastifyRequest, action: KeyAction): ApiKey[] {
    const { merchant } = visitorOf(request);
    return keys.filter((key) => rules.isKeyOf(key, merchant.id, action));
  }

  function keyOf(request: FastifyRequest<OfKey>, action: KeyAction): ApiKey {
    const key = keysOf(request, action).find(({ id }) => id === request.params.id);
    if (key === undefined) throw pageNotFound();
    return key;
  }

  /** The newest keys come first. */
  section.get('', async (request, reply) => {
    const { merchant, may } = visitorOf(request);
    const now = merchant.timeline.now();
    const rows = keysOf(request, 'see')
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .map((key) => ({ key, status: keyStatus(key, now) }));
    const { revokedLabel } = request.session;
    request.session.revokedLabel = undefined;
    return showPage(request, reply, 200, pages.keyListPage({ rows, revokedLabel, may }));
  });

  section.get('/new', async (request, reply) => {
    const entered = { label: '', expirationDate: '' };
    const page = pages.newKeyPage({ formId: randomUUID(), entered, problems: [] });
    return showPage(request, reply, 200, page);
  });

  /** Makes a key (clause 5.3); only the page that answers the form shows its value (clause 5.4). */
  section.post('', { config: { keyAction: 'create' } }, async (request, reply) => {
    const { merchant, user } = visitorOf(request);
    const { sentForms } = request.session;
    const createdAt = merchant.timeline.now();
    const formId = fieldOf(request, 'form');
    const entered = { label: fieldOf(request, 'label'), expirationDate: fieldOf(request, 'expirationDate') };
    const problems = rules.keyRequestProblems(entered, createdAt);
    if (problems.length > 0)
      return showPage(request, reply, 400, pages.newKeyPage({ formId, entered, problems }));
    if (formId === '' || sentForms.has(formId))
      throw new PageError(
        409,
        'Already created',
        'This form was sent before, so no further key was made. The value of a key is shown only once.',
      );
    sentForms.add(formId);
    const wish = rules.newKey(wishOf(entered));
    const { id: merchantId, mark } = merchant;
    const { value, key } = keys.issue({ ...wish, merchantId, mark, createdBy: user.role, createdAt });
    return showPage(request, reply, 201, pages.createdKeyPage(value, key));
  });

  section.get<OfKey>('/:id/revoke', async (request, reply) =>
    showPage(request, reply, 200, pages.revokeKeyPage(keyOf(request, 'see'))),
  );

  section.post<OfKey>('/:id/revoke', { config: { keyAction: 'revoke' } }, async (request, reply) => {
    const key = keyOf(request, 'revoke');
    rules.revokeKey(key, visitorOf(request).merchant.timeline.now());
    request.session.revokedLabel = key.label;
    return reply.redirect(KEYS, 303);
  });
}
