import { randomBytes } from 'node:crypto';
import cookies from '@fastify/cookie';
import csrfProtection from '@fastify/csrf-protection';
import sessions from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAction, Role } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import type { Rules } from '../domain/rules.js';
import type { User } from '../domain/users.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';

const COOKIE_NAME = 'settings_session';
/** Without `secure`: the sandbox speaks plain HTTP. */
const COOKIE = { path: SETTINGS_PREFIX, httpOnly: true, sameSite: 'strict', secure: false } as const;
/** The field of a form that contains its token against forgery. */
export const TOKEN_FIELD = '_csrf';

/**
 * Gives requests a session, and forms a token against forgery. A session is kept, and its cookie set, only once it
 * contains something.
 */
export async function serveSessions(settings: FastifyInstance): Promise<void> {
  await settings.register(cookies);
  await settings.register(sessions, {
    secret: randomBytes(32).toString('base64url'),
    cookieName: COOKIE_NAME,
    cookie: { ...COOKIE },
    saveUninitialized: false,
    rolling: false,
  });
  await settings.register(csrfProtection, {
    sessionPlugin: '@fastify/session',
    getToken: ({ form }) => form.get(TOKEN_FIELD) ?? undefined,
  });
}

/** Ends the session of a request, and makes the browser forget it. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await request.session.destroy();
  reply.clearCookie(COOKIE_NAME, COOKIE);
}

declare module 'fastify' {
  interface Session {
    /** The user who is signed in; absent before. */
    userId?: string;
    /** The ids of forms that were sent, and can't be sent again; present after the sign-in. */
    sentForms?: string[];
    /** The label of a key that was just revoked, for the next list of keys to say so. */
    revokedLabel?: string;
    /** The secret from which the tokens of its forms are made. */
    _csrf?: string;
  }
}

/** A user who is signed in. */
export interface Visitor {
  readonly user: User;
  readonly merchant: Merchant;
  readonly rules: Rules;
  /** Whether the visitor may use an action on API keys (clause 5.2). */
  may(action: KeyAction): boolean;
  /** The facts about the visitor that pages show. */
  readonly shown: { readonly email: string; readonly role: Role; readonly seesKeys: boolean };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender of a request for a page, found by its session; null for a sender who is not signed in. */
    visitor: Visitor | null;
  }
}

/** Finds the sender of each request. A session whose user or merchant is gone has no visitor. */
export function findVisitors(settings: FastifyInstance, { merchants }: { merchants: Merchants }): void {
  settings.decorateRequest('visitor', null);
  settings.addHook('onRequest', async (request) => {
    const user = merchants.users.find(request.session.userId ?? '');
    const merchant = user && merchants.find(user.merchantId);
    if (user === undefined || merchant === undefined) return;
    const { email, role } = user;
    const { rules } = merchants;
    const may = (action: KeyAction) => rules.mayManageKeys(role, action);
    request.visitor = { user, merchant, rules, may, shown: { email, role, seesKeys: may('see') } };
  });
}

/** A hook that sends requests without a signed-in user to the sign-in page. */
export async function requireVisitor(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return request.visitor === null ? reply.redirect(`${SETTINGS_PREFIX}/sign-in`, 303) : undefined;
}

/** The visitor of a request that requireVisitor let pass. */
export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error('a page for visitors was requested without a sign-in');
  return visitor;
}
