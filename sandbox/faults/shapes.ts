import { type Fault, liesIn } from './fault.js';
import * as at from './plants/operations.js';
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

const WRAPPED = changeObject((body) => ({ data: body }));

const BARE = changeObject((body) => body.items);

/** Plants an entry in the results of batches with a status, which have none yet. */
function listingItemsOf(...statuses: readonly unknown[]) {
  const items = [{ requestItem: {}, success: false, errors: ['not processed yet'] }];
  return changeObject((body) => (statuses.includes(body.status) ? { ...body, items } : body));
}

function isSuccessful({ success }: Entry): boolean {
  return success === true;
}

/** Faults in the shapes of successful responses, and in refusing well-formed requests (clause 2, gaps G-05 to G-13). */
export const shapeFaults: readonly Fault[] = [
  ...liesIn(['upsertProducts'], {
    'SHP-04 wraps-acknowledgement-of-upsert': WRAPPED,
  }),
  ...liesIn(['updateProductStatus'], {
    'SHP-05 wraps-acknowledgement-of-status-update': WRAPPED,
  }),
  ...liesIn(at.OTHER_WRITES, {
    'SHP-06 wraps-acknowledgement-of-update': WRAPPED,
  }),
  ...liesIn(['listProducts'], {
    'SHP-03 sends-product-list-bare': BARE,
    'SHP-03 leaves-out-status-of-drafts': withoutField('status', ({ status }) => status === 'draft'),
    'SHP-03 sends-prices-by-country': changeField('prices', (prices) =>
      Object.fromEntries(entriesOf(prices).map((price) => [price.country_code, price])),
    ),
  }),
  ...liesIn(['listOrders', 'listCategories'], {
    'SHP-06 sends-list-bare': BARE,
  }),
  ...liesIn(at.OTHER_RESULTS, {
    'SHP-06 sends-null-for-no-errors': changeField('errors', () => null, isSuccessful),
  }),
  ...liesIn(['listCountries'], {
    'SHP-02 sends-countries-as-codes': changeField('countries', (countries) =>
      entriesOf(countries).map(({ code }) => code),
    ),
  }),
  ...liesIn(['getAttributeGroups'], {
    'SHP-02 sends-attributes-by-id': changeEntries((group, index, { length }) =>
      index === length - 1 ? { ...group, attributes: { ...entriesOf(group.attributes) } } : group,
    ),
  }),
  ...liesIn(['listOrders'], {
    'SHP-02 leaves-out-null-fields-of-items': changeField('order_items', (items) =>
      entriesOf(items).map((item) =>
        Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      ),
    ),
    'SHP-02 sends-costs-with-decimals': changeField('cost_with_tax', (cost) =>
      (Number(cost) / 100).toFixed(2),
    ),
  }),
  ...liesIn(['getStatusResults'], {
    'SHP-01 leaves-out-errors-of-successful-items': withoutField('errors', isSuccessful),
    'SHP-01 sends-errors-as-objects': changeField(
      'errors',
      onList((errors) => errors.map((message) => ({ message }))),
    ),
  }),
  ...liesIn(['listRejectedProducts'], {
    'SHP-01 sends-rejection-reasons-as-strings': changeField('rejection_reasons', (reasons) =>
      entriesOf(reasons).map(({ name }) => name),
    ),
  }),
  ...liesIn(at.RESULTS, {
    'SHP-09 lists-items-of-unfinished-batch': listingItemsOf('pending', 'processing'),
    'SHP-09 lists-items-of-retried-batch': listingItemsOf('retry'),
  }),
  ...liesIn(at.ALL, {
    'SHP-10 refuses-well-formed-request': sendingError(isSuccess, 400, 'The request is not supported'),
  }),
  ...liesIn(at.CHANGING_LISTS, {
    'SHP-10 answers-404-to-empty-list': changedAt(isSuccess, (sent) =>
      isEmptyList(sent) ? asError(sent, 404, 'Nothing was found') : sent,
    ),
  }),
  ...liesIn(['listWebhookEventTypes'], {
    'SHP-07 sends-event-types-as-names': changeEntries(({ event }) => event),
    'SHP-07 names-last-event-type-otherwise': changeField('event', (event) =>
      event === 'product_master.status_updated' ? 'product.status' : event,
    ),
  }),
  ...liesIn(['listWebhooks'], {
    'SHP-08 wraps-list-of-webhooks': changeBody((items) => ({ items })),
  }),
  ...liesIn(at.SHOWN_SUBSCRIPTIONS, {
    'SHP-02 sends-single-event-as-text': changeField(
      'events',
      onList((events) => (events.length === 1 ? events[0] : events)),
    ),
  }),
];
