import type { Operation } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/client.js';
import { Blocked } from '../../verdicts/interruptions.js';
import type { Prerequisites } from './prerequisites.js';

/** Whether an operation is called for one thing, by an id in its path (clause 4). */
export function hasIdInPath({ parameters }: Pick<Operation, 'parameters'>): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

/**
 * Two requests of an operation that must succeed, each for a thing of its own.
 * @param operation one with an id in its path
 * @throws Blocked when the target has no two of them
 */
export async function requestsForTwo(
  given: Prerequisites,
  { operationId, parameters, path }: Operation,
): Promise<{ readonly one: AnyRequest; readonly another: AnyRequest }> {
  const name = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
  const idIn = (request: AnyRequest) => request.path?.[name];
  const one: AnyRequest = await given.requestFor(operationId);
  // What can be made is made, so that a write meets nothing but what is the test's own.
  const own = idIn(await given.requestFor(operationId));
  const other = own === idIn(one) ? (await given.listedIds(operationId)).find((id) => id !== own) : own;
  if (other === undefined) throw new Blocked(`it needs two ids for ${path}, and the target has one`);
  return { one, another: { ...one, path: { [name]: other } } };
}
