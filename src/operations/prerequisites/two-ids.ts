import type { Operation } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/client.js';
import { Blocked } from '../../verdicts/interruptions.js';
import type { Prerequisites } from './prerequisites.js';

/** Whether an operation's path has an id (clause 4). */
export function hasIdInPath({ parameters }: Pick<Operation, 'parameters'>): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

/**
 * Two requests of an operation that must succeed, each for a different thing.
 * @param operation an operation with an id in its path
 * @throws Blocked if the target doesn't have two such things
 */
export async function requestsForTwo(
  given: Prerequisites,
  { operationId, parameters, path }: Operation,
): Promise<{ readonly one: AnyRequest; readonly another: AnyRequest }> {
  const name = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
  const idIn = (request: AnyRequest) => request.path?.[name];
  const one: AnyRequest = await given.requestFor(operationId);
  // It makes both if possible, so that a write only affects the test's own things.
  const own = idIn(await given.requestFor(operationId));
  const other = own === idIn(one) ? (await given.listedIds(operationId)).find((id) => id !== own) : own;
  if (other === undefined) throw new Blocked(`it needs two ids for ${path}, and the target has one`);
  return { one, another: { ...one, path: { [name]: other } } };
}
