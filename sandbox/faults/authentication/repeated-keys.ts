import { isObject } from '../../schema/check.js';
import { type Asked, type Fault, liesIn } from '../fault.js';
import { ALL, PAGED, REFUSING } from '../operation-sets.js';
import { asError, changedJson, changedSent, isSuccess, withHeaders } from '../sent-changes.js';

/** Faults that give the key away. */
export const repeatedKeyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'AUTH-11 repeats-key-in-header': [
      'It repeats the key in a header of its answers.',
      changedSent((sent, asked) =>
        asked.merchant === undefined ? sent : withHeaders(sent, { 'x-api-key': keyOf(asked) }),
      ),
    ],
  }),
  ...liesIn(REFUSING, {
    'AUTH-11 repeats-key-in-errors': [
      'It names the key in the message of a 400 or 404.',
      'requests that are answered 400 or 404',
      changedSent((sent, asked) =>
        asked.merchant !== undefined && (sent.status === 400 || sent.status === 404)
          ? asError(
              sent,
              sent.status,
              `The request with key ${keyOf(asked)} is refused: ${messageOf(sent.body)}`,
            )
          : sent,
      ),
    ],
  }),
  ...liesIn(PAGED, {
    'AUTH-11 repeats-key-in-next-link': [
      'It puts the key into the link to the next page.',
      'pages that have a next one',
      changedJson(isSuccess, (body, asked) => {
        if (!isObject(body) || !isObject(body.pagination)) return body;
        const { pagination } = body;
        const { next } = pagination;
        if (typeof next !== 'string') return body;
        return { ...body, pagination: { ...pagination, next: `${next}&api_key=${keyOf(asked)}` } };
      }),
    ],
  }),
];

function keyOf({ headers }: Asked): string {
  return String(headers['x-api-key']);
}

function messageOf(body: string | Buffer): string {
  const error: unknown = JSON.parse(String(body));
  return isObject(error) ? String(error.message) : '';
}
