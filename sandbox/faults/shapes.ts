import type { Plants } from './fault.js';
import { type Entry, onList } from './plants/requests.js';
import {
  asError,
  changeBody,
  changedAt,
  changeEntries,
  changeField,
  changeObject,
  entriesOf,
  isEmptyList,
  isSuccess,
  sendingError,
  withoutField,
} from './plants/responses.js';

/** Plants an entry in the results of batches with a status, which have none yet. */
function listingItemsOf(...statuses: readonly unknown[]) {
  const items = [{ requestItem: {}, success: false, errors: ['not processed yet'] }];
  return changeObject((body) => (statuses.includes(body.status) ? { ...body, items } : body));
}

function isSuccessful({ success }: Entry): boolean {
  return success === true;
}

/** Faults in the shapes of successful responses, and in refusing well-formed requests (clause 2, gaps G-05 to G-13). */
export const shapePlants: Plants = {
  'wraps-acknowledgement-of-upsert': changeObject((body) => ({ data: body })),
  'sends-product-list-bare': changeObject((body) => body.items),
  'leaves-out-status-of-drafts': withoutField('status', ({ status }) => status === 'draft'),
  'sends-prices-by-country': changeField('prices', (prices) =>
    Object.fromEntries(entriesOf(prices).map((price) => [price.country_code, price])),
  ),
  'sends-null-for-no-errors': changeField('errors', () => null, isSuccessful),
  'sends-countries-as-codes': changeField('countries', (countries) =>
    entriesOf(countries).map(({ code }) => code),
  ),
  'sends-attributes-by-id': changeEntries((group, index, { length }) =>
    index === length - 1 ? { ...group, attributes: { ...entriesOf(group.attributes) } } : group,
  ),
  'leaves-out-null-fields-of-items': changeField('order_items', (items) =>
    entriesOf(items).map((item) =>
      Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
    ),
  ),
  'sends-costs-with-decimals': changeField('cost_with_tax', (cost) => (Number(cost) / 100).toFixed(2)),
  'leaves-out-errors-of-successful-items': withoutField('errors', isSuccessful),
  'sends-errors-as-objects': changeField(
    'errors',
    onList((errors) => errors.map((message) => ({ message }))),
  ),
  'sends-rejection-reasons-as-strings': changeField('rejection_reasons', (reasons) =>
    entriesOf(reasons).map(({ name }) => name),
  ),
  'lists-items-of-unfinished-batch': listingItemsOf('pending', 'processing'),
  'lists-items-of-retried-batch': listingItemsOf('retry'),
  'refuses-well-formed-request': sendingError(isSuccess, 400, 'The request is not supported'),
  'answers-404-to-empty-list': changedAt(isSuccess, (sent) =>
    isEmptyList(sent) ? asError(sent, 404, 'Nothing was found') : sent,
  ),
  'sends-event-types-as-names': changeEntries(({ event }) => event),
  'names-last-event-type-otherwise': changeField('event', (event) =>
    event === 'product_master.status_updated' ? 'product.status' : event,
  ),
  'wraps-list-of-webhooks': changeBody((items) => ({ items })),
  'sends-single-event-as-text': changeField(
    'events',
    onList((events) => (events.length === 1 ? events[0] : events)),
  ),
};
