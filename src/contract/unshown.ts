import { contract, isJsonObject } from './document.js';
import { isSuccess } from './operation.js';
import { type Operation, operation } from './operations.js';
import { Place } from './place.js';

/** Statuses with which a service may accept a read, and a write, where the description shows no success status. */
const acceptances = { read: [200, 204], write: [200, 201, 202, 204] } as const;

/** Statuses with which services usually refuse invalid input; the description shows none (clause 7, gap G-15). */
export const refusalStatuses: readonly number[] = [400, 409, 413, 415, 422];

/** Statuses from 400 to 499 that speak of the key, the method, a proxy, the time or the limit, and not of the input. */
const refusesSomethingElse: readonly number[] = [401, 405, 407, 408, 429];

/** Statuses that deny the place or the right to it: no request with a valid key and a known id gets one in place of a success. */
const denialStatuses: readonly number[] = [403, 404, 410];

/** The gap of refusal statuses. */
const gapOfRefusals = 'G-15';

/** The gap of the number of items in a batch (clause 8.2). */
const gapOfSizes = 'G-16';

/** Gaps that leave the parameters of an operation open together with its bodies (clauses 4.1 and 4.6). */
const gapsOfParameters: readonly string[] = ['G-08', 'G-11', 'G-13'];

/**
 * The statuses with which an operation may accept a well-formed request: those that the description shows, or, where it
 * shows none, all that say so.
 */
export function acceptedWith({ responses, safe, successStatuses }: Operation): readonly number[] {
  const isStated = responses.some(
    ({ status, origin }) => successStatuses.includes(status) && origin.provenance !== 'assumed',
  );
  return isStated
    ? successStatuses
    : [...new Set([...successStatuses, ...acceptances[safe ? 'read' : 'write']])];
}

/**
 * The status with which an operation refuses invalid input by the contract: 400, or, where the target closes that gap, the
 * target's own.
 */
export function refusalStatus({ responses }: Operation): number {
  return responses.find(({ status }) => refusalStatuses.includes(status))?.status ?? 400;
}

/**
 * The statuses that are right for a request that is refused as invalid: that of the target, and 400, which the description shows
 * for any bad request (clause 7), such as one that can't be read.
 */
export function rightRefusals(called: Operation): readonly number[] {
  return [...new Set([refusalStatus(called), 400])];
}

/**
 * Whether a service may refuse invalid input with a status: the description shows which one only at the status results. A
 * service that refuses most with one status can have another one for what it can't even read.
 */
export function mayRefuseWith(called: Operation, status: number): boolean {
  return showsRefusal(called) ? status === 400 : isRefusal(status);
}

/** Whether a status can say that the input was refused. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !refusesSomethingElse.includes(status);
}

function showsRefusal({ responses }: Operation): boolean {
  return responses.find((response) => response.status === 400)?.origin.provenance === 'stated';
}

/** What was answered, and what should have been. */
export interface UnexpectedStatus {
  readonly operationId: string;
  readonly status: number;
  /** Every acceptable status. */
  readonly expected: readonly number[];
  /** Number of items in the request, where it is a batch. */
  readonly items?: number;
}

/**
 * The gaps because of which a status may be right although it isn't the expected one: the description shows success
 * statuses for two operations alone (clauses 4.4 and 4.5), the refusal of invalid input for one (clause 4.4), and not what
 * makes a request valid (clauses 2.2, 4.1, 4.6). A redirection in place of a success is a way to give it.
 *
 * @returns none where the description says enough for the status to be wrong
 */
export function gapsOfStatus({ operationId, status, expected, items }: UnexpectedStatus): readonly string[] {
  const called = operation(operationId);
  const wantsSuccess = expected.some(isSuccess);
  if (status < 400) return wantsSuccess ? gapsOfUndocumented(called, status) : [];
  if (!isRefusal(status)) return [];
  if (expected.some((each) => refusalStatuses.includes(each)))
    return status === refusalStatus(called) ? [] : gapsOfUndocumented(called, status);
  if (denialStatuses.includes(status)) return [];
  return wantsSuccess || expected.includes(404) ? gapsOfRequest(called, items) : [];
}

/**
 * The gaps because of which a status that the contract doesn't document for an operation may be right all the same.
 *
 * @returns none for the operations whose answers the description shows, and for server errors
 */
export function gapsOfUndocumented(called: Operation, status: number): readonly string[] {
  if (status >= 500) return [];
  if (status < 400) return gapsOfSuccess(called);
  return showsRefusal(called) ? [] : [gapOfRefusals];
}

/**
 * The gaps that leave open which requests an operation accepts: their fields, types, required flags and bounds.
 *
 * @param items - number of items in the request: the size of a batch matters only where it isn't one
 */
export function gapsOfRequest(called: Operation, items = 1): readonly string[] {
  const found = requestGaps(called).filter((gap) => gap !== gapOfSizes || items !== 1);
  if (found.length > 0) return found;
  return gapsOfSuccess(called).filter((gap) => gapsOfParameters.includes(gap));
}

/** The gaps that leave open what an operation answers: those of its success answers as a whole first. */
export function gapsOfAnswer(called: Operation): readonly string[] {
  return [...new Set([...gapsOfSuccess(called), ...answerGaps(called)])];
}

/** Whether a gap leaves open what an operation answers: always where its answer isn't shown, else where its schema says so. */
export function leavesAnswerOpen(gap: string, operationId: string): boolean {
  const called = operation(operationId);
  return gapsOfSuccess(called).length > 0 || answerGaps(called).includes(gap);
}

/** The gaps that leave open what a success of an operation is as a whole: its status and whether it has a body. */
export function gapsOfSuccess({ responses, successStatuses }: Operation): readonly string[] {
  const gaps = responses
    .filter(({ status }) => successStatuses.includes(status))
    .flatMap(({ origin }) => origin.gap ?? []);
  return [...new Set(gaps)];
}

const requestGaps = remembered(({ method, path }) => {
  const place = placeOf(method, path);
  return gapsBelow([place.node.parameters, place.node.requestBody]);
});

const answerGaps = remembered(({ method, path, successStatuses }) =>
  gapsBelow(successStatuses.map((status) => placeOf(method, path).at('responses', status).node.content)),
);

function remembered(
  read: (called: Operation) => readonly string[],
): (called: Operation) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (called) => {
    const gaps = known.get(called.operationId) ?? read(called);
    known.set(called.operationId, gaps);
    return gaps;
  };
}

function placeOf(method: string, path: string): Place {
  const root = new Place(contract, '');
  const prefix = root.at('servers', 0).text('url').replace('{base_url}', '');
  return root.at('paths', path.slice(prefix.length), method.toLowerCase());
}

/** Every gap that is named in a part of the contract, references followed. */
function gapsBelow(part: unknown): readonly string[] {
  const gaps = new Set<string>();
  const seen = new Set<unknown>();
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value) && typeof value.$ref === 'string')
      search(new Place(contract, value.$ref.replace(/^#/, '')).node);
    for (const [name, member] of Object.entries(value)) {
      if (/^x-(?:\S+-)?gap$/.test(name) && typeof member === 'string') gaps.add(member);
      else search(member);
    }
  };
  search(part);
  return [...gaps];
}
