import type { Merchant } from '../../domain/merchants.js';
import type { Order } from '../../domain/orders.js';
import type { Product } from '../../domain/products.js';
import type { Rejection } from '../../domain/publication.js';
import type { OperationRequest } from '../../http/operation.js';
import type { Plant } from '../fault.js';
import { changeMerchant, changeRequest, viewOf } from './requests.js';

/** What the entries of a merchant's lists are made from. */
interface Entries {
  readonly products: Product;
  readonly orders: Order;
  readonly rejections: Rejection;
}

type Change<Listed> = (entries: readonly Listed[]) => readonly Listed[];

/** For each list, the part of a merchant that keeps it, with the list changed. */
const PARTS: {
  readonly [Name in keyof Entries]: (merchant: Merchant, change: Change<Entries[Name]>) => Partial<Merchant>;
} = {
  products: ({ catalogue }, change) => ({
    catalogue: viewOf(catalogue, { all: () => change(catalogue.all()) }),
  }),
  orders: ({ orders }, change) => ({ orders: viewOf(orders, { all: () => change(orders.all()) }) }),
  rejections: ({ publication }, change) => ({
    publication: viewOf(publication, { rejections: () => change(publication.rejections()) }),
  }),
};

/** Plants a list made from different entries. */
export function listing<Name extends keyof Entries>(
  name: Name,
  change: (entries: readonly Entries[Name][], request: OperationRequest) => readonly Entries[Name][],
): Plant {
  return changeMerchant((request) => PARTS[name](request.merchant, (entries) => change(entries, request)));
}

/** Plants a different filter for a parameter; an empty one filters nothing. */
export function filtering<Name extends keyof Entries>(
  name: Name,
  parameter: string,
  matches: (entry: Entries[Name], asked: string) => boolean,
): Plant {
  return changeRequest((request) => {
    const { [parameter]: asked, ...query } = request.query;
    if (typeof asked !== 'string') return request;
    const isFound = (entry: Entries[Name]) => asked === '' || matches(entry, asked);
    const found = PARTS[name](request.merchant, (entries) => entries.filter(isFound));
    return { ...request, query, merchant: viewOf(request.merchant, found) };
  });
}

/** The index in the whole list at which the requested page begins. */
export function firstOfPage({ query: { page = 1, per_page = 20 } }: Pick<OperationRequest, 'query'>): number {
  return (Number(page) - 1) * Number(per_page);
}
