import { operation } from '../../contract/operations.js';
import { mayRefuseWith } from '../../contract/unshown.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { Blocked, notAccepted } from '../../verdicts/interruptions.js';
import { entriesForEach } from '../../verdicts/oracles/batch-entries.js';
import { type BatchAnswer, batchRefused } from '../models/batch-answer.js';

/**
 * What became of the items of a submission, as a model hears it.
 * @throws Blocked where the answer is neither a batch nor a refusal: the checks have judged it already
 */
export function batchAnswerOf({ batch, write }: Submission, items: readonly unknown[]): BatchAnswer {
  if (batch === undefined && mayRefuseWith(operation(write.operationId), write.status)) return batchRefused;
  if (batch === undefined) throw notAccepted('the batch was not accepted', write);
  return entriesForEach(batch.items, items).map((entry) => {
    if (entry !== undefined) return entry.success ? 'success' : 'failed';
    throw new Blocked(`the result of batch ${batch.batchRequestId} lacks an entry for an item`);
  });
}
