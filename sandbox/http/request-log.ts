import type { FastifyInstance } from 'fastify';

/** The sandbox's logger; a pino logger fits. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Whether entries of a level are written; without this function, all are. */
  isLevelEnabled?(level: string): boolean;
}

/** Logs each exchange by its route, but never headers, queries or bodies, which may contain keys and tokens. */
export function logRequests(app: FastifyInstance, log: Log): void {
  if (log.isLevelEnabled?.('info') === false) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: config.operation?.path ?? url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
