import type { Operation } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/client.js';

/** An id that nothing has, in no particular form. */
const nobody = 'ct-nobody';

/**
 * A request that is refused whatever the merchant has: for an unknown id, without the id of a batch, with an empty
 * body, or for page 0.
 * @returns undefined if an operation has nothing to refuse
 */
export function refusedRequest({ parameters, requestBody }: Operation): AnyRequest | undefined {
  const names = (place: 'path' | 'query') =>
    parameters.filter((each) => each.in === place).map(({ name }) => name);
  const body = requestBody === undefined ? {} : { body: {} };
  const [id] = names('path');
  if (id !== undefined) return { path: { [id]: nobody }, ...body };
  if (requestBody !== undefined) return body;
  if (names('query').includes('batch_request_id')) return {};
  return names('query').includes('page') ? { query: { page: 0 } } : undefined;
}
