import { ApiError } from '../../http/api-error.js';
import { UnreadableBody } from '../../http/json-body.js';
import { isObject, ShapeError } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { insteadOfRefusal } from '../handling.js';
import { BATCH_WRITES } from '../operation-sets.js';

/** How many items of a refused batch are carried out at most. */
const MOST_ITEMS = 10;

/** Faults that carry out what they answer with an error. */
export const carriedOutFaults: readonly Fault[] = [
  ...liesIn(['createWebhook'], {
    'ERR-10 creates-webhook-that-it-refuses': [
      'It creates a webhook subscription before it refuses the request.',
      insteadOfRefusal((error, { merchant }) => {
        if (error instanceof ShapeError && merchant.subscriptions.size < 100)
          merchant.subscriptions.create({ events: ['order.created'], url: 'https://receiver.invalid/' });
        return undefined;
      }),
    ],
  }),
  ...liesIn(['updateWebhook'], {
    'ERR-10 changes-webhook-before-refusing': [
      'It applies the valid fields of a change before it refuses the invalid ones.',
      'changes with both valid and invalid fields',
      (clean, plantedIn) =>
        insteadOfRefusal(async (error, request, operation) => {
          if (!(error instanceof ShapeError) || !isObject(request.body)) return undefined;
          for (const [name, value] of Object.entries(request.body))
            if (['events', 'url', 'description', 'enabled'].includes(name))
              await attempt(() => clean.handle(operation, { ...request, body: { [name]: value } }));
          return undefined;
        })(clean, plantedIn),
    ],
    'ERR-10 creates-webhook-for-unknown-id': [
      'It creates a webhook subscription when the one to be changed does not exist, and answers 404.',
      'ids that do not exist',
      insteadOfRefusal((error, { merchant }) => {
        if (error instanceof ApiError && error.status === 404 && merchant.subscriptions.size < 100)
          merchant.subscriptions.create({ events: ['order.created'], url: 'https://receiver.invalid/' });
        return undefined;
      }),
    ],
  }),
  ...liesIn(['deleteWebhook'], {
    'ERR-10 deletes-last-webhook-for-unknown-id': [
      'It deletes the newest webhook subscription when the one to be deleted does not exist, and answers 404.',
      'ids that do not exist',
      insteadOfRefusal((error, { merchant: { subscriptions } }) => {
        const last = subscriptions.all().at(-1);
        if (error instanceof ApiError && error.status === 404 && last !== undefined)
          subscriptions.remove(last.id);
        return undefined;
      }),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'ERR-10 carries-out-valid-items-of-refused-batch': [
      'It answers 400 to a batch with an invalid item, and carries out the valid ones.',
      'batches with both valid and invalid items',
      (clean, plantedIn) =>
        insteadOfRefusal(async (error, request, operation) => {
          const { body, itemTexts } = request;
          if (!(error instanceof ShapeError) || body instanceof UnreadableBody) return undefined;
          const items = isObject(body) && Array.isArray(body.items) ? body.items.slice(0, MOST_ITEMS) : [];
          for (const [index, item] of items.entries())
            await attempt(() =>
              clean.handle(operation, {
                ...request,
                body: { items: [item] },
                itemTexts: itemTexts.slice(index, index + 1),
              }),
            );
          return undefined;
        })(clean, plantedIn),
    ],
  }),
];

/** Does something that may be refused. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch {
    // What is refused once more is not carried out, as it should be.
  }
}
