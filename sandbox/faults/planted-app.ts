import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppOptions } from '../app.js';
import { describeMade, readControlBody, requireToken } from '../control/control.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { DOCUMENTATION_URL } from '../http/documentation.js';
import { ApiError } from '../http/errors.js';
import { integer, object, optional, string } from '../schema/build.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { type Asked, CLEAN, type Planting, type Sent, type Workings, workingsWith } from './fault.js';
import { findPlanting, UnknownPlanting } from './index.js';

/** Finds the workings that decide for a merchant; undefined stands for a caller without a known key. */
type WorkingsOf = (merchantId: string | undefined) => Workings;

type PlantedOptions = Required<
  Pick<AppOptions, 'authenticate' | 'operations' | 'rulesOf' | 'sendPage' | 'extend'>
>;

/** The options of an app that uses workings other than the clean ones, except for the rules of its merchants. */
export function plantedOptions(workingsOf: WorkingsOf): PlantedOptions {
  const callers = new WeakMap<object, Merchant>();

  return {
    authenticate(request, merchants) {
      const workings = workingsOf(claimedMerchant(request, merchants));
      const caller = workings.authenticate(request, { ...merchants, rules: workings.rules });
      callers.set(request, caller.merchant);
      return caller;
    },
    operations: OPERATIONS.map((operation) => ({
      ...operation,
      handle(request) {
        const { handle, rules } = workingsOf(request.merchant.id);
        return handle(operation, { ...request, merchants: { ...request.merchants, rules } });
      },
    })),
    rulesOf: (merchantId) => workingsOf(merchantId).rules,
    sendPage: (page, asked) => workingsOf(asked.merchantId).sendPage(page, asked),
    extend(app: FastifyInstance) {
      // Before a route is found, the caller of a request is unknown.
      lookElsewhere(app, (url, method) => workingsOf(undefined).reach(url, method));
      sendDocumentation(app);
      app.addHook('onSend', (request, reply, payload) => {
        const merchant = callers.get(request);
        const { operation } = request.routeOptions.config;
        if (operation === undefined && !request.url.startsWith('/api/')) return Promise.resolve(payload);
        const asked = askedOf(request, merchant);
        return sendOf(reply, payload, asked, workingsOf(merchant?.id));
      });
    },
  };
}

/** The merchant whose key a request carries, anywhere in the request. */
function claimedMerchant(
  { headers, query }: Parameters<AppOptions['authenticate'] & object>[0],
  { keys }: Pick<Merchants, 'keys'>,
): string | undefined {
  const places = [...Object.values(headers), ...Object.values(isObject(query) ? query : {})];
  for (const place of places.flat()) {
    if (typeof place !== 'string') continue;
    for (const word of [place, ...place.split(/[\s=;,]+/)]) {
      const key = keys.find(word);
      if (key !== undefined) return key.merchantId;
    }
  }
  return undefined;
}

function askedOf(request: FastifyRequest, merchant: Merchant | undefined): Asked {
  const { method, url, headers, query, params } = request;
  return {
    operation: request.routeOptions.config.operation,
    method,
    url,
    headers,
    query: isObject(query) ? query : {},
    params: Object.fromEntries(
      Object.entries(isObject(params) ? params : {}).map(([name, value]) => [name, String(value)]),
    ),
    merchant,
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

/** A body that ends with its connection. */
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

/** Marks the app's own requests for the clean documentation. */
const CLEAN_HEADER = 'x-clean-documentation';

/**
 * Makes the app send the documentation itself. The documentation comes from a separate app that writes past all
 * hooks; this way, hooks see it like every other response.
 */
function sendDocumentation(app: FastifyInstance): void {
  const own = randomUUID();
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    const isDocumentation = url.split(/[/?]/).slice(0, 4).join('/') === DOCUMENTATION_URL;
    if (method !== 'GET' || !isDocumentation || headers[CLEAN_HEADER] === own) return undefined;
    const clean = await app.inject({ url, headers: { [CLEAN_HEADER]: own } });
    const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = clean.headers;
    return reply.code(clean.statusCode).headers(kept).send(clean.rawPayload);
  });
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

const wish = object({ fault: string(), seed: optional(integer({ minimum: 0 })) });

/** Merchants that are the only ones for which the sandbox has a fault. */
interface FaultyMerchants {
  readonly workingsOf: WorkingsOf;
  /** Serves POST /control/faulty-merchants. */
  serve(app: FastifyInstance, setting: { merchants: Merchants; token: string }): void;
}

/**
 * Starts without faulty merchants: for all others, the sandbox is clean.
 * @param workingsFor returns the workings with a planting, and the clean ones without
 */
export function createFaultyMerchants(
  workingsFor: (planting?: Planting) => Workings = (planting) =>
    planting === undefined ? CLEAN : workingsWith(planting),
): FaultyMerchants {
  const planted = new Map<string, Workings>();
  const clean = workingsFor();
  return {
    workingsOf: (id) => (id === undefined ? clean : (planted.get(id) ?? clean)),
    serve(app, { merchants, token }) {
      app.register(
        async (control) => {
          requireToken(control, token);
          control.post('/faulty-merchants', async (request, reply) => {
            const { fault, seed } = await readControlBody(wish, request);
            const workings = workingsFor(plantingOf(fault));
            const pair = merchants.create({ rules: workings.rules, ...(seed !== undefined && { seed }) });
            planted.set(pair.merchantId, workings);
            planted.set(pair.otherMerchantId, workings);
            return reply.code(201).send(describeMade(pair));
          });
        },
        { prefix: '/control' },
      );
    },
  };
}

function plantingOf(name: string) {
  try {
    return findPlanting(name);
  } catch (error) {
    throw error instanceof UnknownPlanting ? new ApiError(400, error.message) : error;
  }
}
