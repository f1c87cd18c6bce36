import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { object, string } from '../schema/build.js';
import { ShapeError } from '../schema/check.js';

declare module 'fastify' {
  interface FastifyReply {
    /** The message of the error with which a request was refused; empty if it wasn't. */
    problem: string;
  }
}

/** The body of every error (clauses 2.5 and 7; for 429: gap G-14). */
export const errorSchema = object({ message: string() });

/** A request that is answered with an error; the message is for the client. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404 | 405 | 429;

  constructor(status: ApiError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The same response for every caller: the thing does not exist, or belongs to another merchant (clause 7). */
export function notFound(what: string): ApiError {
  return new ApiError(404, `There is no such ${what}`);
}

/** Answers every error with {message} and nothing else (clauses 2.5 and 7). */
export function answerErrors(app: FastifyInstance, onError: (error: unknown) => void): void {
  app.decorateReply('problem', '');
  app.setErrorHandler((error, _request, reply) => {
    const { status, message } = explain(error);
    reply.problem = message;
    if (status === 500) onError(error);
    return reply.code(status).type('application/json; charset=utf-8').send({ message });
  });
}

/** The status and message for an error; a refusal by the framework is a 400. */
function explain(error: unknown): { status: number; message: string } {
  if (error instanceof ApiError) return { status: error.status, message: error.message };
  if (error instanceof ShapeError) return { status: 400, message: error.message };
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status: 400, message: 'The request is malformed' };
  return { status: 500, message: 'The sandbox failed' };
}

/** A complete response, as raw text for a connection, to data that is not a request for an app. */
export function refusal(status: 400 | 404, message: string): string {
  const body = JSON.stringify({ message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
