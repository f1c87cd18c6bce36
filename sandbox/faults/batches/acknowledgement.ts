import { createHash } from 'node:crypto';
import type { Answer, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { KINDS } from '../batch-submissions.js';
import { liesIn, type Plant } from '../fault.js';
import { perOwner } from '../memory.js';
import { BATCH_WRITES } from '../operation-sets.js';

/** Plants another acknowledgement. `create` is called once for each planting. */
function acknowledging(create: () => (id: string, request: OperationRequest) => object): Plant {
  return (clean, plantedIn) => {
    const change = create();
    return {
      async handle(operation, request): Promise<Answer> {
        const answer = await clean.handle(operation, request);
        if (!plantedIn(operation.id) || !(operation.id in KINDS) || !isObject(answer.body)) return answer;
        return { ...answer, body: change(String(answer.body.batchRequestId), request) };
      },
    };
  };
}

/** Equal submissions of one merchant that are remembered at the same time. */
const MOST_REMEMBERED = 1_000;

function hashOf({ itemTexts }: OperationRequest): string {
  const hash = createHash('sha256');
  for (const text of itemTexts) hash.update(text).update('\n');
  return hash.digest('hex');
}

/** Faults of the id that a batch write is acknowledged with. */
export const acknowledgementFaults = liesIn(BATCH_WRITES, {
  'BAT-01 acknowledges-with-undashed-id': [
    'It acknowledges a batch with the hexadecimal digits of a UUID without its hyphens.',
    acknowledging(() => (id) => ({ batchRequestId: id.replaceAll('-', '') })),
  ],
  'BAT-01 acknowledges-large-batch-without-id': [
    'It acknowledges a large batch with null in place of its id.',
    'batches of 50 items and more',
    acknowledging(() => (id, { itemTexts }) => ({
      batchRequestId: itemTexts.length < 50 ? id : null,
    })),
  ],
  'BAT-03 reuses-id-for-equal-batch': [
    'It acknowledges a batch with the id of an earlier one that had equal items.',
    'a batch equal to an earlier one',
    acknowledging(() => {
      const knownOf = perOwner(() => new Map<string, string>());
      return (id, request) => {
        const known = knownOf(request.merchant);
        const hash = hashOf(request);
        const first = known.get(hash) ?? id;
        if (known.size >= MOST_REMEMBERED) known.clear();
        known.set(hash, first);
        return { batchRequestId: first };
      };
    }),
  ],
  'BAT-03 makes-one-id-a-second': [
    'It acknowledges batches that arrive within one second with the same id.',
    'batches submitted within the same second of the clock',
    acknowledging(() => {
      const lastOf = perOwner(() => ({ second: Number.NaN, id: '' }));
      return (id, { merchant }) => {
        const last = lastOf(merchant);
        const second = Math.floor(merchant.timeline.now() / 1_000);
        if (second !== last.second) Object.assign(last, { second, id });
        return { batchRequestId: last.id };
      };
    }),
  ],
});
