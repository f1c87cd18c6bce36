import type { FastifyInstance } from 'fastify';
import { exampleItem } from '../domain/example-product.js';
import type { Merchants } from '../domain/merchants.js';
import { integer, object, string } from '../schema/build.js';
import { isObject, type Keywords, type QuerySchema } from '../schema/check.js';
import { errorSchema } from './errors.js';
import { NO_QUERY, type Operation, PREFIX, takesBody } from './operation.js';

/** The path of the documentation: a page for people, and below it the OpenAPI document (clause 8.1, gap G-18). */
export const DOCUMENTATION_URL = `${PREFIX}/docs`;

/** The version that the machine-readable description declares (clause 9). */
const VERSION = '1.3.0';

/** What a reader needs to know before the first request, as Markdown. */
const GUIDE = `The embedded sandbox of the conformance suite, as it is running.

- **Key.** Each request needs a key in the header \`X-API-Key\`; the sandbox prints one when it starts. Choose *Authorize* to send requests from this page.
- **A first product.** The example of \`POST ${PREFIX}/products/\` is a product that the merchant of the first key can create. Its ids come from \`GET ${PREFIX}/brands/\`, \`GET ${PREFIX}/categories/\` and \`GET ${PREFIX}/categories/{id}/attribute-groups\`. Most groups are named like their fields; \`cluster_id\` is an entry of the group \`material_group_name\`, \`material_id\` one of \`material\`, and \`attributes\` takes the entries of groups without a field of their own.
- **Batches.** A write of products, stock, prices, statuses or orders returns a \`batchRequestId\`. Read the result of its kind, such as \`GET ${PREFIX}/results/products\`, until its \`status\` is \`completed\` or \`failed\`: then each item says whether it succeeded, and why not.
- **Publication.** A new product is a \`draft\`. If \`PATCH ${PREFIX}/products/status\` sets it to \`published\`, it is \`active\` after a review of a few seconds.`;

const SECONDS_LEFT = { minimum: 1, maximum: 60 };

const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': integer({ minimum: 1, description: 'Requests allowed in the window' }),
  'X-RateLimit-Remaining': integer({ minimum: 0, description: 'Requests left in the window' }),
  'X-RateLimit-Reset': integer({ ...SECONDS_LEFT, description: 'Seconds until the window ends' }),
};

/**
 * The possible responses of one operation by status: schema and headers. Only an operation that takes more than the key
 * can receive an invalid request and answer 400.
 */
export function responsesOf(operation: Operation) {
  const { response, params, id, query } = operation;
  const { status, description } = response;
  const success =
    'json' in response
      ? { content: { 'application/json': { schema: response.json } } }
      : 'mediaType' in response
        ? { content: { [response.mediaType]: { schema: string({ format: 'binary' }) } } }
        : { type: 'null' };
  const headers = {
    ...RATE_LIMIT_HEADERS,
    ...('mediaType' in response && { 'Content-Disposition': string({ description: 'Names the file' }) }),
  };
  const error = (text: string, headers?: Readonly<Record<string, Keywords>>) => ({
    ...errorSchema,
    'x-response-description': text,
    ...(headers !== undefined && { headers }),
  });
  const canBeInvalid = params !== undefined || query !== NO_QUERY || takesBody(operation);
  const canBeMissing = params !== undefined || id.endsWith('Results');
  return {
    [status]: { 'x-response-description': description, headers, ...success },
    ...(canBeInvalid && { 400: error('The request is invalid', RATE_LIMIT_HEADERS) }),
    401: error('There is no valid key'),
    ...(canBeMissing && { 404: error('There is no such thing', RATE_LIMIT_HEADERS) }),
    429: error('The rate limit is exceeded', {
      ...RATE_LIMIT_HEADERS,
      'Retry-After': integer({ ...SECONDS_LEFT, description: 'Seconds until the next request can pass' }),
    }),
  };
}

/**
 * Serves the documentation of the operations, and redirects from `/` to it, without a key and without a limit. The
 * first request creates it in a separate app, because its packages take longer to load than the rest of the sandbox.
 */
export function serveDocumentation(
  app: FastifyInstance,
  operations: readonly Operation[],
  merchants: Merchants,
): void {
  let documentation: Promise<FastifyInstance> | undefined;

  for (const url of [DOCUMENTATION_URL, `${DOCUMENTATION_URL}/*`])
    app.get(url, async ({ url, headers }, reply) => {
      documentation ??= createDocumentation(operations, merchants);
      const { statusCode, headers: sent, rawPayload } = await (await documentation).inject({ url, headers });
      const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = sent;
      return reply.code(statusCode).headers(kept).send(rawPayload);
    });
  app.get('/', (_request, reply) => reply.redirect(DOCUMENTATION_URL));
  app.addHook('onClose', async () => (await documentation)?.close());
}

/** An app that describes the operations by their declarations and serves nothing else. */
async function createDocumentation(
  operations: readonly Operation[],
  merchants: Merchants,
): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify({ schemaController: SCHEMA_COMPILERS, exposeHeadRoutes: false });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'There is no such page' }));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Seller Catalog and Order API',
        version: VERSION,
        description: GUIDE,
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
      security: [{ apiKey: [] }],
    },
    convertConstToEnum: false,
    transformObject: (given) => {
      if (!('openapiObject' in given)) return given.swaggerObject;
      const { paths = {} } = given.openapiObject;
      for (const item of Object.values(paths)) requireHeaders(item);
      showExample(paths[`${PREFIX}/products/`]?.post?.requestBody, merchants);
      return given.openapiObject;
    },
  });
  for (const operation of operations) declare(app, operation);
  app.get(`${DOCUMENTATION_URL}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, { routePrefix: DOCUMENTATION_URL });
  await app.ready();
  return app;
}

/** Declares each header of a path's responses as required: the sandbox always sends the headers that it documents. */
function requireHeaders(item: unknown): void {
  for (const operation of membersOf(item))
    for (const response of membersOf(operation.responses))
      for (const header of membersOf(response.headers)) header.required = true;
}

/** Shows an item that the merchant of the first key can upsert, instead of one with made-up ids. */
function showExample(body: unknown, merchants: Merchants): void {
  const merchant = merchants.first();
  const media = isObject(body) && isObject(body.content) ? body.content['application/json'] : undefined;
  if (isObject(media) && merchant !== undefined)
    media.example = { items: [exampleItem(merchants, merchant)] };
}

function membersOf(object: unknown): Record<string, unknown>[] {
  return isObject(object) ? Object.values(object).filter(isObject) : [];
}

/** A query's schema in which parameters without a default are required. */
function documentedQuery(query: QuerySchema): object {
  const { required = [], properties } = query;
  return { ...query, required: required.filter((name) => !('default' in (properties[name] ?? {}))) };
}

/** Registers an operation only for its description. */
function declare(app: FastifyInstance, operation: Operation): void {
  app.route({
    method: operation.method,
    url: PREFIX + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      operationId: operation.id,
      // The page shows only the summary until a reader opens an operation.
      summary: `${operation.summary} · Limit: ${operation.requestsPerMinute} requests per minute`,
      tags: [operation.tag],
      'x-rate-limit': operation.requestsPerMinute,
      ...(operation.params !== undefined && { params: object(operation.params) }),
      ...(operation.query !== NO_QUERY && { querystring: documentedQuery(operation.query) }),
      ...(takesBody(operation) && { body: operation.body }),
      response: responsesOf(operation),
    },
    handler: () => undefined,
  });
}

/**
 * Replaces Fastify's own schema compilers, which take long to load, with a validator that never objects,
 * because operations check requests against their schemas themselves, and a serializer that writes responses
 * unchanged. So no declaration can coerce, drop or hide anything.
 */
export const SCHEMA_COMPILERS = {
  compilersFactory: {
    buildValidator: () => () => () => '',
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  },
};
