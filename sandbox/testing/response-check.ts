import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { errorSchema } from '../http/api-error.js';
import { responsesOf } from '../http/documentation.js';
import type { Operation } from '../http/operation.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** What an answer of an operation breaks of its declaration: status, media type, headers or body. */
export interface BrokenPromise {
  operation: string;
  status: number;
  problem: string;
}

/** Watches every answer of an app and notes in `broken` where it differs from what its operation declares. */
export function watchResponses(app: FastifyInstance, broken: BrokenPromise[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined) return;
    const contentType = String(reply.getHeader('content-type') ?? '');
    const problem =
      problemOf(operation, reply.statusCode, contentType, payload) ??
      headerProblem(reply.getHeaders(), reply.statusCode);
    if (problem !== undefined) broken.push({ operation: operation.id, status: reply.statusCode, problem });
  });
}

function problemOf(
  operation: Operation,
  status: number,
  contentType: string,
  payload: unknown,
): string | undefined {
  if (!statusesOf(operation).includes(String(status))) return 'the status is not declared';
  const { answer } = operation;
  if (status !== answer.status) return bodyProblem(errorSchema, contentType, payload);
  if ('json' in answer) return bodyProblem(answer.json, contentType, payload);
  if ('mediaType' in answer)
    return contentType.startsWith(answer.mediaType) ? undefined : `sent as ${contentType}`;
  return payload === undefined || payload === null || payload === '' ? undefined : 'there is a body';
}

const statuses = new Map<Operation, string[]>();

function statusesOf(operation: Operation): string[] {
  const known = statuses.get(operation) ?? Object.keys(responsesOf(operation));
  statuses.set(operation, known);
  return known;
}

function bodyProblem(schema: object, contentType: string, payload: unknown): string | undefined {
  if (!contentType.startsWith('application/json')) return `sent as ${contentType}`;
  if (typeof payload !== 'string') return 'the body is no text';
  return ajv.validate(schema, JSON.parse(payload)) ? undefined : ajv.errorsText();
}

function headerProblem(headers: Readonly<Record<string, unknown>>, status: number): string | undefined {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const present = names.filter((name) => Number.isInteger(headers[name]));
  return present.length === (status === 401 ? 0 : names.length) ? undefined : 'the rate-limit headers differ';
}
