import type { Merchant } from '../domain/merchants.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { fresh, type Plant, type Plants, together } from './fault.js';
import { changeMerchant, handledBy, insteadOfUnknown } from './plants/requests.js';
import { asError, changedAt, entriesOf, withLists } from './plants/responses.js';

/** The number of merchants that a fault remembers. */
const MERCHANTS_REMEMBERED = 20;

/** Plants something that can reach all merchants that have sent a request to any operation. */
function knowingOthers(plant: (othersOf: (merchant: Merchant) => readonly Merchant[]) => Plant): Plant {
  return fresh(() => {
    let seen: readonly Merchant[] = [];
    const remembering: Plant = (clean) => ({
      handle(operation, request) {
        const { merchant } = request;
        if (!seen.includes(merchant)) seen = [...seen, merchant].slice(-MERCHANTS_REMEMBERED);
        return clean.handle(operation, request);
      },
    });
    return together(
      plant((merchant) => seen.filter((other) => other !== merchant)),
      remembering,
    );
  });
}

/** Plants a search for unknown ids in the data of the other merchants. */
const askingOthersToo = knowingOthers((othersOf) =>
  insteadOfUnknown(async (request, next) => {
    for (const merchant of othersOf(request.merchant))
      try {
        return await next({ ...request, merchant });
      } catch {
        // This merchant doesn't have it either.
      }
    return undefined;
  }),
);

/** Plants the rows of other merchants' reports in a report of the same type. */
function reportingOnOthersToo(): Plant {
  return knowingOthers((othersOf) =>
    handledBy(async (request, next) => {
      const response = await next(request);
      const own = request.merchant.reports.find(({ id }) => id === request.params.id);
      const rows = [String(response.body)];
      for (const merchant of othersOf(request.merchant)) {
        const id = merchant.reports.find(({ type }) => type === own?.type)?.id ?? '';
        const { body } = await next({ ...request, merchant, params: { id } });
        const [, ...further] = String(body).split(/(?<=\n)/);
        rows.push(...further);
      }
      return { ...response, body: rows.join('') };
    }),
  );
}

/** Plants other merchants' entries in a list. */
function listingOthersToo(isMeant: (request: OperationRequest) => boolean = () => true): Plant {
  return knowingOthers((othersOf) =>
    handledBy(async (request, next) => {
      const response = await next(request);
      if (!isMeant(request)) return response;
      const more: unknown[] = [];
      for (const merchant of othersOf(request.merchant)) {
        const { body } = await next({ ...request, merchant });
        more.push(...entriesOf(isObject(body) ? body.items : body));
      }
      return { ...response, body: withLists(response.body, (list) => [...list, ...more]) };
    }),
  );
}

/** Makes a merchant's requests act on parts that give access to other merchants' data. */
function actingForOthersToo(
  partsOf: (merchant: Merchant, others: readonly Merchant[]) => Partial<Merchant>,
): Plant {
  return knowingOthers((othersOf) => changeMerchant(({ merchant }) => partsOf(merchant, othersOf(merchant))));
}

function holdsItems({ orders }: Merchant, ids: readonly number[]): boolean {
  return orders.all().some(({ order_items }) => order_items.some(({ id }) => ids.includes(id)));
}

/** Faults that give a merchant access to the data of another merchant that has sent requests before. */
export const foreignDataPlants: Plants = {
  'opens-foreign-webhooks': askingOthersToo,
  'forbids-foreign-webhooks': knowingOthers((othersOf) =>
    changedAt(404, (sent, { merchant, params: { id = '' } }) =>
      merchant !== undefined && othersOf(merchant).some(({ subscriptions }) => subscriptions.find(id))
        ? asError(sent, 403, 'The webhook subscription belongs to another merchant')
        : sent,
    ),
  ),
  'adds-foreign-rows-to-reports': reportingOnOthersToo(),
  'lists-foreign-entries': listingOthersToo(),
  'finds-foreign-products-by-sku': listingOthersToo(
    ({ query }) => query.sku !== undefined && query.sku !== '',
  ),
  'changes-foreign-products': actingForOthersToo(({ catalogue, publication, markets }, others) => ({
    markets: [...markets, ...others.flatMap((other) => other.markets)],
    catalogue: {
      ...catalogue,
      find: (sku) => catalogue.find(sku) ?? others.flatMap((other) => other.catalogue.find(sku) ?? [])[0],
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
  'moves-foreign-orders': actingForOthersToo(({ orders }, others) => ({
    orders: {
      ...orders,
      move(ids, move, tracking) {
        const owner = others.find((other) => holdsItems(other, ids));
        return (owner?.orders ?? orders).move(ids, move, tracking);
      },
    },
  })),
  'overwrites-foreign-sku': actingForOthersToo(({ catalogue }, others) => ({
    catalogue: {
      ...catalogue,
      put(values) {
        const owner = others.find((other) => other.catalogue.find(values.sku) !== undefined);
        const isForeign = catalogue.find(values.sku) === undefined && owner !== undefined;
        (isForeign ? owner.catalogue : catalogue).put(values);
      },
    },
  })),
};
