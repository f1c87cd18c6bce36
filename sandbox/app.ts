import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serveControl } from './control/index.js';
import { createMerchants, type Merchants } from './domain/merchants.js';
import { type Authenticate, authenticate } from './http/authentication.js';
import { serveDocumentation } from './http/documentation.js';
import { answerErrors, MALFORMED_REQUEST } from './http/errors.js';
import { receiveJson } from './http/json-body.js';
import type { Operation } from './http/operation.js';
import { type Log, logRequests } from './http/request-log.js';
import { SCHEMA_COMPILERS } from './http/schema-compilers.js';
import { serveOperations } from './http/serve-operations.js';
import { routableUrl } from './http/url.js';
import { OPERATIONS } from './routes/index.js';

/** What an app is made from; everything has a default. */
export interface AppOptions {
  /** The merchants it serves, with the rules that decide for them; none at first. */
  merchants?: Merchants;
  /** Serves the control interface; `kept` are the merchants that its reset of everything keeps. */
  control?: { token: string; kept?: readonly string[] };
  log?: Log;
  /** How callers are found. */
  authenticate?: Authenticate;
  /** The operations to serve: those of the service, or others in their place. */
  operations?: readonly Operation[];
  /** Is handed the app before its routes are, to add hooks of its own. */
  extend?: (app: FastifyInstance) => void;
}

/**
 * The sandbox: the Seller Catalog and Order API below /api/v1, its documentation, and the control interface.
 * A value without a port; `inject` sends it requests, `listen` gives it a port, `close` ends it.
 */
export function createApp(options: AppOptions = {}): FastifyInstance {
  const { merchants = createMerchants(), control, log, operations = OPERATIONS } = options;
  const app = Fastify({
    schemaController: SCHEMA_COMPILERS,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(MALFORMED_REQUEST);
      else socket.destroy();
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    receiveJson(payload, request.headers['content-type']),
  );
  answerErrors(app, (error) => log?.error({ error }, 'failed'));
  if (log !== undefined) logRequests(app, log);
  options.extend?.(app);
  serveOperations(app, operations, { merchants, authenticate: options.authenticate ?? authenticate });
  serveDocumentation(app, operations);
  if (control !== undefined) serveControl(app, { merchants, token: control.token, kept: control.kept ?? [] });
  app.addHook('onClose', async () => merchants.close());
  return app;
}
