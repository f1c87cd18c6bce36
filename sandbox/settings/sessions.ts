import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAction } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import type { User } from '../domain/users.js';
import { collectBody } from '../http/json-body.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';

const COOKIE_NAME = 'settings_session';
/** The field of a form that contains the token of its session. */
export const TOKEN_FIELD = '_csrf';

/** What the settings area remembers about a browser. */
interface Session {
  readonly id: string;
  /** Contained in each of its forms: a form without it was made by somebody else. */
  readonly token: string;
  /** The user who is signed in; undefined before the sign-in. */
  readonly userId: string | undefined;
  /** The ids of forms that were sent, and can't be sent again. */
  readonly sentForms: Set<string>;
  /** The label of a key that was just revoked, so the next list of keys can say so. */
  revokedLabel?: string | undefined;
}

/** A user who is signed in. */
export interface Visitor {
  readonly user: User;
  readonly merchant: Merchant;
  /** Whether the visitor may perform an action on API keys (clause 5.2). */
  may(action: KeyAction): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of the form that arrived with a request for a page; none if it could not be read. */
    form: URLSearchParams;
    session: Session;
    /** The sender of a request for a page; null for a sender who is not signed in. */
    visitor: Visitor | null;
  }
}

/**
 * Gives each request the session of its browser, its form and its visitor. A session whose user or merchant is gone has
 * no visitor.
 */
export function serveSessions(settings: FastifyInstance, merchants: Merchants) {
  const sessions = new Map<string, Session>();

  /** Ends the session of a request and begins another one. */
  function begin(request: FastifyRequest, reply: FastifyReply, userId?: string): void {
    end(request);
    const [id, token] = [newToken(), newToken()];
    request.session = { id, token, userId, sentForms: new Set() };
    sessions.set(id, request.session);
    // Without `Secure`: the sandbox speaks plain HTTP.
    reply.header('set-cookie', `${COOKIE_NAME}=${id}; Path=${SETTINGS_PREFIX}; HttpOnly; SameSite=Strict`);
  }

  function end({ session }: FastifyRequest): void {
    sessions.delete(session?.id);
  }

  function visitorOf({ userId = '' }: Session): Visitor | null {
    const user = merchants.users.find(userId);
    const merchant = user && merchants.find(user.merchantId);
    if (user === undefined || merchant === undefined) return null;
    return { user, merchant, may: (action) => merchants.rules.mayManageKeys(user.role, action) };
  }

  for (const name of ['form', 'session', 'visitor']) settings.decorateRequest(name);
  settings.addHook('onRequest', async (request, reply) => {
    const { raw, headers, method } = request;
    // Nothing is awaited after this, so a decision based on a session still holds when it takes effect.
    const sent = method === 'POST' ? await collectBody(raw) : undefined;
    request.form = new URLSearchParams(sent?.content.toString());
    const [, id = ''] = new RegExp(`\\b${COOKIE_NAME}=([\\w-]+)`).exec(headers.cookie ?? '') ?? [];
    const known = sessions.get(id);
    if (known === undefined) begin(request, reply);
    else request.session = known;
    request.visitor = visitorOf(request.session);
  });
  return { begin, end };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
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
