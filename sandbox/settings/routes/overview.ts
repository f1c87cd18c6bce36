import type { FastifyInstance } from 'fastify';
import { requireVisitor } from '../sessions/visitor.js';
import { showPage } from '../show-page.js';

/** The page that comes after the sign-in. */
export function serveOverview(settings: FastifyInstance): void {
  settings.get('', { preHandler: requireVisitor }, async (request, reply) =>
    showPage(request, reply, 200, ({ overviewPage }, frame) => overviewPage(frame)),
  );
}
