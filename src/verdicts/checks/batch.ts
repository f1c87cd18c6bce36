import { batchWrites, type Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../../http/exchange.js';
import { inWords, member, type Violation } from '../oracles/violation.js';
import {
  assumedGaps,
  type Check,
  holds,
  notConcerned,
  type RequirementViolation,
  violated,
} from './check.js';

/**
 * BAT-03: no two submissions get the same batch request id (clause 1; its place in the response: gaps G-09 to G-11).
 * The check remembers every id that a target has shown. The first id has nothing to differ from, so it verifies
 * nothing.
 */
export function newBatchId(): Check {
  const ofTargets = new Map<string, Set<string>>();
  return {
    id: 'new-batch-id',
    requirements: ['BAT-03'],
    run(exchange, operation) {
      const id = acknowledgedId(exchange, operation);
      if (id === undefined) return notConcerned;
      const { origin } = new URL(exchange.request.url);
      const given = ofTargets.get(origin) ?? new Set();
      ofTargets.set(origin, given);
      if (given.has(id)) {
        return violated({
          requirement: 'BAT-03',
          expected: ['an id that no other batch has'],
          actual: `the id ${id} of an earlier batch`,
          at: 'body batchRequestId',
          gaps: assumedGaps(operation, exchange.status),
        });
      }
      given.add(id);
      return given.size > 1 ? holds('BAT-03') : notConcerned;
    },
  };
}

/** Lower-cased: a UUID is the same in upper and lower case. */
function acknowledgedId(exchange: Exchange, { resultsOperation }: Operation): string | undefined {
  if (resultsOperation === undefined || !exchange.succeeded) return undefined;
  const id = member(exchange.json, 'batchRequestId');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

const unfinished: readonly unknown[] = ['pending', 'processing', 'retry'];

/** SHP-09: the results of an unfinished batch list no items (clauses 2.1 and 3.2, gap G-07). */
export const noItemsBeforeEnd: Check = {
  id: 'no-items-before-end',
  requirements: ['SHP-09'],
  run(exchange, operation) {
    const result = batchResultIn(exchange, operation);
    if (result === undefined || !unfinished.includes(result.status)) return notConcerned;
    if (result.items.length === 0) return holds('SHP-09');
    return violated({
      requirement: 'SHP-09',
      expected: [`an empty array while the batch is ${result.status}`],
      actual: `${result.items.length} ${result.items.length === 1 ? 'entry' : 'entries'}`,
      at: 'body items',
      gaps: assumedGaps(operation, exchange.status),
    });
  },
};

/**
 * BAT-11, BAT-12: in the results of a batch, a failed item comes with messages (clauses 2.1 and 7), and a successful
 * item comes without any (gap G-15). If several entries are wrong, the check reports the first.
 */
export const itemMessages: Check = {
  id: 'item-messages',
  requirements: ['BAT-11', 'BAT-12'],
  run(exchange, operation) {
    const items = batchResultIn(exchange, operation)?.items ?? [];
    if (items.length === 0) return notConcerned;
    const verified = new Set<RequirementId>();
    const violations = new Map<RequirementId, RequirementViolation>();
    for (const [index, item] of items.entries()) {
      if (!isResultItem(item)) continue;
      const requirement = item.success ? 'BAT-12' : 'BAT-11';
      verified.add(requirement);
      if (violations.has(requirement)) continue;
      const violation = item.success ? unlessEmpty(item.errors) : unlessMessages(item.errors);
      if (violation === undefined) continue;
      const at = `body items[${index}].errors`;
      violations.set(requirement, { requirement, at, gaps: assumedGaps(operation, 200), ...violation });
    }
    const holding = [...verified].filter((requirement) => !violations.has(requirement));
    return { verified: holding, violations: [...violations.values()] };
  },
};

function unlessMessages(errors: unknown): Violation | undefined {
  const messages = Array.isArray(errors) ? errors : [];
  if (messages.length > 0 && messages.every((each) => typeof each === 'string' && each !== ''))
    return undefined;
  return {
    expected: ['an array of at least one message, none of them empty, with success false'],
    actual: inWords(errors),
  };
}

function unlessEmpty(errors: unknown): Violation | undefined {
  if (Array.isArray(errors) && errors.length === 0) return undefined;
  return { expected: ['an empty array with success true'], actual: inWords(errors) };
}

function isResultItem(item: unknown): item is { readonly success: boolean; readonly errors?: unknown } {
  return typeof item === 'object' && item !== null && 'success' in item && typeof item.success === 'boolean';
}

/** The part of a batch result (clause 2.1) that these checks look at; other checks judge its shape. */
interface BatchResult {
  readonly status: unknown;
  readonly items: readonly unknown[];
}

const resultsOperations = new Set(batchWrites.map(({ resultsOperation }) => resultsOperation));

/**
 * The batch result in the response of one of the seven results operations.
 *
 * @returns undefined for another operation, for any status but 200, and for a body without a list of items
 */
function batchResultIn(exchange: Exchange, operation: Operation): BatchResult | undefined {
  if (exchange.status !== 200 || !resultsOperations.has(operation.operationId)) return undefined;
  const items = member(exchange.json, 'items');
  return Array.isArray(items) ? { status: member(exchange.json, 'status'), items } : undefined;
}
