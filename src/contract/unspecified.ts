import { contract, isJsonObject, type JsonObject } from './documents/document.js';
import { DocumentNode, resolved } from './documents/document-node.js';
import { isSuccess, type Operation, operation } from './operations.js';

/** Statuses with which a service may accept a read or a write if the description shows no success status. */
const acceptances = { read: [200, 204], write: [200, 201, 202, 204] } as const;

/**
 * Statuses with which services usually refuse invalid input; the description shows no such status (clause 7, gap G-15).
 */
export const refusalStatuses: readonly number[] = [400, 409, 413, 415, 422];

/** Statuses from 400 to 499 that concern the key, the method, a proxy, the time or the limit, but not the input. */
const refusesSomethingElse: readonly number[] = [401, 405, 407, 408, 429];

/**
 * Statuses that deny access to a resource, or deny that it exists: with a valid key and a known id, they never replace
 * success.
 */
const denialStatuses: readonly number[] = [403, 404, 410];

const gapOfRefusals = 'G-15';

/** The gap that leaves open the number of items in a batch (clause 8.2). */
const gapOfSizes = 'G-16';

/** The gap of pages: only a request with a cursor rests on it. */
const gapOfPages = 'G-19';

/** Gaps that leave open both the parameters and the bodies of an operation (clauses 4.1 and 4.6). */
const gapsOfParameters: readonly string[] = ['G-08', 'G-11', 'G-13'];

/**
 * The statuses with which an operation may accept a well-formed request: those that the description shows or, if it
 * shows none, all usual ones.
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
 * The status with which an operation refuses invalid input according to the contract: 400, or the target's own status
 * if its file closes that gap.
 */
export function refusalStatus({ responses }: Operation): number {
  const refusal =
    responses.find(({ isRefusal }) => isRefusal) ??
    responses.find(({ status }) => refusalStatuses.includes(status));
  return refusal?.status ?? 400;
}

/**
 * The statuses with which a service may correctly refuse an invalid request: the target's own, and 400, which the
 * description shows for any bad request (clause 7), such as one that can't be parsed.
 */
export function rightRefusals(called: Operation): readonly number[] {
  return [...new Set([refusalStatus(called), 400])];
}

/**
 * Whether a service may refuse invalid input with this status. The description shows the status only for the status
 * results. A service may use one status for most invalid input, but a different one for input that it can't even parse.
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

/** The status that a service answered, and the statuses that it should have answered. */
interface UnexpectedStatus {
  readonly operationId: string;
  readonly status: number;
  /** Every acceptable status. */
  readonly expected: readonly number[];
  /** The number of items in the request, if it is a batch. */
  readonly items?: number;
}

/**
 * The gaps that can make a status right although it isn't the expected one. The description shows success
 * statuses for only two operations (clauses 4.4 and 4.5), the refusal of invalid input for one (clause 4.4), and not
 * what makes a request valid (clauses 2.2, 4.1, 4.6). A redirect may also deliver a success.
 *
 * @returns the gaps; empty if the description says enough to know that the status is wrong
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
 * The gaps that can make an undocumented status of an operation right.
 *
 * @returns the gaps; empty for operations whose responses the description shows, and for server errors
 */
export function gapsOfUndocumented(called: Operation, status: number): readonly string[] {
  if (status >= 500) return [];
  if (status < 400) return gapsOfSuccess(called);
  return showsRefusal(called) ? [] : [gapOfRefusals];
}

/**
 * The gaps that leave open which requests an operation accepts: their fields, types, required flags and bounds.
 *
 * @param items - the number of items in the request; the gap of batch sizes only counts if this isn't 1
 */
export function gapsOfRequest(called: Operation, items = 1): readonly string[] {
  const found = requestGaps(called).filter((gap) => gap !== gapOfSizes || items !== 1);
  if (found.length > 0) return found;
  return gapsOfSuccess(called).filter((gap) => gapsOfParameters.includes(gap));
}

/** The gaps that leave open what an operation answers; those of its success responses as a whole come first. */
export function gapsOfResponse(called: Operation): readonly string[] {
  return [...new Set([...gapsOfSuccess(called), ...responseGaps(called)])];
}

/**
 * Whether a gap leaves open what an operation answers: always if the response isn't shown, otherwise if its schema says
 * so.
 */
export function leavesResponseOpen(gap: string, operationId: string): boolean {
  const called = operation(operationId);
  return gapsOfSuccess(called).length > 0 || responseGaps(called).includes(gap);
}

/** The gaps that leave open the success of an operation as a whole: its status, and whether it has a body. */
export function gapsOfSuccess({ responses, successStatuses }: Operation): readonly string[] {
  const gaps = responses
    .filter(({ status }) => successStatuses.includes(status))
    .flatMap(({ origin }) => origin.gap ?? []);
  return [...new Set(gaps)];
}

function requestGaps(called: Operation): readonly string[] {
  const { parameters, requestBody } = placeOf(called).node;
  return gapsBelow([parameters, requestBody]).filter((gap) => gap !== gapOfPages);
}

function responseGaps(called: Operation): readonly string[] {
  const contents = called.successStatuses.map(
    (status) => placeOf(called).at('responses', status).node.content,
  );
  return gapsBelow(contents);
}

function placeOf({ method, path }: Operation): DocumentNode {
  const root = new DocumentNode(contract, '');
  const prefix = root.at('servers', 0).text('url').replace('{base_url}', '');
  return root.at('paths', path.slice(prefix.length), method.toLowerCase());
}

/** Every gap that a part of a contract document names, with references followed. */
export function gapsBelow(part: unknown, document: JsonObject = contract): readonly string[] {
  const gaps = new Set<string>();
  const seen = new Set<unknown>();
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value) && typeof value.$ref === 'string') search(resolved(document, value));
    for (const [name, member] of Object.entries(value)) {
      if (/^x-(?:\S+-)?gap$/.test(name) && typeof member === 'string') gaps.add(member);
      else search(member);
    }
  };
  search(part);
  return [...gaps];
}
