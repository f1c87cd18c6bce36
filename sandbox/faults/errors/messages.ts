import { isObject } from '../../schema/check.js';
import type { Fault, PlantedIn, Workings } from '../fault.js';
import { ALL, REFUSING, RESULTS, WITH_BODY, WITH_ID, WITH_QUERY } from '../operation-sets.js';
import { changedJson, changedSent, withHeaders } from '../sent-changes.js';

const WITH_INPUT = [...new Set([...WITH_BODY, ...WITH_QUERY])];

/** Faults of what a message says: too much or too little. */
export const messageFaults: readonly Fault[] = [
  {
    id: 'sends-stack-trace',
    violates: 'ERR-12',
    does: 'It sends a stack trace with a 400.',
    operations: WITH_INPUT,
    showsFor: 'requests that are answered 400',
    plant: (_clean, plantedIn) =>
      changedJson(
        plantedIn,
        (status) => status === 400,
        (body) => ({
          ...(isObject(body) && body),
          stack:
            'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
        }),
      ),
  },
  {
    id: 'tells-query-of-lookup',
    violates: 'ERR-12',
    does: 'It tells in the message of a 404 by which query nothing was found.',
    operations: [...WITH_ID, ...RESULTS],
    showsFor: 'requests that are answered 404',
    plant: saying(404, () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1'),
  },
  {
    id: 'tells-path-of-key-file',
    violates: 'ERR-12',
    does: 'It tells in the message of a 401 in which file it looked for the key.',
    operations: ALL,
    showsFor: 'requests that are answered 401',
    plant: saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
  },
  {
    id: 'names-internal-host',
    violates: 'ERR-12',
    does: 'It names the host that refused a request in a header.',
    operations: REFUSING,
    showsFor: 'the headers of a 400 or 404',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        sent.status === 400 || sent.status === 404
          ? withHeaders(sent, { 'x-served-by': 'catalog-api-7.prod.internal' })
          : sent,
      ),
  },
  {
    id: 'says-only-that-request-is-bad',
    violates: 'ERR-13',
    does: 'It says of invalid input only that the request is bad.',
    operations: WITH_INPUT,
    plant: saying(400, () => 'Bad request'),
  },
  {
    id: 'names-no-field-of-items',
    violates: 'ERR-13',
    does: 'It says of an invalid item only which one it is.',
    operations: ['upsertProducts', 'updateProductStatus', 'updateProductStock', 'updateProductPrices'],
    showsFor: 'invalid fields of items',
    plant: saying(400, (message) => message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid')),
  },
];

/** Plants another message in the errors of a status. */
function saying(status: number, reword: (message: string) => string) {
  return (_clean: Workings, plantedIn: PlantedIn) =>
    changedJson(
      plantedIn,
      (sent) => sent === status,
      (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }),
    );
}
