import type { Static, TSchema } from 'typebox';
import { type BatchKind, TooMuchWaiting } from '../domain/batches.js';
import { ApiError } from '../http/errors.js';
import {
  type Declaration,
  NO_QUERY,
  type Operation,
  type OperationRequest,
  operation,
} from '../http/operation.js';
import { array, object, string } from '../schema/build.js';

/** The acknowledgement of an accepted batch (gaps G-09 and G-10). */
const acknowledgementSchema = object({ batchRequestId: string({ format: 'uuid' }) });

/** A batch write. `apply` carries out one item in due time and returns the messages about failures. */
interface BatchWrite<Item extends TSchema>
  extends Pick<
    Declaration<typeof NO_QUERY, Item>,
    'id' | 'method' | 'path' | 'requestsPerMinute' | 'tag' | 'summary'
  > {
  kind: BatchKind;
  item: Item;
  /** The most items in one batch (gap G-16). */
  maxItems: number;
  apply(
    item: Static<Item>,
    request: Pick<OperationRequest, 'merchant' | 'merchants'>,
    submittedAt: number,
  ): string[];
}

/** The operation that accepts batches of one kind (clauses 1 and 4). */
export function batchWrite<Item extends TSchema>({
  kind,
  item,
  maxItems,
  apply,
  ...facts
}: BatchWrite<Item>): Operation {
  return operation({
    ...facts,
    query: NO_QUERY,
    body: object({ items: array(item, { minItems: 1, maxItems }) }),
    answer: { status: 200, description: 'The batch is accepted', json: acknowledgementSchema },
    handle({ body, bytes, itemTexts, merchant, merchants }) {
      const submittedAt = merchant.timeline.now();
      try {
        const batchRequestId = merchant.batches.submit<Static<Item>>({
          kind,
          items: body.items,
          texts: itemTexts,
          bytes,
          apply: (entry) => apply(entry, { merchant, merchants }, submittedAt),
        });
        return { status: 200, body: { batchRequestId } };
      } catch (error) {
        throw error instanceof TooMuchWaiting ? new ApiError(400, error.message) : error;
      }
    },
  });
}
