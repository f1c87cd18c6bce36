import type { Merchant } from '../../domain/merchant.js';
import { ApiError } from '../../http/api-error.js';
import type { Answer, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Fault, PlantedIn, Workings } from '../fault.js';
import { handledBy, insteadOfRefusal } from '../handling.js';
import { RESULTS } from '../operation-sets.js';
import { createOtherMerchants } from '../other-merchants.js';
import { viewOf } from '../request-changes.js';
import { asError, changedSent } from '../sent-changes.js';

/** Faults that let a merchant at the data of another one that has asked before. */
export const foreignDataFaults: readonly Fault[] = [
  {
    id: 'opens-foreign-webhooks',
    violates: 'AUTH-09',
    does: "It reads, changes and deletes another merchant's webhook subscriptions.",
    operations: ['getWebhook', 'updateWebhook', 'deleteWebhook'],
    plant: askingOthersToo,
  },
  {
    id: 'forbids-foreign-webhooks',
    violates: 'AUTH-09',
    does: "It answers 403 to the id of another merchant's webhook subscription, and so tells that there is one.",
    operations: ['getWebhook', 'updateWebhook', 'deleteWebhook'],
    plant: forbiddingForeignWebhooks,
  },
  {
    id: 'tells-foreign-results',
    violates: 'AUTH-09',
    does: "It tells the results of another merchant's batches.",
    operations: RESULTS,
    plant: askingOthersToo,
  },
  {
    id: 'hands-out-foreign-files',
    violates: 'AUTH-09',
    does: "It hands out another merchant's delivery documents and reports.",
    operations: ['getDeliveryDocument', 'downloadReport'],
    plant: askingOthersToo,
  },
  {
    id: 'adds-foreign-rows-to-reports',
    violates: 'AUTH-09',
    does: "It puts the rows of another merchant's report behind those of the merchant's own.",
    operations: ['downloadReport'],
    showsFor: 'reports of a merchant who asks after another one',
    plant: reportingOnOthersToo,
  },
  {
    id: 'lists-foreign-entries',
    violates: 'AUTH-09',
    does: "It lists another merchant's entries behind those of the merchant.",
    operations: ['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders', 'listReports'],
    plant: (clean, plantedIn) => listingOthersToo(clean, plantedIn, () => true),
  },
  {
    id: 'finds-foreign-products-by-sku',
    violates: 'AUTH-09',
    does: "It lists another merchant's products where they are asked for by sku.",
    operations: ['listProducts'],
    showsFor: 'lists filtered by sku',
    plant: (clean, plantedIn) =>
      listingOthersToo(clean, plantedIn, ({ query }) => query.sku !== undefined && query.sku !== ''),
  },
  {
    id: 'changes-foreign-products',
    violates: 'AUTH-09',
    does: "It carries out updates of another merchant's products.",
    operations: ['updateProductStock', 'updateProductPrices', 'updateProductStatus'],
    plant: actingForOthersToo(({ catalogue, publication, markets }, others) => ({
      markets: [...markets, ...others.flatMap((other) => other.markets)],
      catalogue: {
        ...catalogue,
        find: (sku) => catalogue.find(sku) ?? firstFound(others, (other) => other.catalogue.find(sku)),
      },
      publication: {
        ...publication,
        apply(item) {
          const owner = others.find((other) => other.catalogue.style(item.style_key).length > 0);
          const isForeign = catalogue.style(item.style_key).length === 0 && owner !== undefined;
          return isForeign ? owner.publication.apply(item) : publication.apply(item);
        },
      },
    })),
  },
  {
    id: 'moves-foreign-orders',
    violates: 'AUTH-09',
    does: "It ships, cancels and returns the items of another merchant's orders.",
    operations: ['cancelOrderItems', 'shipOrderItems', 'returnOrderItems'],
    plant: actingForOthersToo(({ orders }, others) => ({
      orders: {
        ...orders,
        move(ids, move, tracking) {
          const owner = others.find((other) => holdsItems(other, ids));
          return (owner?.orders ?? orders).move(ids, move, tracking);
        },
      },
    })),
  },
  {
    id: 'overwrites-foreign-sku',
    violates: 'AUTH-09',
    does: 'It takes an upsert for that of the merchant who had the sku first.',
    operations: ['upsertProducts'],
    showsFor: 'skus that another merchant has',
    plant: actingForOthersToo(({ catalogue }, others) => ({
      catalogue: {
        ...catalogue,
        put(values) {
          const owner = others.find((other) => other.catalogue.find(values.sku) !== undefined);
          const isForeign = catalogue.find(values.sku) === undefined && owner !== undefined;
          (isForeign ? owner.catalogue : catalogue).put(values);
        },
      },
    })),
  },
];

/** Asks for an id that the merchant doesn't have on behalf of the others. */
function askingOthersToo(clean: Workings, plantedIn: PlantedIn): Partial<Workings> {
  const othersOf = createOtherMerchants();
  const remembering: Workings = {
    ...clean,
    handle(operation, request) {
      othersOf(request);
      return clean.handle(operation, request);
    },
  };
  return insteadOfRefusal(remembering, plantedIn, async (error, request, operation) => {
    if (!(error instanceof ApiError) || error.status !== 404) return undefined;
    for (const merchant of othersOf(request)) {
      const answer = await Promise.resolve()
        .then(() => clean.handle(operation, { ...request, merchant }))
        .catch(() => undefined);
      if (answer !== undefined) return answer;
    }
    return undefined;
  });
}

/** Answers 403 in place of 404 where one of the others has the webhook subscription. */
function forbiddingForeignWebhooks(clean: Workings, plantedIn: PlantedIn): Partial<Workings> {
  const othersOf = createOtherMerchants();
  return {
    handle(operation, request) {
      othersOf(request);
      return clean.handle(operation, request);
    },
    ...changedSent(plantedIn, (sent, { merchant, params: { id = '' } }) => {
      if (sent.status !== 404 || merchant === undefined) return sent;
      const isForeign = othersOf({ merchant }).some(({ subscriptions }) => subscriptions.find(id));
      return isForeign ? asError(sent, 403, 'The webhook subscription belongs to another merchant') : sent;
    }),
  };
}

/** Adds the rows of the others to a report of the same type. */
function reportingOnOthersToo(clean: Workings, plantedIn: PlantedIn): Partial<Workings> {
  const othersOf = createOtherMerchants();
  return {
    async handle(operation, request) {
      const others = othersOf(request);
      const answer = await clean.handle(operation, request);
      const own = request.merchant.reports.find(({ id }) => id === request.params.id);
      if (!plantedIn(operation.id) || own === undefined) return answer;
      const rows = [String(answer.body)];
      for (const merchant of others) {
        const id = merchant.reports.find(({ type }) => type === own.type)?.id ?? '';
        const { body } = await clean.handle(operation, { ...request, merchant, params: { id } });
        rows.push(
          ...String(body)
            .split(/(?<=\n)/)
            .slice(1),
        );
      }
      return { ...answer, body: rows.join('') };
    },
  };
}

/** Adds the entries of the others to a list. */
function listingOthersToo(
  clean: Workings,
  plantedIn: PlantedIn,
  isMeant: (request: OperationRequest) => boolean,
): Partial<Workings> {
  const othersOf = createOtherMerchants();
  return {
    async handle(operation, request) {
      const others = othersOf(request);
      const answer = await clean.handle(operation, request);
      if (!plantedIn(operation.id) || !isMeant(request)) return answer;
      const more: unknown[] = [];
      for (const merchant of others)
        more.push(...entriesOf(await clean.handle(operation, { ...request, merchant })));
      return { ...answer, body: withEntries(answer.body, more) };
    },
  };
}

/** Lets a batch of a merchant act on parts that reach those of the others. */
function actingForOthersToo(
  partsOf: (merchant: Merchant, others: readonly Merchant[]) => Partial<Merchant>,
): Fault['plant'] {
  return (clean, plantedIn) => {
    const othersOf = createOtherMerchants();
    const remembering: Workings = {
      ...clean,
      handle(operation, request) {
        othersOf(request);
        return clean.handle(operation, request);
      },
    };
    const { handle } = handledBy(clean, plantedIn, (request, _operation, next) =>
      next({ ...request, merchant: viewOf(request.merchant, partsOf(request.merchant, othersOf(request))) }),
    );
    return {
      handle: (operation, request) =>
        plantedIn(operation.id) ? handle(operation, request) : remembering.handle(operation, request),
    };
  };
}

function entriesOf({ body }: Answer): readonly unknown[] {
  if (Array.isArray(body)) return body;
  return isObject(body) && Array.isArray(body.items) ? body.items : [];
}

function withEntries(body: unknown, more: readonly unknown[]): unknown {
  if (Array.isArray(body)) return [...body, ...more];
  return isObject(body) && Array.isArray(body.items) ? { ...body, items: [...body.items, ...more] } : body;
}

function firstFound<Found>(
  others: readonly Merchant[],
  find: (merchant: Merchant) => Found | undefined,
): Found | undefined {
  for (const other of others) {
    const found = find(other);
    if (found !== undefined) return found;
  }
  return undefined;
}

function holdsItems({ orders }: Merchant, ids: readonly number[]): boolean {
  return orders.all().some(({ order_items }) => order_items.some(({ id }) => ids.includes(id)));
}
