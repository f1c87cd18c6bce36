import type { Static, TProperties, TSchema } from 'typebox';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { anything, object } from '../schema/build.js';
import { assertShape, type QuerySchema, readQuery, ShapeError } from '../schema/check.js';
import { UnreadableBody } from './json-body.js';

/** The prefix of all operations (clause 9). */
export const PREFIX = '/api/v1';

/** The name of an operation. */
export type OperationId =
  | 'listWebhookEventTypes'
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'listProducts'
  | 'listRejectedProducts'
  | 'upsertProducts'
  | 'updateProductStatus'
  | 'updateProductStock'
  | 'updateProductPrices'
  | 'listOrders'
  | 'getDeliveryDocument'
  | 'cancelOrderItems'
  | 'shipOrderItems'
  | 'returnOrderItems'
  | 'getProductResults'
  | 'getStatusResults'
  | 'getStockResults'
  | 'getPriceResults'
  | 'getCancelResults'
  | 'getShipResults'
  | 'getReturnResults'
  | 'listReports'
  | 'downloadReport'
  | 'listCategories'
  | 'getAttributeGroups'
  | 'listCountries'
  | 'listBrands';

/** The query of an operation that takes none. */
export const NO_QUERY = object({});
/** The body of an operation that takes none: a body that is sent is ignored. */
export const NO_BODY = anything();

/** An authenticated request, unchanged. */
export interface OperationRequest {
  merchant: Merchant;
  merchants: Merchants;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The size of the body in bytes. */
  bytes: number;
  /** The entries of the body's `items` as they were written. */
  itemTexts: readonly string[];
}

/** A text that is already JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A successful answer; text and bytes are sent as they are, anything else as JSON. */
export interface Answer {
  status: 200 | 204;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** The shape of the successful answer: JSON with a schema, a file with a media type, or nothing. */
type AnswerSchema =
  | { status: 200; description: string; json: TSchema }
  | { status: 200; description: string; mediaType: string }
  | { status: 204; description: string };

/** The declaration of an operation. */
interface OperationFacts {
  id: OperationId;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the prefix, parameters in braces; a collection ends in a slash and also answers without it. */
  path: string;
  /** The number of requests that a key may send in a minute (clause 8.1). */
  requestsPerMinute: number;
  tag: string;
  summary: string;
  params?: TProperties;
  query: QuerySchema;
  body: TSchema;
  answer: AnswerSchema;
}

/** A declaration with the types of its query and body. */
export interface Declaration<Query extends QuerySchema, Body extends TSchema> extends OperationFacts {
  query: Query;
  body: Body;
  handle(
    request: Omit<OperationRequest, 'query' | 'body'> & { query: Static<Query>; body: Static<Body> },
  ): Answer | Promise<Answer>;
}

/** One of the 30 operations, ready to be served and documented. */
export interface Operation extends OperationFacts {
  /** Answers a request; throws ApiError or ShapeError to refuse it. */
  handle(request: OperationRequest): Answer | Promise<Answer>;
}

/** An operation made from its declaration: it only receives requests whose query and body have the declared shapes. */
export function operation<Query extends QuerySchema, Body extends TSchema>(
  declaration: Declaration<Query, Body>,
): Operation {
  return {
    ...declaration,
    handle(request) {
      const query = readQuery(declaration.query, request.query);
      const { body } = request;
      if (takesBody(declaration) && body instanceof UnreadableBody) throw new ShapeError(body.problem);
      assertShape(declaration.body, body, 'body');
      return declaration.handle({ ...request, query, body });
    },
  };
}

/** Whether an operation reads a body. */
export function takesBody({ body }: Pick<OperationFacts, 'body'>): boolean {
  return body !== NO_BODY;
}
