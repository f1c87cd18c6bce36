import type { FastifyInstance } from 'fastify';
import { ShapeError } from '../schema/check.js';
import { ApiError } from './api-error.js';

/** Answers everything that goes wrong with {message} and nothing else (clauses 2.5 and 7). */
export function answerErrors(app: FastifyInstance, onError: (error: unknown) => void): void {
  app.setErrorHandler((error, _request, reply) => {
    const { status, message } = explain(error);
    if (status === 500) onError(error);
    return reply.code(status).type('application/json; charset=utf-8').send({ message });
  });
}

/** The status and message for an error; what the framework refuses about a request is a 400. */
export function explain(error: unknown): { status: number; message: string } {
  if (error instanceof ApiError) return { status: error.status, message: error.message };
  if (error instanceof ShapeError) return { status: 400, message: error.message };
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status: 400, message: 'The request is malformed' };
  return { status: 500, message: 'The sandbox failed' };
}
