import type { FastifyInstance } from 'fastify';
import type { UserDirectory } from '../domain/users.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { fieldOf, requireForm } from './forms.js';
import { showPage } from './page.js';
import { endSession, requireVisitor } from './sessions.js';

/** Signs users in and out. The sign-in ends any earlier session, so that nobody can have prepared it. */
export function serveSignIn(settings: FastifyInstance, users: UserDirectory): void {
  settings.get('/sign-in', async (request, reply) => {
    if (request.visitor !== null) return reply.redirect(SETTINGS_PREFIX, 303);
    return showPage(request, reply, 200, ({ signInPage }, frame) => signInPage(frame));
  });

  settings.post(
    '/sign-in',
    { preHandler: [requireForm, settings.csrfProtection] },
    async (request, reply) => {
      const email = fieldOf(request, 'email');
      const user = await users.signIn(email, request.form?.fields.get('password') ?? '');
      if (user === undefined)
        return showPage(request, reply, 401, ({ signInPage }, frame) => signInPage(frame, email));
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
      return reply.redirect(`${SETTINGS_PREFIX}/sign-in`, 303);
    },
  );
}

/** The page after the sign-in. */
export function serveOverview(settings: FastifyInstance): void {
  settings.get('', { preHandler: requireVisitor }, async (request, reply) =>
    showPage(request, reply, 200, ({ overviewPage }, frame) => overviewPage(frame)),
  );
}
