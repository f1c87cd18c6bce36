import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAction } from '../../domain/keys/key-request.js';
import type { Merchant } from '../../domain/merchant.js';
import type { Merchants } from '../../domain/merchants.js';
import type { Rules } from '../../domain/rules.js';
import type { User } from '../../domain/users/user.js';
import { SETTINGS_PREFIX } from '../prefix.js';

/** Somebody who is signed in. */
export interface Visitor {
  readonly user: User;
  readonly merchant: Merchant;
  /** The rules that decide for the merchant. */
  readonly rules: Rules;
  /** Whether the visitor may do something about API keys (clause 5.2). */
  may(action: KeyAction): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends a request for a page, by its session; null for who is not signed in. */
    visitor: Visitor | null;
  }
}

/** What visitors are found in. */
export interface Visited {
  merchants: Merchants;
  rulesOf: (merchantId: string) => Rules;
}

/** Finds out who sends each request. A session whose user or merchant is gone is nobody's. */
export function findVisitors(settings: FastifyInstance, { merchants, rulesOf }: Visited): void {
  settings.decorateRequest('visitor', null);
  settings.addHook('onRequest', (request, _reply, done) => {
    const { userId } = request.session;
    const user = userId === undefined ? undefined : merchants.users.find(userId);
    const merchant = user && merchants.find(user.merchantId);
    if (user !== undefined && merchant !== undefined) {
      const rules = rulesOf(merchant.id);
      const may = (action: KeyAction) => rules.mayManageKeys(user.role, action);
      request.visitor = { user, merchant, rules, may };
    }
    done();
  });
}

/** A hook that sends whoever is not signed in to sign in. */
export async function requireVisitor(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return request.visitor === null ? reply.redirect(`${SETTINGS_PREFIX}/sign-in`, 303) : undefined;
}

/** The visitor behind a request that requireVisitor let pass. */
export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error('a page for visitors was asked for by nobody');
  return visitor;
}
