import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { ALL } from '../operation-sets.js';
import { asError, changedSent, isJson, isSuccess } from '../sent-changes.js';

/** Faults that have no success for what is well-formed. */
export const refusedRequestFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'SHP-10 refuses-well-formed-request': [
      'It answers 400 to every request.',
      changedSent((sent) =>
        isSuccess(sent.status) ? asError(sent, 400, 'The request is not supported') : sent,
      ),
    ],
  }),
  ...liesIn(['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders'], {
    'SHP-10 answers-404-to-empty-list': [
      'It answers 404 where a list has no entries.',
      'lists without entries',
      changedSent((sent) =>
        isSuccess(sent.status) && isJson(sent) && isEmpty(JSON.parse(String(sent.body)))
          ? asError(sent, 404, 'Nothing was found')
          : sent,
      ),
    ],
  }),
];

function isEmpty(body: unknown): boolean {
  const entries = isObject(body) ? body.items : body;
  return Array.isArray(entries) && entries.length === 0;
}
