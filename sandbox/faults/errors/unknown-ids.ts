import { ApiError } from '../../http/api-error.js';
import type { OperationId } from '../../http/rate-limits.js';
import type { Fault } from '../fault.js';
import { handledBy, insteadOfRefusal } from '../handling.js';
import { RESULTS, WITH_ID } from '../operation-sets.js';

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');
const WRITTEN_AT_RANDOM = /^[\da-f]{8}-[\da-f]{4}-4/i;

/** Faults of the answers to ids that don't exist. */
export const unknownIdFaults: readonly Fault[] = [
  unknownIds({
    id: 'answers-unknown-status-batch-with-null',
    violates: 'ERR-02',
    does: 'It answers an unknown batch id on the status results with 200 and null.',
    operations: ['getStatusResults'],
    answer: () => null,
  }),
  unknownIds({
    id: 'answers-unknown-status-batch-as-pending',
    violates: 'ERR-02',
    does: 'It tells of an unknown batch id on the status results that it is pending.',
    operations: ['getStatusResults'],
    answer: (id) => ({ batchRequestId: id, status: 'pending', items: [] }),
  }),
  unknownIds({
    id: 'answers-unknown-batch-with-null',
    violates: 'ERR-03',
    does: 'It answers an unknown batch id with 200 and null.',
    operations: OTHER_RESULTS,
    answer: () => null,
  }),
  unknownIds({
    id: 'answers-unknown-batch-as-completed',
    violates: 'ERR-03',
    does: 'It tells of an unknown batch id that it is completed, without items.',
    operations: OTHER_RESULTS,
    answer: (id) => ({ batchRequestId: id, status: 'completed', items: [] }),
  }),
  {
    id: 'takes-other-uuid-versions-for-malformed',
    violates: 'ERR-03',
    does: 'It answers 400 to a batch id that is a UUID of another version than 4.',
    operations: OTHER_RESULTS,
    showsFor: 'UUIDs of another version than 4',
    plant: (clean, plantedIn) =>
      handledBy(clean, plantedIn, (request, _operation, next) => {
        const id = request.query.batch_request_id;
        if (typeof id === 'string' && id.length === 36 && !WRITTEN_AT_RANDOM.test(id))
          throw new ApiError(400, 'batch_request_id must be a UUID of version 4');
        return next(request);
      }),
  },
  unknownIds({
    id: 'answers-unknown-id-with-null',
    violates: 'ERR-04',
    does: 'It answers an unknown id with 200 and null.',
    operations: ['getWebhook', 'updateWebhook'],
    answer: () => null,
  }),
  unknownIds({
    id: 'knows-every-category',
    violates: 'ERR-04',
    does: 'It answers an unknown category id with 200 and no attribute groups.',
    operations: ['getAttributeGroups'],
    answer: () => [],
  }),
  unknownIds({
    id: 'knows-category-zero',
    violates: 'ERR-04',
    does: 'It answers the category id 0 with 200 and no attribute groups.',
    operations: ['getAttributeGroups'],
    showsFor: 'the id 0',
    answer: (id) => (id === '0' ? [] : undefined),
  }),
  {
    id: 'deletes-what-does-not-exist',
    violates: 'ERR-04',
    does: 'It answers 204 to the deletion of a webhook subscription that there never was.',
    operations: ['deleteWebhook'],
    plant: (clean, plantedIn) =>
      insteadOfRefusal(clean, plantedIn, (error) => (isUnknown(error) ? { status: 204 } : undefined)),
  },
  {
    id: 'hands-out-empty-file-for-unknown-id',
    violates: 'ERR-04',
    does: 'It answers an unknown order number or report id with an empty file.',
    operations: ['getDeliveryDocument', 'downloadReport'],
    plant: (clean, plantedIn) =>
      insteadOfRefusal(clean, plantedIn, (error, _request, { answer }) =>
        isUnknown(error) && 'mediaType' in answer
          ? { status: 200, body: '', headers: { 'content-type': answer.mediaType } }
          : undefined,
      ),
  },
  {
    id: 'answers-unknown-id-with-400',
    violates: 'ERR-04',
    does: 'It answers 400 to an unknown id in the path.',
    operations: WITH_ID,
    plant: (clean, plantedIn) =>
      insteadOfRefusal(clean, plantedIn, (error) => {
        if (isUnknown(error)) throw new ApiError(400, 'The id is invalid');
        return undefined;
      }),
  },
];

/** A fault that has an answer of 200 to ids that don't exist; undefined is answered 404 nevertheless. */
function unknownIds({
  answer,
  ...facts
}: Omit<Fault, 'plant'> & {
  operations: readonly OperationId[];
  answer(id: string): unknown;
}): Fault {
  return {
    ...facts,
    plant: (clean, plantedIn) =>
      insteadOfRefusal(clean, plantedIn, (error, { params, query }) => {
        const body = answer(String(params.id ?? query.batch_request_id));
        if (!isUnknown(error) || body === undefined) return undefined;
        return { status: 200, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      }),
  };
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
