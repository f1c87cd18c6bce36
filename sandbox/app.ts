import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { serveControl } from './control/control.js';
import { createMerchants, type Merchants } from './domain/merchants.js';
import { createConnections, HEADER_LIMIT } from './http/connections.js';
import { SCHEMA_COMPILERS, serveDocumentation } from './http/documentation.js';
import { answerErrors } from './http/errors.js';
import { type Log, logRequests } from './http/log.js';
import type { Operation } from './http/operation.js';
import {
  type Authenticate,
  authenticate,
  parseQuery,
  routableUrl,
  serveOperations,
} from './http/serve-operations.js';
import { OPERATIONS } from './service/operations.js';
import type { SendPage } from './settings/page.js';
import { serveSettings } from './settings/serve-settings.js';

/** How long a request may take to arrive, in milliseconds. */
const PATIENCE = 10_000;
/** The methods for which the framework would read a body. */
const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];

/** The parts that an app is made of; each has a default. */
export interface AppOptions {
  /** The merchants to serve, with the rules that apply to them; none by default. */
  merchants?: Merchants;
  /** Turns on the control interface, which requires this token. */
  control?: { token: string } | undefined;
  log?: Log;
  /** Finds the caller of a request. */
  authenticate?: Authenticate;
  /** The operations to serve: those of the service by default. */
  operations?: readonly Operation[];
  /** Has the last word on each page of the settings area. */
  sendPage?: SendPage;
  /** How long a request may take to arrive, in milliseconds of real time. */
  patience?: number;
  /** Called with the app before its routes exist, so it can add hooks. */
  extend?: (app: FastifyInstance) => void;
}

/**
 * The sandbox: the Seller Catalog and Order API below /api/v1, its documentation, the settings area, and the
 * control interface. It is a value without a port: `inject` sends it a request, `listen` opens a port, and
 * `close` shuts it down.
 */
export function createApp(options: AppOptions = {}): FastifyInstance {
  const { merchants = createMerchants(), control, log, operations = OPERATIONS } = options;
  const connections = createConnections(options.patience ?? PATIENCE);
  const app = Fastify({
    schemaController: SCHEMA_COMPILERS,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    routerOptions: { maxParamLength: HEADER_LIMIT, querystringParser: parseQuery },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    serverFactory: connections.serve,
    clientErrorHandler: connections.refuse,
  });
  // Operations read their bodies themselves, so the framework can't refuse a body before the key is checked.
  for (const method of BODY_METHODS)
    if (METHODS.includes(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  const onError = (error: unknown): void => log?.error({ error }, 'failed');
  answerErrors(app, onError);
  if (log !== undefined) logRequests(app, log);
  options.extend?.(app);
  serveOperations(app, operations, { merchants, authenticate: options.authenticate ?? authenticate });
  serveDocumentation(app, operations, merchants);
  serveSettings(app, { merchants, sendPage: options.sendPage ?? ((page) => page), onError });
  if (control !== undefined) serveControl(app, { merchants, token: control.token });
  app.addHook('onClose', async () => merchants.close());
  return app;
}
