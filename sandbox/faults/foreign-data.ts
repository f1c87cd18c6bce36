import type { Merchant } from '../domain/merchants.js';
import { ApiError } from '../http/errors.js';
import type { Answer, OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { type Fault, liesIn, type Plant, type PlantedIn, type Workings } from './fault.js';
import { asError, changedSent, insteadOfRefusal } from './plants/answers.js';
import { createOtherMerchants } from './plants/callers.js';
import { RESULTS, viewOf } from './plants/requests.js';

/** Faults that give a merchant access to the data of another one that has sent requests before. */
export const foreignDataFaults: readonly Fault[] = [
  ...liesIn(['getWebhook', 'updateWebhook', 'deleteWebhook'], {
    'AUTH-09 opens-foreign-webhooks': [
      "It reads, changes and deletes another merchant's webhook subscriptions.",
      askingOthersToo,
    ],
    'AUTH-09 forbids-foreign-webhooks': [
      "It answers 403 to the id of another merchant's webhook subscription, and so tells that there is one.",
      forbiddingForeignWebhooks,
    ],
  }),
  ...liesIn(RESULTS, {
    'AUTH-09 tells-foreign-results': ["It tells the results of another merchant's batches.", askingOthersToo],
  }),
  ...liesIn(['getDeliveryDocument', 'downloadReport'], {
    'AUTH-09 hands-out-foreign-files': [
      "It hands out another merchant's delivery documents and reports.",
      askingOthersToo,
    ],
  }),
  ...liesIn(['downloadReport'], {
    'AUTH-09 adds-foreign-rows-to-reports': [
      "It adds the rows of another merchant's report to the merchant's own.",
      'reports of a merchant who asks after another one',
      reportingOnOthersToo,
    ],
  }),
  ...liesIn(['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders', 'listReports'], {
    'AUTH-09 lists-foreign-entries': [
      "It lists another merchant's entries after those of the merchant.",
      (clean, plantedIn) => listingOthersToo(clean, plantedIn, () => true),
    ],
  }),
  ...liesIn(['listProducts'], {
    'AUTH-09 finds-foreign-products-by-sku': [
      "It lists another merchant's products where they are asked for by sku.",
      'lists filtered by sku',
      (clean, plantedIn) =>
        listingOthersToo(clean, plantedIn, ({ query }) => query.sku !== undefined && query.sku !== ''),
    ],
  }),
  ...liesIn(['updateProductStock', 'updateProductPrices', 'updateProductStatus'], {
    'AUTH-09 changes-foreign-products': [
      "It carries out updates of another merchant's products.",
      actingForOthersToo(({ catalogue, publication, markets }, others) => ({
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
    ],
  }),
  ...liesIn(['cancelOrderItems', 'shipOrderItems', 'returnOrderItems'], {
    'AUTH-09 moves-foreign-orders': [
      "It ships, cancels and returns the items of another merchant's orders.",
      actingForOthersToo(({ orders }, others) => ({
        orders: {
          ...orders,
          move(ids, move, tracking) {
            const owner = others.find((other) => holdsItems(other, ids));
            return (owner?.orders ?? orders).move(ids, move, tracking);
          },
        },
      })),
    ],
  }),
  ...liesIn(['upsertProducts'], {
    'AUTH-09 overwrites-foreign-sku': [
      'It treats an upsert as that of the merchant who had the sku first.',
      'skus that another merchant has',
      actingForOthersToo(({ catalogue }, others) => ({
        catalogue: {
          ...catalogue,
          put(values) {
            const owner = others.find((other) => other.catalogue.find(values.sku) !== undefined);
            const isForeign = catalogue.find(values.sku) === undefined && owner !== undefined;
            (isForeign ? owner.catalogue : catalogue).put(values);
          },
        },
      })),
    ],
  }),
];

/** Looks for an unknown id among the data of the other merchants too. */
function askingOthersToo(clean: Workings, plantedIn: PlantedIn): Partial<Workings> {
  const othersOf = createOtherMerchants();
  const remembering: Workings = {
    ...clean,
    handle(operation, request) {
      othersOf(request);
      return clean.handle(operation, request);
    },
  };
  return insteadOfRefusal(async (error, request, operation) => {
    if (!(error instanceof ApiError) || error.status !== 404) return undefined;
    for (const merchant of othersOf(request)) {
      const answer = await Promise.resolve()
        .then(() => clean.handle(operation, { ...request, merchant }))
        .catch(() => undefined);
      if (answer !== undefined) return answer;
    }
    return undefined;
  })(remembering, plantedIn);
}

/** Answers 403 instead of 404 if one of the others has the webhook subscription. */
function forbiddingForeignWebhooks(clean: Workings, plantedIn: PlantedIn): Partial<Workings> {
  const othersOf = createOtherMerchants();
  return {
    handle(operation, request) {
      othersOf(request);
      return clean.handle(operation, request);
    },
    ...changedSent((sent, { merchant, params: { id = '' } }) => {
      if (sent.status !== 404 || merchant === undefined) return sent;
      const isForeign = othersOf({ merchant }).some(({ subscriptions }) => subscriptions.find(id));
      return isForeign ? asError(sent, 403, 'The webhook subscription belongs to another merchant') : sent;
    })(clean, plantedIn),
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

/** Makes a merchant's batch act on parts that reach those of the others. */
function actingForOthersToo(
  partsOf: (merchant: Merchant, others: readonly Merchant[]) => Partial<Merchant>,
): Plant {
  return (clean, plantedIn) => {
    const othersOf = createOtherMerchants();
    return {
      handle(operation, request) {
        const others = othersOf(request);
        const { merchant } = request;
        return clean.handle(
          operation,
          plantedIn(operation.id)
            ? { ...request, merchant: viewOf(merchant, partsOf(merchant, others)) }
            : request,
        );
      },
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
