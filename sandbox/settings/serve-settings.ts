import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKey, type KeyAction, type KeyRing, keyStatus, wishOf } from '../domain/keys.js';
import type { Merchants } from '../domain/merchants.js';
import type { UserDirectory } from '../domain/users.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import {
  fieldOf,
  isSentOnce,
  leaveLastWord,
  PageError,
  pageNotFound,
  readForms,
  type SendPage,
  showPage,
} from './page.js';
import {
  createdKeyPage,
  keyListPage,
  newKeyPage,
  overviewPage,
  problemPage,
  revokeKeyPage,
  signInPage,
} from './pages.js';
import {
  endSession,
  findVisitors,
  requireVisitor,
  serveSessions,
  type Visitor,
  visitorOf,
} from './sessions.js';

const SIGN_IN = `${SETTINGS_PREFIX}/sign-in`;

/** The parts that the settings area needs. */
interface SettingsOptions {
  merchants: Merchants;
  /** Has the last word on each page. */
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

/** Signs users in and out. The sign-in ends any earlier session, so that an attacker can't have prepared it. */
function serveSignIn(settings: FastifyInstance, users: UserDirectory): void {
  settings.get('/sign-in', async (request, reply) => {
    if (request.visitor !== null) return reply.redirect(SETTINGS_PREFIX, 303);
    return showPage(request, reply, 200, signInPage());
  });

  settings.post('/sign-in', { preHandler: [settings.csrfProtection] }, async (request, reply) => {
    const email = fieldOf(request, 'email');
    const user = await users.signIn(email, request.form.get('password') ?? '');
    if (user === undefined) return showPage(request, reply, 401, signInPage(email));
    await request.session.regenerate();
    request.session.userId = user.id;
    // Made here, so that pages that open at the same time don't each make their own.
    request.session.sentForms = [];
    reply.generateCsrf();
    return reply.redirect(SETTINGS_PREFIX, 303);
  });

  settings.post(
    '/sign-out',
    { preHandler: [requireVisitor, settings.csrfProtection] },
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of a form in the API Keys section; without one, the request only views the section. */
    keyAction?: KeyAction;
  }
}

/**
 * The API Keys section, even for unknown pages in it: only users who may see it can open it, and only users who may use
 * an action can send its form (clause 5.2).
 */
async function serveApiKeys(section: FastifyInstance, { keys }: { keys: KeyRing }): Promise<void> {
  section.addHook('preHandler', requireVisitor);
  section.addHook('preHandler', async (request) => {
    const { config } = request.routeOptions;
    if (!visitorOf(request).may(config?.keyAction ?? 'see'))
      throw new PageError(403, 'Not allowed', 'Only users with the Admin role manage API keys.');
  });
  section.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  serveKeyList(section, keys);
  serveKeyCreation(section, keys);
  serveKeyRevocation(section, keys);
}

/** The list of a merchant's keys, the newest first. */
function serveKeyList(section: FastifyInstance, keys: KeyRing): void {
  section.get('', async (request, reply) => {
    const visitor = visitorOf(request);
    const now = visitor.merchant.timeline.now();
    const rows = keysOf(visitor, keys, 'see')
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .map((key) => ({ key, status: keyStatus(key, now) }));
    const { revokedLabel } = request.session;
    request.session.revokedLabel = undefined;
    const may = { create: visitor.may('create'), revoke: visitor.may('revoke') };
    return showPage(request, reply, 200, keyListPage({ rows, revokedLabel, may }));
  });
}

/** Makes a key (clause 5.3); only the page that answers the form shows its value (clause 5.4). */
function serveKeyCreation(section: FastifyInstance, keys: KeyRing): void {
  section.get('/new', async (request, reply) => {
    const entered = { label: '', expirationDate: '' };
    const page = newKeyPage({ formId: randomUUID(), entered, problems: [] });
    return showPage(request, reply, 200, page);
  });

  section.post(
    '',
    { config: { keyAction: 'create' }, preHandler: [section.csrfProtection] },
    async (request, reply) => {
      const { merchant, user, rules } = visitorOf(request);
      const now = merchant.timeline.now();
      const formId = fieldOf(request, 'form');
      const entered = {
        label: fieldOf(request, 'label'),
        expirationDate: fieldOf(request, 'expirationDate'),
      };
      const problems = rules.keyRequestProblems(entered, now);
      if (problems.length > 0)
        return showPage(request, reply, 400, newKeyPage({ formId, entered, problems }));
      if (!isSentOnce(request.session, formId))
        throw new PageError(
          409,
          'Already created',
          'This form was sent before, so no further key was made. The value of a key is shown only once.',
        );
      const wish = rules.newKey(wishOf(entered));
      const { id: merchantId, mark } = merchant;
      const { value, key } = keys.issue({
        ...wish,
        merchantId,
        mark,
        createdBy: user.role,
        createdAt: now,
      });
      return showPage(request, reply, 201, createdKeyPage(value, key));
    },
  );
}

type OfKey = { Params: { id: string } };

/** Revokes a key, after a page that asks for confirmation. */
function serveKeyRevocation(section: FastifyInstance, keys: KeyRing): void {
  function keyOf(request: FastifyRequest<OfKey>, action: KeyAction): ApiKey {
    const key = keysOf(visitorOf(request), keys, action).find(({ id }) => id === request.params.id);
    if (key === undefined) throw pageNotFound();
    return key;
  }

  section.get<OfKey>('/:id/revoke', async (request, reply) =>
    showPage(request, reply, 200, revokeKeyPage(keyOf(request, 'see'))),
  );

  section.post<OfKey>(
    '/:id/revoke',
    { config: { keyAction: 'revoke' }, preHandler: [section.csrfProtection] },
    async (request, reply) => {
      const key = keyOf(request, 'revoke');
      const { rules, merchant } = visitorOf(request);
      rules.revokeKey(key, merchant.timeline.now());
      request.session.revokedLabel = key.label;
      return reply.redirect(`${SETTINGS_PREFIX}/api-keys`, 303);
    },
  );
}

/** The keys on which a visitor may use an action, in order of their creation. */
function keysOf({ rules, merchant }: Visitor, keys: KeyRing, action: KeyAction): ApiKey[] {
  return keys.filter((key) => rules.isKeyOf(key, merchant.id, action));
}
