import type { FastifyInstance } from 'fastify';
import { BATCH_FATES } from '../domain/batches/batch.js';
import type { Merchant } from '../domain/merchant.js';
import type { Merchants } from '../domain/merchants.js';
import { NothingToOrder } from '../domain/orders/order-maker.js';
import { ApiError, notFound } from '../http/api-error.js';
import { array, boolean, choice, integer, number, object, optional, string } from '../schema/build.js';
import { readControlBody } from './control-body.js';
import { requireToken } from './control-token.js';
import { PROVOCATIONS } from './provocations.js';

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
const nextBatch = object({ next: choice(BATCH_FATES) });

type OfMerchant = { Params: { id: string } };

/** What the control interface works with. `kept` are the merchants that a reset of everything keeps. */
export interface ControlOptions {
  merchants: Merchants;
  token: string;
  kept: readonly string[];
}

/** Merchants, their clocks and their orders, for those who run the sandbox: no part of the API itself. */
export function serveControl(app: FastifyInstance, { merchants, token, kept }: ControlOptions): void {
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

    control.get('/health', async () => ({ status: 'ready', speed: merchants.speed, seed: merchants.seed }));

    control.post('/merchants', async (request, reply) => {
      const wish = await readControlBody(merchantRequest, request);
      const known = new Set(merchants.referenceData.markets.map(({ country }) => country.code));
      if (wish.countries?.some((code) => !known.has(code)))
        throw new ApiError(400, `countries must be among ${[...known].join(', ')}`);
      return reply.code(201).send({ ...merchants.create(wish), provocations: PROVOCATIONS });
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
