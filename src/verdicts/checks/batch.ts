import { equalIsSameBatch } from '../../contract/documents/document.js';
import { batchWrites, type Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { member } from '../../contract/values/path.js';
import { inBody, type Place } from '../../contract/values/place.js';
import { counted } from '../../contract/values/words.js';
import type { Exchange } from '../../http/exchange.js';
import { listNoItemsBeforeItsEnd } from '../oracles/batches/batch.js';
import { finalStatuses } from '../oracles/batches/followed-batch.js';
import { asShown, entriesOf, type Violation, violationAt } from '../oracles/violation.js';
import { type BatchContent, batchContent, gapOfEqual, mayBeEqual } from '../recording/submission.js';
import { assumedGaps, type Check, learned } from './check.js';

const resultsOperations = new Set(batchWrites.map(({ resultsOperation }) => resultsOperation));

/** The content of each batch that a target has acknowledged, by its id. */
const ofTargets = new Map<string, Map<string, BatchContent>>();

export const batchChecks = {
  /**
   * BAT-03: submissions that differ never get the same batch request id (clause 1; its place in the response: gaps G-09
   * to G-11). An equal submission may get the id of the earlier one (gap G-21). The check remembers every id that a
   * target has shown. The first id has nothing to differ from, so it verifies nothing.
   */
  newBatchId: {
    requirements: ['BAT-03'],
    run(exchange, operation) {
      if (operation.resultsOperation === undefined || !exchange.succeeded) return [];
      const shown = member(exchange.json, 'batchRequestId');
      if (typeof shown !== 'string') return [];
      // A UUID is the same in upper and lower case.
      const id = shown.toLowerCase();
      const { origin } = new URL(exchange.request.url);
      const given = ofTargets.get(origin) ?? new Map<string, BatchContent>();
      ofTargets.set(origin, given);
      const content = batchContent(operation, exchange.request.body);
      const earlier = given.get(id);
      if (earlier === undefined) {
        given.set(id, content);
        return given.size > 1 ? ['BAT-03'] : [];
      }
      const isEqual = mayBeEqual(earlier, content);
      if (isEqual && equalIsSameBatch) return [];
      const actual = `the id ${id} of an earlier batch${isEqual ? ', whose items may be read as equal' : ''}`;
      const gaps = [...assumedGaps(operation, exchange.status), ...(isEqual ? [gapOfEqual] : [])];
      const at = inBody('batchRequestId');
      return learned('BAT-03', violationAt(at, 'an id that no other batch has', actual, gaps));
    },
  },
  /** SHP-09: the results of an unfinished batch list no items (clauses 2.1 and 3.2, gap G-07). */
  noItemsBeforeEnd: {
    requirements: ['SHP-09'],
    run(exchange, operation) {
      if (!resultsOperations.has(operation.operationId)) return [];
      const result = listNoItemsBeforeItsEnd({ polls: [exchange] });
      const isViolation = result !== undefined && !('inconclusive' in result);
      return learned('SHP-09', isViolation ? { ...result, gaps: assumedGaps(operation, 200) } : result);
    },
  },
  /**
   * BAT-11, BAT-12: in the results of a batch, a failed item has messages (clauses 2.1 and 7), but a successful
   * item has none (gap G-15). If several entries are wrong, the check reports the first.
   */
  itemMessages: {
    requirements: ['BAT-11', 'BAT-12'],
    run(exchange, operation) {
      const entries = entriesOf(resultItems(exchange, operation));
      const gaps = assumedGaps(operation, 200);
      return ([false, true] as const).flatMap((success) => {
        const shown = [...entries.entries()].filter(([, entry]) => member(entry, 'success') === success);
        if (shown.length === 0) return [];
        const wrong = shown
          .map(([index, entry]) =>
            messagesProblem(inBody(`items[${index}].errors`), success, member(entry, 'errors')),
          )
          .find((violation) => violation !== undefined);
        return learned(success ? 'BAT-12' : 'BAT-11', wrong && { ...wrong, gaps });
      });
    },
  },
  /**
   * BAT-19, BAT-20: the status of a finished batch agrees with its entries (clauses 2.1 and 3.2). A batch whose entries
   * all succeeded isn't failed; that a failed batch has no successful entry at all is assumed (gap G-07).
   */
  statusOfEntries: {
    requirements: ['BAT-19', 'BAT-20'],
    run(exchange, operation) {
      const status = member(exchange.json, 'status');
      if (!finalStatuses.some((each) => each === status)) return [];
      const entries = entriesOf(resultItems(exchange, operation));
      const succeeded = entries.filter((entry) => member(entry, 'success') === true).length;
      if (succeeded === 0) return [];
      const shown: readonly RequirementId[] =
        succeeded === entries.length ? ['BAT-19', 'BAT-20'] : ['BAT-20'];
      if (status !== 'failed') return shown;
      const actual = `the string "failed", although ${succeeded} of ${counted(entries.length, 'entry')} succeeded`;
      const violation = violationAt(inBody('status'), 'completed', actual, assumedGaps(operation, 200));
      return shown.map((requirement) => ({ requirement, ...violation }));
    },
  },
} satisfies Readonly<Record<string, Check>>;

function messagesProblem(at: Place, success: boolean, errors: unknown): Violation | undefined {
  const messages = entriesOf(errors);
  if (success) {
    if (Array.isArray(errors) && messages.length === 0) return undefined;
    return violationAt(at, 'an empty array with success true', asShown(errors));
  }
  if (messages.length > 0 && messages.every((each) => typeof each === 'string' && each !== ''))
    return undefined;
  const expected = 'an array of at least one message, none of them empty, with success false';
  return violationAt(at, expected, asShown(errors));
}

/** The items of a batch result in the response of one of the seven results operations; undefined for any other response. */
function resultItems({ status, json }: Exchange, { operationId }: Operation): unknown {
  return status === 200 && resultsOperations.has(operationId) ? member(json, 'items') : undefined;
}
