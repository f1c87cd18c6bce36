import type { FastifyInstance } from 'fastify';
import { readControlBody } from '../control/control-body.js';
import { requireToken } from '../control/control-token.js';
import { describeMade } from '../control/made-merchant.js';
import type { Merchants } from '../domain/merchants.js';
import { ApiError } from '../http/api-error.js';
import { integer, object, optional, string } from '../schema/build.js';
import type { Workings } from './fault.js';
import { findPlanting, UnknownPlanting } from './find-planting.js';
import type { WorkingsOf } from './planted-app.js';
import { CLEAN, type Planting, workingsWith } from './workings.js';

const wish = object({ fault: string(), seed: optional(integer({ minimum: 0 })) });

/** Merchants for whom alone the sandbox has a fault. */
export interface FaultyMerchants {
  readonly workingsOf: WorkingsOf;
  /** Serves POST /control/faulty-merchants. */
  serve(app: FastifyInstance, setting: { merchants: Merchants; token: string }): void;
}

/**
 * No faulty merchants yet: for all others the sandbox is clean.
 * @param workingsFor the workings with what is planted, and the clean ones for nothing
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
