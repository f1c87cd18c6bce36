import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppOptions } from '../app.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import type { Asked, Sent, Workings } from './fault.js';

type PlantedOptions = Required<Pick<AppOptions, 'authenticate' | 'operations' | 'sendPage' | 'extend'>>;

/**
 * The options for an app that uses these workings. Their rules are not among the options: they belong to the
 * merchants.
 */
export function plantedOptions(workings: Workings): PlantedOptions {
  const callers = new WeakMap<object, Asked['caller']>();

  return {
    authenticate(request, merchants) {
      const caller = workings.authenticate(request, merchants);
      callers.set(request, { ...caller, merchants });
      return caller;
    },
    operations: OPERATIONS.map((operation) => ({
      ...operation,
      handle: (request) => workings.handle(operation, request),
    })),
    sendPage: workings.sendPage,
    extend(app: FastifyInstance) {
      lookElsewhere(app, workings.reach);
      app.addHook('onSend', (request, reply, payload) => {
        const { operation } = request.routeOptions.config;
        if (operation === undefined && !request.url.startsWith('/api/')) return Promise.resolve(payload);
        return sendOf(reply, payload, askedOf(request, callers.get(request)), workings);
      });
    },
  };
}

function askedOf(request: FastifyRequest, caller: Asked['caller']): Asked {
  const { method, url, headers, query, params, body } = request;
  return {
    operation: request.routeOptions.config.operation,
    method,
    url,
    headers,
    query: isObject(query) ? query : {},
    params: Object.fromEntries(
      Object.entries(isObject(params) ? params : {}).map(([name, value]) => [name, String(value)]),
    ),
    body,
    merchant: caller?.merchant,
    caller,
  };
}

/** Gives the workings the last word, and puts their response into the reply. Returns the payload. */
async function sendOf(
  reply: FastifyReply,
  payload: unknown,
  asked: Asked,
  { send }: Workings,
): Promise<unknown> {
  const before: Sent = {
    status: reply.statusCode,
    headers: Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    body: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : '',
  };
  const sent = await send(before, asked);
  if (sent === before) return payload;
  if (sent.isLost) {
    reply.hijack();
    reply.raw.destroy();
    return payload;
  }
  reply.code(sent.status);
  for (const name of Object.keys(before.headers))
    if (sent.headers[name] === undefined) reply.removeHeader(name);
  reply.headers(sent.headers);
  if (sent.delay !== undefined) await pause(sent.delay, undefined, { ref: false });
  if (sent.cutAfter === undefined && sent.claimedLength === undefined) {
    reply.removeHeader('content-length');
    return sent.body;
  }
  const bytes = Buffer.from(sent.body);
  reply.header('content-length', sent.claimedLength ?? bytes.length);
  return brokenOff(bytes.subarray(0, sent.cutAfter ?? bytes.length));
}

/** A body that breaks off along with its connection. */
function brokenOff(bytes: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield bytes;
      // The earlier bytes must be on their way before the connection is cut.
      await pause(20, undefined, { ref: false });
      throw new Error('cut');
    })(),
    { objectMode: false },
  );
}

/** Routes requests that match no route to another URL. `reach` is called for each request. */
function lookElsewhere(app: FastifyInstance, reach: (url: string, method: string) => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, url, method } = request;
    const other = reach(url, method);
    if (other === url) return;
    reply.hijack();
    raw.url = other;
    app.routing(raw, reply.raw);
  });
}
