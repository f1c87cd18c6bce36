import type { FastifyInstance } from 'fastify';
import { BATCH_FATES } from '../domain/batches/batch.js';
import type { Merchant } from '../domain/merchant.js';
import type { Merchants } from '../domain/merchants.js';
import { NothingToOrder } from '../domain/orders/order-maker.js';
import { hashPassword, newPassword } from '../domain/users/password.js';
import { ROLES, type User } from '../domain/users/user.js';
import { TooManyUsers } from '../domain/users/user-directory.js';
import { ApiError, notFound } from '../http/api-error.js';
import { array, boolean, choice, integer, number, object, optional, string } from '../schema/build.js';
import { readControlBody } from './control-body.js';
import { requireToken } from './control-token.js';
import { describeMade } from './made-merchant.js';

/** Where the control interface is served. */
export const CONTROL_PREFIX = '/control';

const merchantRequest = object({
  countries: optional(array(string(), { minItems: 1 })),
  seed: optional(integer({ minimum: 0 })),
});
const clockChange = object({
  frozen: optional(boolean()),
  advance: optional(number({ minimum: 0, maximum: 1e9 })),
  speed: optional(number({ exclusiveMinimum: 0, maximum: 1e6 })),
});
const basket = object({
  skus: optional(array(string(), { minItems: 1, maxItems: 50 })),
  items: optional(integer({ minimum: 1, maximum: 50 })),
  age: optional(number({ minimum: 0, maximum: 1e9, description: 'in seconds' })),
});
const newUser = object({ role: choice(ROLES) });
const nextBatch = object({ next: choice(BATCH_FATES) });

type OfMerchant = { Params: { id: string } };

/** What the control interface works with. `kept` are the merchants that a reset of everything keeps. */
export interface ControlOptions {
  merchants: Merchants;
  token: string;
  kept: readonly string[];
}

/** Merchants, their clocks, users and orders, for those who run the sandbox: no part of the API itself. */
export function serveControl(app: FastifyInstance, { merchants, token, kept }: ControlOptions): void {
  function merchantOf({ params }: { params: { id: string } }): Merchant {
    const merchant = merchants.find(params.id);
    if (merchant === undefined) throw notFound('merchant');
    merchant.timeline.settle();
    return merchant;
  }

  function addUser(user: Omit<User, 'id' | 'email'>): User {
    const { users } = merchants;
    try {
      return users.add({ ...user, email: users.newEmail(user.merchantId, user.role) });
    } catch (error) {
      throw error instanceof TooManyUsers ? new ApiError(400, error.message) : error;
    }
  }

  async function routes(control: FastifyInstance): Promise<void> {
    requireToken(control, token);
    control.setNotFoundHandler({ preHandler: [] }, () => {
      throw notFound('control operation');
    });

    control.get('/health', async () => ({ status: 'ready', speed: merchants.speed, seed: merchants.seed }));

    control.post('/merchants', async (request, reply) => {
      const wish = await readControlBody(merchantRequest, request);
      const known = new Set(merchants.referenceData.markets.map(({ country }) => country.code));
      if (wish.countries?.some((code) => !known.has(code)))
        throw new ApiError(400, `countries must be among ${[...known].join(', ')}`);
      return reply.code(201).send(describeMade(merchants.create(wish)));
    });

    control.get<OfMerchant>('/merchants/:id', async (request) => {
      const { id, timeline } = merchantOf(request);
      return { merchantId: id, clock: timeline.read() };
    });

    control.delete<OfMerchant>('/merchants/:id', async (request, reply) => {
      if (!merchants.remove(request.params.id)) throw notFound('merchant');
      return reply.code(204).send();
    });

    control.post<OfMerchant>('/merchants/:id/reset', async (request, reply) => {
      merchantOf(request).reset();
      return reply.code(204).send();
    });

    control.post<OfMerchant>('/merchants/:id/clock', async (request) => {
      const { timeline } = merchantOf(request);
      timeline.change(await readControlBody(clockChange, request));
      return timeline.read();
    });

    control.post<OfMerchant>('/merchants/:id/users', async (request, reply) => {
      merchantOf(request);
      const { role } = await readControlBody(newUser, request);
      const password = newPassword();
      const hash = await hashPassword(password);
      // Meanwhile the merchant can have been forgotten.
      const { id: merchantId } = merchantOf(request);
      const { email } = addUser({ merchantId, role, password: hash });
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
        return reply.code(201).send(merchant.makeOrder(wish));
      } catch (error) {
        throw error instanceof NothingToOrder ? new ApiError(400, error.message) : error;
      }
    });

    control.post('/reset', async (_request, reply) => {
      merchants.resetTo(kept);
      return reply.code(204).send();
    });
  }

  app.register(routes, { prefix: CONTROL_PREFIX });
}
