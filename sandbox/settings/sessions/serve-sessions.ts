import { randomBytes } from 'node:crypto';
import cookies from '@fastify/cookie';
import csrfProtection from '@fastify/csrf-protection';
import sessions, { type SessionStore } from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS_PREFIX } from '../prefix.js';

const COOKIE_NAME = 'settings_session';
/** Without `secure`: the sandbox speaks plain HTTP. */
const COOKIE = { path: SETTINGS_PREFIX, httpOnly: true, sameSite: 'strict', secure: false } as const;
/** The field of a form that holds its token against forgery. */
export const TOKEN_FIELD = '_csrf';

/**
 * Gives requests a session, and forms a token against forgery. A session is kept, and its cookie set, only once
 * something is in it.
 */
export async function serveSessions(settings: FastifyInstance, store: SessionStore): Promise<void> {
  await settings.register(cookies);
  await settings.register(sessions, {
    secret: randomBytes(32).toString('base64url'),
    cookieName: COOKIE_NAME,
    cookie: { ...COOKIE },
    saveUninitialized: false,
    rolling: false,
    store,
  });
  await settings.register(csrfProtection, {
    sessionPlugin: '@fastify/session',
    getToken: ({ form }) => form?.fields.get(TOKEN_FIELD) ?? undefined,
  });
}

/** Ends the session of a request, and has the browser forget it. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await request.session.destroy();
  reply.clearCookie(COOKIE_NAME, COOKIE);
}
