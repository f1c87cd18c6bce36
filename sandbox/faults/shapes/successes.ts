import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { ALL } from '../operation-sets.js';
import { asError, changedSent, isJson, isSuccess } from '../sent-changes.js';

/** Faults that have no success for what is well-formed. */
export const refusedRequestFaults: readonly Fault[] = [
  {
    id: 'refuses-well-formed-request',
    violates: 'SHP-10',
    does: 'It answers 400 to every request.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isSuccess(sent.status) ? asError(sent, 400, 'The request is not supported') : sent,
      ),
  },
  {
    id: 'answers-404-to-empty-list',
    violates: 'SHP-10',
    does: 'It answers 404 where a list has no entries.',
    operations: ['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders'],
    showsFor: 'lists without entries',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isSuccess(sent.status) && isJson(sent) && isEmpty(JSON.parse(String(sent.body)))
          ? asError(sent, 404, 'Nothing was found')
          : sent,
      ),
  },
];

function isEmpty(body: unknown): boolean {
  const entries = isObject(body) ? body.items : body;
  return Array.isArray(entries) && entries.length === 0;
}
