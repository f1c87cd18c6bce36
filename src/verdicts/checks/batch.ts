import { equalIsSameBatch } from '../../contract/documents/document.js';
import { batchWrites, type Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { member } from '../../contract/values/path.js';
import { inBody } from '../../contract/values/place.js';
import { counted } from '../../contract/values/words.js';
import type { Exchange } from '../../http/exchange.js';
import { listNoItemsBeforeItsEnd } from '../oracles/batches/batch.js';
import { finalStatuses } from '../oracles/batches/followed-batch.js';
import { asShown, entriesOf, violationAt, withGaps } from '../oracles/violation.js';
import { type BatchContent, batchContent, gapOfEqual, mayBeEqual } from '../recording/submission.js';
import { assumedGaps, type Check, learned } from './check.js';

const resultsOperations = new Set(batchWrites.map(({ resultsOperation }) => resultsOperation));

/** The content of each batch that a target has acknowledged, by its id. */
const ofTargets = new Map<string, Map<string, BatchContent>>();

export const batchChecks = {
  /**
   * BAT-03: submissions that differ never get the same batch request id (clause 1; its place in the response: gaps G-09
   * to G-11). An equal submission may get the id of the earlier one (gap G-21). The check remembers every id that a
   * target has shown. The first id verifies nothing, because there is no other id to compare it with.
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
      const [earlier, content] = [given.get(id), batchContent(operation, exchange.request.body)];
      if (earlier === undefined) {
        ofTargets.set(origin, given.set(id, content));
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
      return learned('SHP-09', withGaps(result, assumedGaps(operation, 200)));
    },
  },
  /**
   * BAT-11, BAT-12: in the results of a batch, a failed item has messages (clauses 2.1 and 7), and a successful item
   * has none (gap G-15). If several entries are wrong, the check reports the first.
   */
  itemMessages: {
    requirements: ['BAT-11', 'BAT-12'],
    run(exchange, operation) {
      const gaps = assumedGaps(operation, 200);
      const entries = resultEntries(exchange, operation);
      return messageRules.flatMap(({ success, id, expected, holds }) => {
        const shown = entries.flatMap((entry, index) =>
          member(entry, 'success') === success ? [{ index, errors: member(entry, 'errors') }] : [],
        );
        if (shown.length === 0) return [];
        const wrong = shown.find(({ errors }) => !Array.isArray(errors) || !holds(errors));
        if (wrong === undefined) return [id];
        const at = inBody(`items[${wrong.index}].errors`);
        return learned(id, violationAt(at, expected, asShown(wrong.errors), gaps));
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
      const entries = resultEntries(exchange, operation);
      const succeeded = entries.filter((entry) => member(entry, 'success') === true).length;
      if (succeeded === 0) return [];
      const shown: readonly RequirementId[] =
        succeeded === entries.length ? ['BAT-19', 'BAT-20'] : ['BAT-20'];
      if (status !== 'failed') return shown;
      const actual = `the string "failed", although ${succeeded} of ${counted(entries.length, 'entry')} succeeded`;
      const violation = violationAt(inBody('status'), 'completed', actual, assumedGaps(operation, 200));
      return shown.flatMap((id) => learned(id, violation));
    },
  },
} satisfies Readonly<Record<string, Check>>;

/** What the messages of an item must be, by its outcome. */
const messageRules = [
  {
    success: false,
    id: 'BAT-11',
    expected: 'an array of at least one message, none of them empty, with success false',
    holds: (messages: readonly unknown[]) =>
      messages.length > 0 && messages.every((each) => typeof each === 'string' && each !== ''),
  },
  {
    success: true,
    id: 'BAT-12',
    expected: 'an empty array with success true',
    holds: (messages: readonly unknown[]) => messages.length === 0,
  },
] as const;

/** The entries of a batch result; empty if the response isn't a batch result. */
function resultEntries({ status, json }: Exchange, { operationId }: Operation): readonly unknown[] {
  return status === 200 && resultsOperations.has(operationId) ? entriesOf(member(json, 'items')) : [];
}
