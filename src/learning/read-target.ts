import { isJsonObject, type JsonObject } from '../contract/document.js';
import { batchWrites, type Operation } from '../contract/operations.js';
import { Place } from '../contract/schema-compiler.js';
import type { OperationId } from '../contract/types.js';
import { TransportError } from '../http/transport.js';
import type { DescribedOperation } from '../target/load-live-description.js';
import type { DescribedError } from './errors.js';
import { objectOf, type Shape, type ShapeField, shapeOfSchema, unknownShape } from './shape.js';
import type { Survey } from './survey.js';

/** Lists that need only the key. */
const lists = [
  'listCountries',
  'listBrands',
  'listCategories',
  'listWebhookEventTypes',
  'listWebhooks',
  'listProducts',
  'listRejectedProducts',
  'listOrders',
  'listReports',
] as const satisfies readonly OperationId[];

/** The number of lists that must be recognised: a single one may look similar by chance. */
const fewest = 2;

/** The suite can't learn from this target; the message is one sentence. */
export class NotThisApi extends Error {
  override readonly name = 'NotThisApi';
}

/**
 * Reads every list that the key can read.
 * @param url - of the target, for the sentence
 * @param found - a phrase about another API's live description, for the sentence
 * @throws NotThisApi if something else answers
 */
export async function readLists(survey: Survey, url: string, found?: string): Promise<void> {
  await Promise.all(lists.map((id) => asked(survey.ask(id))));
  survey.learn();
  const { read, other } = survey.answers;
  const recognised = survey.learned.filter(
    ({ operation, alignments }) => read.has(operation.operationId) && alignments.response.pairs.length > 0,
  );
  const areAlike = read.size > 1 && new Set(read.values()).size === 1;
  if (recognised.length >= fewest && !areAlike) return;
  const answers = [...new Set(other.values())].sort();
  const answered = areAlike
    ? 'the same JSON to each'
    : read.size > 0
      ? 'other JSON than its lists'
      : answers.length === 0
        ? 'nothing'
        : `${answers.join(', or ')}${answers.length === 1 ? ' to each' : ''}`;
  const described = found === undefined ? '' : `, and ${found}`;
  throw new NotThisApi(
    `The service at ${url} is not the Seller Catalog and Order API: to requests for ${lists.length} lists, it answered ${answered}${described}; check TARGET_URL, and the path before /api/v1.`,
  );
}

/**
 * Reads the things that lists lead to: the attribute groups of categories of each kind, a file of each kind, and a
 * subscription.
 */
export async function readFurther(survey: Survey): Promise<void> {
  const wide = await asked(survey.ask('listCategories', { query: { per_page: 100 } }));
  // A target may have smaller pages.
  const listed = wide?.succeeded === true ? wide : await asked(survey.ask('listCategories'));
  const categories = entriesIn(listed);
  const leaves = oneOfEachKind(categories);
  await Promise.all(leaves.map((id) => asked(survey.ask('getAttributeGroups', { path: { id } }))));
  const [webhook] = entriesIn(await asked(survey.ask('listWebhooks')));
  await Promise.all([
    askFor(survey, 'downloadReport', 'id', entriesIn({ json: survey.lastOf('listReports') })[0]?.id),
    askFor(
      survey,
      'getDeliveryDocument',
      'number',
      entriesIn({ json: survey.lastOf('listOrders') }).find((order) => order.delivery_document_url !== null)
        ?.order_number,
    ),
  ]);
  if (webhook?.id !== undefined) await asked(survey.ask('getWebhook', { path: { id: webhook.id } }));
  survey.learn();
}

async function askFor(survey: Survey, id: OperationId, name: string, value: unknown): Promise<void> {
  if (value !== undefined) await asked(survey.ask(id, { path: { [name]: value } }));
}

/** Sends reads that must be refused, one of each kind. */
export async function provokeReadRefusals(survey: Survey): Promise<void> {
  const malformed = ['listProducts', 'listRejectedProducts', 'listOrders', 'listCategories'] as const;
  const results = batchWrites.flatMap(({ resultsOperation }) => resultsOperation ?? []);
  await Promise.all([
    ...malformed.map((id) => asked(survey.ask(id, { query: { page: 0 } }, true))),
    ...results.map((id) => asked(survey.ask(id, { query: { batch_request_id: 'not-a-uuid' } }, true))),
  ]);
  survey.learn();
}

/** Up to three categories of each kind of composition, last ones first, because most lists end with leaves. */
function oneOfEachKind(categories: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] {
  const byKind = new Map<unknown, unknown[]>();
  for (const { id, material_composition_type: kind } of categories)
    if (id !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
  return [...byKind.values()].flatMap((ids) => ids.slice(0, 2));
}

/** The entries of an answered list, in our words. */
export function entriesIn(
  exchange: { readonly json: unknown } | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const body = exchange?.json;
  const list = isJsonObject(body) ? body.items : body;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** An answer, or undefined if none came: the rest can still be learned. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}

/** The parts of an operation according to a live description. */
export class DescribedParts {
  readonly #document: JsonObject;
  readonly #described: DescribedOperation | undefined;

  constructor(document: JsonObject, described: DescribedOperation | undefined) {
    this.#document = document;
    this.#described = described;
  }

  get query(): Shape {
    return this.#parameters('query');
  }

  /** By position in the path: their names don't matter. */
  path(operation: Operation): Shape {
    const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const theirs = [...this.#parameters('path').fields.values()];
    const fields = names.flatMap((name, index): [string, ShapeField][] => {
      const field = theirs[index];
      return field === undefined ? [] : [[name, field]];
    });
    return objectOf(new Map(fields));
  }

  get request(): Shape {
    const body = this.#resolved(this.#described?.operation.requestBody);
    return this.#schemaIn(body) ?? unknownShape;
  }

  get response(): Shape {
    return this.#success ?? unknownShape;
  }

  get hasResponse(): boolean {
    return this.#success !== undefined;
  }

  /** The documented statuses, without classes of statuses and `default`. */
  get statuses(): readonly number[] {
    return Object.keys(this.#responses).flatMap((status) => (/^\d{3}$/.test(status) ? [Number(status)] : []));
  }

  /** The described body of an error; undefined if the description documents none for the status. */
  error(status: number): DescribedError | undefined {
    const { [status]: response } = this.#responses;
    const { content } = this.#resolved(response);
    const [type] = Object.keys(isJsonObject(content) ? content : {});
    if (type === undefined) return undefined;
    const shape = this.#schemaIn(this.#resolved(response));
    const bare = type.split(';')[0]?.trim().toLowerCase() ?? type;
    return { type: bare, ...(shape === undefined ? {} : { shape }) };
  }

  get #success(): Shape | undefined {
    for (const [status, response] of Object.entries(this.#responses)) {
      const shape = /^2(\d\d|XX)$/.test(status) ? this.#schemaIn(this.#resolved(response)) : undefined;
      if (shape !== undefined) return shape;
    }
    return undefined;
  }

  get #responses(): JsonObject {
    const { responses } = this.#described?.operation ?? {};
    return isJsonObject(responses) ? responses : {};
  }

  #parameters(location: 'path' | 'query'): Shape {
    const { operation, item } = this.#described ?? {};
    const declared = [item?.parameters, operation?.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map((each) => this.#resolved(each)) : [],
    );
    const fields = declared
      .filter((each) => each.in === location && typeof each.name === 'string')
      .map(({ name, schema, required }): [string, ShapeField] => [
        String(name),
        { shape: shapeOfSchema(this.#document, schema), required: required === true },
      ]);
    return objectOf(new Map(fields));
  }

  #schemaIn(holder: JsonObject): Shape | undefined {
    const content = isJsonObject(holder.content) ? holder.content : {};
    const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    if (!isJsonObject(media) || !isJsonObject(media.schema)) return undefined;
    return shapeOfSchema(this.#document, media.schema);
  }

  #resolved(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    if (typeof value.$ref !== 'string') return value;
    try {
      return new Place(this.#document, value.$ref.replace(/^#/, '')).node;
    } catch {
      // A reference that leads nowhere is ignored.
      return {};
    }
  }
}
