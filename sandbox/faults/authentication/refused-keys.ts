import type { Merchants } from '../../domain/merchants.js';
import { authenticatedBy, paramsOf, unauthenticated } from '../callers.js';
import type { Fault, Sent } from '../fault.js';
import { ALL, WITH_ID } from '../operation-sets.js';
import { asError, changedSent, withoutBody } from '../sent-changes.js';

/** Faults of the answers to keys, valid and invalid ones. */
export const refusedKeyFaults: readonly Fault[] = [
  {
    id: 'forbids-valid-key',
    violates: 'AUTH-01',
    does: 'It answers 403 to a valid key.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { merchant }) =>
        merchant === undefined ? sent : asError(sent, 403, 'The key has no permission for this'),
      ),
  },
  {
    id: 'refuses-all-but-first-key',
    violates: 'AUTH-01',
    does: 'It answers 401 to the valid keys of a merchant but the one that was used first.',
    operations: ALL,
    showsFor: 'the second key of a merchant',
    plant(clean, plantedIn) {
      const first = new WeakMap<object, string>();
      return authenticatedBy(clean, plantedIn, (request, merchants) => {
        const caller = clean.authenticate(request, merchants);
        const expected = first.get(caller.merchant) ?? caller.key.id;
        first.set(caller.merchant, expected);
        if (caller.key.id !== expected) throw unauthenticated();
        return caller;
      });
    },
  },
  {
    id: 'answers-missing-key-with-400',
    violates: 'AUTH-02',
    does: 'It answers 400 to a request without the header of the key.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] === undefined
          ? asError(sent, 400, 'The header X-API-Key is required')
          : sent,
      ),
  },
  {
    id: 'sends-401-without-body',
    violates: 'AUTH-02',
    does: 'It answers a missing key with 401 and an empty body.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] === undefined ? withoutBody(sent) : sent,
      ),
  },
  {
    id: 'looks-up-id-before-key',
    violates: 'AUTH-02',
    does: 'It answers 404 to an unknown id before it looks at the key.',
    operations: WITH_ID,
    showsFor: 'ids that do not exist',
    plant(clean, plantedIn) {
      let isKnown: (id: string) => boolean = () => false;
      return {
        ...authenticatedBy(clean, plantedIn, (request, merchants) => {
          const caller = clean.authenticate(request, merchants);
          const { subscriptions, orders, reports } = caller.merchant;
          isKnown = (id) =>
            subscriptions.find(id) !== undefined ||
            orders.find(id) !== undefined ||
            reports.some((report) => report.id === id) ||
            isCategory(merchants, String(paramsOf(request).id), id);
          return caller;
        }),
        ...changedSent(plantedIn, (sent, { params }) =>
          isUnauthenticated(sent) && !Object.values(params).some(isKnown)
            ? asError(sent, 404, 'There is no such thing')
            : sent,
        ),
      };
    },
  },
  {
    id: 'forbids-unknown-key',
    violates: 'AUTH-03',
    does: 'It answers an unknown key with 403.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { headers }) =>
        isUnauthenticated(sent) && headers['x-api-key'] !== undefined ? { ...sent, status: 403 } : sent,
      ),
  },
  {
    id: 'answers-empty-key-with-400',
    violates: 'AUTH-05',
    does: 'It answers an empty key with 400.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { headers }) =>
        isUnauthenticated(sent) && String(headers['x-api-key'] ?? '-').trim() === ''
          ? asError(sent, 400, 'The header X-API-Key must not be empty')
          : sent,
      ),
  },
];

function isUnauthenticated({ status }: Sent): boolean {
  return status === 401;
}

function isCategory({ referenceData }: Merchants, asked: string, id: string): boolean {
  return asked === id && referenceData.categories.some((category) => String(category.id) === id);
}
