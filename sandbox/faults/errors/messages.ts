import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { ALL, REFUSING, RESULTS, WITH_BODY, WITH_ID, WITH_QUERY } from '../operation-sets.js';
import { changedJson, changedSent, withHeaders } from '../sent-changes.js';

const WITH_INPUT = [...new Set([...WITH_BODY, ...WITH_QUERY])];

/** Faults of what a message says: too much or too little. */
export const messageFaults: readonly Fault[] = [
  ...liesIn(WITH_INPUT, {
    'ERR-12 sends-stack-trace': [
      'It sends a stack trace with a 400.',
      'requests that are answered 400',
      changedJson(
        (status) => status === 400,
        (body) => ({
          ...(isObject(body) && body),
          stack:
            'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
        }),
      ),
    ],
    'ERR-13 says-only-that-request-is-bad': [
      'It says of invalid input only that the request is bad.',
      saying(400, () => 'Bad request'),
    ],
  }),
  ...liesIn([...WITH_ID, ...RESULTS], {
    'ERR-12 tells-query-of-lookup': [
      'It tells in the message of a 404 by which query nothing was found.',
      'requests that are answered 404',
      saying(404, () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1'),
    ],
  }),
  ...liesIn(ALL, {
    'ERR-12 tells-path-of-key-file': [
      'It tells in the message of a 401 in which file it looked for the key.',
      'requests that are answered 401',
      saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
    ],
  }),
  ...liesIn(REFUSING, {
    'ERR-12 names-internal-host': [
      'It names the host that refused a request in a header.',
      'the headers of a 400 or 404',
      changedSent((sent) =>
        sent.status === 400 || sent.status === 404
          ? withHeaders(sent, { 'x-served-by': 'catalog-api-7.prod.internal' })
          : sent,
      ),
    ],
  }),
  ...liesIn(['upsertProducts', 'updateProductStatus', 'updateProductStock', 'updateProductPrices'], {
    'ERR-13 names-no-field-of-items': [
      'It says of an invalid item only which one it is.',
      'invalid fields of items',
      saying(400, (message) => message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid')),
    ],
  }),
];

/** Plants another message in the errors of a status. */
function saying(status: number, reword: (message: string) => string) {
  return changedJson(
    (sent) => sent === status,
    (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }),
  );
}
