import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.js';
import type { Operation } from './operation.js';

/**
 * Refuses requests that no route serves: another method on the path of an operation gets 405 with the path's
 * methods, and anything else 404. The former is a request to the service, so its key is checked first (clause
 * 5.1), but it belongs to no operation, so no limit counts it.
 * @param urlsOf the routes of an operation
 * @param authenticate throws ApiError 401 without a valid key
 */
export function refuseOthers(
  app: FastifyInstance,
  operations: readonly Operation[],
  urlsOf: (operation: Operation) => readonly string[],
  authenticate: (request: FastifyRequest) => unknown,
): void {
  const places = operations.map((operation) => ({
    method: operation.method,
    path: new RegExp(`^(${urlsOf(operation).join('|').replaceAll(/:\w+/g, '[^/]+')})$`),
  }));

  app.setNotFoundHandler((request, reply) => {
    const [target = ''] = request.url.split(/[?#]/, 1);
    const path = decodeURI(target).replace(/^\w+:\/\/[^/]*/, '');
    const served = places.filter((place) => place.path.test(path)).map(({ method }) => method);
    if (served.length === 0) throw new ApiError(404, 'There is no such operation');
    authenticate(request);
    const methods = served.join(', ');
    reply.header('allow', methods);
    throw new ApiError(405, `The path doesn't support ${request.method}, only ${methods}`);
  });
}
