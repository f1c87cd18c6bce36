import type { FastifyInstance } from 'fastify';
import { harmless } from './harmless-text.js';
import { IGNORED_HEADER } from './operation.js';

/** The sandbox's logger; a pino logger will do. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * Logs each exchange: its route, or the path if there is no such route; the message of a refusal; and everything that
 * was ignored. Headers, queries and bodies, which may contain keys and tokens, are never logged.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: config.operation?.path ?? url ?? harmless(pathOf(request.url)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(reply.problem !== '' && { problem: harmless(reply.problem) }),
        ...(reply.hasHeader(IGNORED_HEADER) && { ignored: reply.getHeader(IGNORED_HEADER) }),
      },
      'answered',
    );
    done();
  });
}

function pathOf(url: string): string {
  const [path = ''] = url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
