import type { Static, TProperties, TSchema } from 'typebox';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { anything, object } from '../schema/build.js';
import { assertShape, type QuerySchema, readQuery, ShapeError } from '../schema/check.js';
import { UnreadableBody } from './json-body.js';

/** The query of an operation that takes none. */
export const NO_QUERY = object({});
/** The body of an operation that takes none; one that is sent is not looked at. */
export const NO_BODY = anything();

/** An authenticated request, as it came. */
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

/** A text that is JSON already. */
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

/** The shape of the successful answer: JSON of a schema, a file of a media type, or nothing. */
export type AnswerSchema =
  | { status: 200; description: string; json: TSchema }
  | { status: 200; description: string; mediaType: string }
  | { status: 204; description: string };

/** What an operation declares about itself. */
interface OperationFacts {
  id: OperationId;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the prefix, parameters in braces; a collection ends in a slash and answers without it too. */
  path: string;
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
  requestsPerMinute: number;
  /** Answers a request; throws ApiError or ShapeError where it is refused. */
  handle(request: OperationRequest): Answer | Promise<Answer>;
}

/** An operation from its declaration: it is asked only when query and body have the declared shapes. */
export function operation<Query extends QuerySchema, Body extends TSchema>(
  declaration: Declaration<Query, Body>,
): Operation {
  return {
    ...declaration,
    requestsPerMinute: REQUESTS_PER_MINUTE[declaration.id],
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

/** The operations of the API and the requests per minute that each allows a key (clause 8.1). */
export const REQUESTS_PER_MINUTE = {
  listWebhookEventTypes: 50,
  listWebhooks: 50,
  createWebhook: 50,
  getWebhook: 50,
  updateWebhook: 100,
  deleteWebhook: 50,
  listProducts: 1000,
  listRejectedProducts: 50,
  upsertProducts: 100,
  updateProductStatus: 100,
  updateProductStock: 1000,
  updateProductPrices: 200,
  listOrders: 100,
  getDeliveryDocument: 100,
  cancelOrderItems: 50,
  shipOrderItems: 50,
  returnOrderItems: 50,
  getProductResults: 200,
  getStatusResults: 200,
  getStockResults: 200,
  getPriceResults: 200,
  getCancelResults: 200,
  getShipResults: 200,
  getReturnResults: 200,
  listReports: 10,
  downloadReport: 10,
  listCategories: 100,
  getAttributeGroups: 300,
  listCountries: 100,
  listBrands: 50,
} as const;

/** The name of an operation. */
export type OperationId = keyof typeof REQUESTS_PER_MINUTE;

/** The prefix of all operations (clause 9). */
export const PREFIX = '/api/v1';
