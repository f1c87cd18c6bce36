import { ApiError } from '../../http/api-error.js';
import { type Fault, liesIn, type Plant } from '../fault.js';
import { handledBy, insteadOfRefusal } from '../handling.js';
import { RESULTS, WITH_ID } from '../operation-sets.js';

const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');
const WRITTEN_AT_RANDOM = /^[\da-f]{8}-[\da-f]{4}-4/i;

/** Plants an answer of 200 to ids that don't exist; undefined is answered 404 nevertheless. */
function answering(answer: (id: string) => unknown): Plant {
  return insteadOfRefusal((error, { params, query }) => {
    const body = answer(String(params.id ?? query.batch_request_id));
    if (!isUnknown(error) || body === undefined) return undefined;
    return { status: 200, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  });
}

/** Faults of the answers to ids that don't exist. */
export const unknownIdFaults: readonly Fault[] = [
  ...liesIn(['getStatusResults'], {
    'ERR-02 answers-unknown-status-batch-with-null': [
      'It answers an unknown batch id on the status results with 200 and null.',
      answering(() => null),
    ],
    'ERR-02 answers-unknown-status-batch-as-pending': [
      'It tells of an unknown batch id on the status results that it is pending.',
      answering((id) => ({ batchRequestId: id, status: 'pending', items: [] })),
    ],
  }),
  ...liesIn(OTHER_RESULTS, {
    'ERR-03 answers-unknown-batch-with-null': [
      'It answers an unknown batch id with 200 and null.',
      answering(() => null),
    ],
    'ERR-03 answers-unknown-batch-as-completed': [
      'It tells of an unknown batch id that it is completed, without items.',
      answering((id) => ({ batchRequestId: id, status: 'completed', items: [] })),
    ],
    'ERR-03 takes-other-uuid-versions-for-malformed': [
      'It answers 400 to a batch id that is a UUID of another version than 4.',
      'UUIDs of another version than 4',
      handledBy((request, _operation, next) => {
        const id = request.query.batch_request_id;
        if (typeof id === 'string' && id.length === 36 && !WRITTEN_AT_RANDOM.test(id))
          throw new ApiError(400, 'batch_request_id must be a UUID of version 4');
        return next(request);
      }),
    ],
  }),
  ...liesIn(['getWebhook', 'updateWebhook'], {
    'ERR-04 answers-unknown-id-with-null': [
      'It answers an unknown id with 200 and null.',
      answering(() => null),
    ],
  }),
  ...liesIn(['getAttributeGroups'], {
    'ERR-04 knows-every-category': [
      'It answers an unknown category id with 200 and no attribute groups.',
      answering(() => []),
    ],
    'ERR-04 knows-category-zero': [
      'It answers the category id 0 with 200 and no attribute groups.',
      'the id 0',
      answering((id) => (id === '0' ? [] : undefined)),
    ],
  }),
  ...liesIn(['deleteWebhook'], {
    'ERR-04 deletes-what-does-not-exist': [
      'It answers 204 to the deletion of a webhook subscription that there never was.',
      insteadOfRefusal((error) => (isUnknown(error) ? { status: 204 } : undefined)),
    ],
  }),
  ...liesIn(['getDeliveryDocument', 'downloadReport'], {
    'ERR-04 hands-out-empty-file-for-unknown-id': [
      'It answers an unknown order number or report id with an empty file.',
      insteadOfRefusal((error, _request, { answer }) =>
        isUnknown(error) && 'mediaType' in answer
          ? { status: 200, body: '', headers: { 'content-type': answer.mediaType } }
          : undefined,
      ),
    ],
  }),
  ...liesIn(WITH_ID, {
    'ERR-04 answers-unknown-id-with-400': [
      'It answers 400 to an unknown id in the path.',
      insteadOfRefusal((error) => {
        if (isUnknown(error)) throw new ApiError(400, 'The id is invalid');
        return undefined;
      }),
    ],
  }),
];

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}
