import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.js';

/** Refuses requests to an app, its unknown paths included, that don't carry the token in X-Control-Token. */
export function requireToken(app: FastifyInstance, token: string): void {
  const expected = hashed(token);
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const given = headers['x-control-token'];
    if (typeof given === 'string' && timingSafeEqual(hashed(given), expected)) done();
    else done(new ApiError(401, 'The control token is required in the header X-Control-Token'));
  });
}

function hashed(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
