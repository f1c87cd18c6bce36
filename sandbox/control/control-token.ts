import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.js';

/** Refuses requests to an app, its unknown paths included, that don't carry the token in X-Control-Token. */
export function requireToken(app: FastifyInstance, token: string): void {
  const expected = hash(token);
  app.addHook('onRequest', async ({ headers }) => {
    const given = headers['x-control-token'];
    if (typeof given !== 'string' || !timingSafeEqual(hash(given), expected))
      throw new ApiError(401, 'The control token is required in the header X-Control-Token');
  });
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
