import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { BATCH_FATES } from '../domain/batches.js';
import { addActiveProduct } from '../domain/example-product.js';
import { growMerchant } from '../domain/grown-merchant.js';
import { ROLES } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { NothingToOrder } from '../domain/orders.js';
import { PROBLEM_MARKER, REJECTION_MARKER } from '../domain/publication.js';
import { newSecret } from '../domain/secrets.js';
import { hashPassword } from '../domain/users.js';
import { ApiError, notFound } from '../http/errors.js';
import { type BodySource, receiveJson, UnreadableBody } from '../http/json-body.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { array, boolean, choice, integer, number, object, optional, string } from '../schema/build.js';
import { assertShape, ShapeError } from '../schema/check.js';

/** The path of the control interface. */
export const CONTROL_PREFIX = '/control';

const seconds = number({ minimum: 0, maximum: 1e9, description: 'in seconds' });
const merchantRequest = object({
  countries: optional(array(string(), { minItems: 1 })),
  seed: optional(integer({ minimum: 0 })),
  grown: optional(boolean()),
  age: optional(seconds),
});
const clockChange = object({
  frozen: optional(boolean()),
  advance: optional(seconds),
  speed: optional(number({ exclusiveMinimum: 0, maximum: 1e6 })),
});
const basket = object({
  skus: optional(array(string(), { minItems: 1, maxItems: 50 })),
  items: optional(integer({ minimum: 1, maximum: 50 })),
  age: optional(seconds),
});
const newUser = object({ role: choice(ROLES) });
const nextBatch = object({ next: choice(BATCH_FATES) });

type OfMerchant = { Params: { id: string } };

/**
 * Lets the person who runs the sandbox manage merchants, their clocks, users and orders. It is not part of
 * the API.
 */
export function serveControl(
  app: FastifyInstance,
  { merchants, token }: { merchants: Merchants; token: string },
): void {
  function merchantOf({ params }: { params: { id: string } }): Merchant {
    const merchant = merchants.find(params.id);
    if (merchant === undefined) throw notFound('merchant');
    merchant.timeline.settle();
    return merchant;
  }

  async function routes(control: FastifyInstance): Promise<void> {
    requireToken(control, token);
    control.setNotFoundHandler({ preHandler: [] }, () => {
      throw notFound('control operation');
    });

    control.get('/health', async (request) => {
      const { speed, seed } = merchants;
      return { status: 'ready', speed, seed, mark: markOf(request), situations: ['grown', 'age'] };
    });

    control.post('/merchants', async (request, reply) => {
      const { grown = false, age = 0, ...wish } = await readControlBody(merchantRequest, request);
      const known = new Set(merchants.referenceData.markets.map(({ country }) => country.code));
      if (wish.countries?.some((code) => !known.has(code)))
        throw new ApiError(400, `countries must be among ${[...known].join(', ')}`);
      const made = merchants.create({ ...wish, mark: markOf(request) }, (merchant) => {
        if (grown) growMerchant(merchants, merchant);
        merchant.timeline.change({ advance: age });
      });
      return reply.code(201).send({ ...made, provocations: PROVOCATIONS, settings: SETTINGS_PREFIX });
    });

    control.delete<OfMerchant>('/merchants/:id', async (request, reply) => {
      if (!merchants.remove(request.params.id)) throw notFound('merchant');
      return reply.code(204).send();
    });

    control.post<OfMerchant>('/merchants/:id/clock', async (request) => {
      const { timeline } = merchantOf(request);
      timeline.change(await readControlBody(clockChange, request));
      return timeline.read();
    });

    control.post<OfMerchant>('/merchants/:id/users', async (request, reply) => {
      const { mark } = merchantOf(request);
      const { role } = await readControlBody(newUser, request);
      const password = newSecret('pw', mark);
      const hash = await hashPassword(password);
      // The merchant may have been removed in the meantime.
      const { id: merchantId } = merchantOf(request);
      const email = merchants.users.newEmail(merchantId, role);
      merchants.users.add({ merchantId, role, email, password: hash });
      return reply.code(201).send({ email, password });
    });

    control.post<OfMerchant>('/merchants/:id/batches', async (request, reply) => {
      const { batches } = merchantOf(request);
      batches.decideNext((await readControlBody(nextBatch, request)).next);
      return reply.code(204).send();
    });

    control.post<OfMerchant>('/merchants/:id/orders', async (request, reply) => {
      const merchant = merchantOf(request);
      const wish = await readControlBody(basket, request);
      try {
        if (wish.skus === undefined && !merchant.catalogue.all().some(({ status }) => status === 'active'))
          addActiveProduct(merchants, merchant);
        return reply.code(201).send(merchant.makeOrder(wish));
      } catch (error) {
        throw error instanceof NothingToOrder ? new ApiError(400, error.message) : error;
      }
    });
  }

  app.register(routes, { prefix: CONTROL_PREFIX });
}

/**
 * Reads the body of a control request; an empty body means {}. Throws ShapeError if the body has a different
 * shape.
 */
async function readControlBody<Schema extends TSchema>(
  schema: Schema,
  request: BodySource,
): Promise<Static<Schema>> {
  const received = await receiveJson(request);
  const body = received.bytes === 0 ? {} : received.body;
  if (body instanceof UnreadableBody) throw new ShapeError(body.problem);
  assertShape(schema, body, 'body');
  return body;
}

/** The text that the secrets of a merchant must contain, from X-Control-Mark; empty without this header. */
function markOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const { 'x-control-mark': mark = '' } = headers;
  if (typeof mark === 'string' && /^[a-z\d]{0,64}$/i.test(mark)) return mark;
  throw new ApiError(400, 'X-Control-Mark must be 1 to 64 letters or digits');
}

/**
 * Refuses every request to an app, even for an unknown path, that doesn't carry the token in X-Control-Token.
 */
function requireToken(app: FastifyInstance, token: string): void {
  const hashed = (text: string) => hash('sha256', text, 'buffer');
  const expected = hashed(token);
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const given = headers['x-control-token'];
    if (typeof given === 'string' && timingSafeEqual(hashed(given), expected)) done();
    else done(new ApiError(401, 'The control token is required in the header X-Control-Token'));
  });
}

/** Image URLs that provoke an event for any product that uses one of them (gap G-06). */
const PROVOCATIONS = {
  /** The review rejects the style. */
  rejectedImageUrl: `https://images.sandbox.example/${REJECTION_MARKER}.jpg`,
  /** After approval, the product gets the status problem instead of active. */
  problemImageUrl: `https://images.sandbox.example/${PROBLEM_MARKER}.jpg`,
} as const;
