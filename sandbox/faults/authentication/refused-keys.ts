import type { Merchants } from '../../domain/merchants.js';
import { authenticatedBy, paramsOf, unauthenticated } from '../callers.js';
import { type Fault, liesIn, type Sent } from '../fault.js';
import { ALL, WITH_ID } from '../operation-sets.js';
import { asError, changedSent, withoutBody } from '../sent-changes.js';

/** Faults of the answers to keys, valid and invalid ones. */
export const refusedKeyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'AUTH-01 forbids-valid-key': [
      'It answers 403 to a valid key.',
      changedSent((sent, { merchant }) =>
        merchant === undefined ? sent : asError(sent, 403, 'The key has no permission for this'),
      ),
    ],
    'AUTH-01 refuses-all-but-first-key': [
      'It answers 401 to the valid keys of a merchant but the one that was used first.',
      'the second key of a merchant',
      (clean, plantedIn) => {
        const first = new WeakMap<object, string>();
        return authenticatedBy((request, merchants) => {
          const caller = clean.authenticate(request, merchants);
          const expected = first.get(caller.merchant) ?? caller.key.id;
          first.set(caller.merchant, expected);
          if (caller.key.id !== expected) throw unauthenticated();
          return caller;
        })(clean, plantedIn);
      },
    ],
    'AUTH-02 answers-missing-key-with-400': [
      'It answers 400 to a request without the header of the key.',
      changedSent((sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] === undefined
          ? asError(sent, 400, 'The header X-API-Key is required')
          : sent,
      ),
    ],
    'AUTH-02 sends-401-without-body': [
      'It answers a missing key with 401 and an empty body.',
      changedSent((sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] === undefined ? withoutBody(sent) : sent,
      ),
    ],
    'AUTH-03 forbids-unknown-key': [
      'It answers an unknown key with 403.',
      changedSent((sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] !== undefined ? { ...sent, status: 403 } : sent,
      ),
    ],
    'AUTH-05 answers-empty-key-with-400': [
      'It answers an empty key with 400.',
      changedSent((sent, { headers }) =>
        isUnauthenticated(sent) && String(headers['x-api-key'] ?? '-').trim() === ''
          ? asError(sent, 400, 'The header X-API-Key must not be empty')
          : sent,
      ),
    ],
  }),
  ...liesIn(WITH_ID, {
    'AUTH-02 looks-up-id-before-key': [
      'It answers 404 to an unknown id before it looks at the key.',
      'ids that do not exist',
      (clean, plantedIn) => {
        let isKnown: (id: string) => boolean = () => false;
        return {
          ...authenticatedBy((request, merchants) => {
            const caller = clean.authenticate(request, merchants);
            const { subscriptions, orders, reports } = caller.merchant;
            isKnown = (id) =>
              subscriptions.find(id) !== undefined ||
              orders.find(id) !== undefined ||
              reports.some((report) => report.id === id) ||
              isCategory(merchants, String(paramsOf(request).id), id);
            return caller;
          })(clean, plantedIn),
          ...changedSent((sent, { params }) =>
            isUnauthenticated(sent) && !Object.values(params).some(isKnown)
              ? asError(sent, 404, 'There is no such thing')
              : sent,
          )(clean, plantedIn),
        };
      },
    ],
  }),
];

function isUnauthenticated({ status }: Sent): boolean {
  return status === 401;
}

function isCategory({ referenceData }: Merchants, asked: string, id: string): boolean {
  return asked === id && referenceData.categories.some((category) => String(category.id) === id);
}
