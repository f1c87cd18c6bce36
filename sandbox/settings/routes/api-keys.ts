import type { FastifyInstance } from 'fastify';
import type { KeyAction } from '../../domain/keys/key-request.js';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import { notAllowed, pageNotFound } from '../page-error.js';
import { requireVisitor, visitorOf } from '../sessions/visitor.js';
import { serveKeyCreation } from './key-creation.js';
import { serveKeyList } from './key-list.js';
import { serveKeyRevocation } from './key-revocation.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a form of the API Keys section does; where nothing is said, the section is seen. */
    keyAction?: KeyAction;
  }
}

/** The API Keys section, unknown pages in it included: for those only who may see it, and its forms for those who may do what they do (clause 5.2). */
export async function serveApiKeys(section: FastifyInstance, { keys }: { keys: KeyRing }): Promise<void> {
  section.addHook('preHandler', requireVisitor);
  section.addHook('preHandler', async (request) => {
    const { config } = request.routeOptions;
    if (!visitorOf(request).may(config?.keyAction ?? 'see')) throw notAllowed();
  });
  section.setNotFoundHandler(() => {
    throw pageNotFound();
  });
  serveKeyList(section, keys);
  serveKeyCreation(section, keys);
  serveKeyRevocation(section, keys);
}
