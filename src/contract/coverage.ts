import { fieldId, parameterId, valueId } from './coverage-ids.js';
import { type NamedValue, type Shape, shapeOf, Unseen } from './coverage-shape.js';
import { contract, isJsonObject, type JsonObject } from './document.js';
import { type Operation, operations } from './operations.js';
import type { Origin } from './origin.js';
import { Place } from './schema-compiler.js';
import type { OperationId } from './types.js';

/** A part of the contract that a run may or may not see. */
export interface Coverable {
  /** `getStatusResults 200 items[].success`, `getStatusResults 200 status=retry`, `listProducts query page`. */
  readonly id: string;
  readonly kind: 'field' | 'value' | 'parameter';
  readonly operationId: OperationId;
  /** The status of the response that contains the field or the value; undefined for a parameter. */
  readonly status?: number;
  /** `items[].success`, `descriptions{}`; the name of a parameter. */
  readonly path: string;
  /** The location of a parameter; undefined for fields and values. */
  readonly in?: 'path' | 'query';
  /** The named value; undefined for fields and parameters. */
  readonly value?: NamedValue;
  readonly origin: Origin;
}

/** What an operation can show: the parameters of its requests, and the body of each status that has a JSON schema. */
interface OperationShapes {
  readonly operation: Operation;
  readonly bodies: ReadonlyMap<number, Shape>;
}

/** What each operation can show (clauses 2, 4 and 7), by its id. */
const shapesOfOperations: ReadonlyMap<string, OperationShapes> = new Map(
  operations.map((operation) => [
    operation.operationId,
    { operation, bodies: bodiesOf(contract, operation) },
  ]),
);

/** Every field, named value and parameter of the contract, in its order; statuses are counted separately. */
export const coverables: readonly Coverable[] = [...shapesOfOperations.values()].flatMap(
  ({ operation, bodies }) => [
    ...parametersOf(operation),
    ...[...bodies].flatMap(([status, shape]) => inBody(operation.operationId, status, shape)),
  ],
);

function parametersOf({ operationId, parameters }: Operation): readonly Coverable[] {
  return parameters.map(({ name, in: location, origin }) => ({
    id: parameterId(operationId, location, name),
    kind: 'parameter',
    operationId,
    path: name,
    in: location,
    origin,
  }));
}

function inBody(operationId: OperationId, status: number, shape: Shape): readonly Coverable[] {
  const { path, origin, counts, values, fields, entries, others } = shape;
  const place = { operationId, status, path };
  const id = fieldId(operationId, status, path);
  return [
    ...(counts ? [{ id, kind: 'field' as const, ...place, origin }] : []),
    ...[...values].map(([value, from]): Coverable => {
      return { id: valueId(operationId, status, path, value), kind: 'value', ...place, value, origin: from };
    }),
    ...[...fields.values(), entries, others].flatMap((below) =>
      below === undefined ? [] : inBody(operationId, status, below),
    ),
  ];
}

function bodiesOf(document: JsonObject, { responses }: Operation): ReadonlyMap<number, Shape> {
  return new Map(
    responses.flatMap(({ status, body, schemaPointer, origin }) =>
      body !== 'json' || schemaPointer === undefined
        ? []
        : [[status, shapeOf(document, writtenAt(document, schemaPointer), origin)] as const],
    ),
  );
}

/** The schema with its `$ref` unresolved: the keywords next to the `$ref` say where the body comes from. */
export function writtenAt(document: JsonObject, pointer: string): JsonObject {
  const media = new Place(document, pointer.slice(0, -'/schema'.length));
  const { schema } = media.node;
  return isJsonObject(schema) ? schema : media.at('schema').node;
}

/** The parts of an exchange that coverage needs. */
export interface Observed {
  readonly operationId: string;
  readonly status: number;
  readonly request: { readonly url: string };
  /** The body parsed as JSON; undefined if it isn't JSON. The tracker only reads it if it may contain something new. */
  readonly json: unknown;
}

/** The parts of one operation that haven't been seen yet. */
interface Remaining {
  /** Ids of parameters by name. */
  readonly inPath: Map<string, string>;
  readonly inQuery: Map<string, string>;
  readonly bodies: Map<number, Unseen>;
}

/**
 * Tracks which parts of the contract have been seen. A worker process keeps a single tracker: once everything is seen,
 * it costs almost nothing.
 */
export class CoverageTracker {
  readonly #remaining = new Map<string, Remaining>(
    [...shapesOfOperations].map(([operationId, shapes]) => [operationId, allOf(shapes)]),
  );
  #news: string[] = [];

  /**
   * Looks at an exchange. Don't pass a request whose method or path puts it outside the operation.
   *
   * @param observed - shows nothing if the contract doesn't have the operation, or no JSON body for the status
   */
  observe(observed: Observed): void {
    const remaining = this.#remaining.get(observed.operationId);
    if (remaining === undefined) return;
    const { inPath, inQuery, bodies } = remaining;
    if (inPath.size > 0) this.#tell(inPath, [...inPath.keys()]);
    if (inQuery.size > 0) this.#tell(inQuery, namesInQuery(observed.request.url));
    const unseen = bodies.get(observed.status);
    if (unseen?.look(observed.json, this.#news) === true) bodies.delete(observed.status);
  }

  /** The ids of the parts seen for the first time since the last call; `coverables` lists what they stand for. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #tell(parameters: Map<string, string>, names: readonly string[]): void {
    for (const name of names) {
      const id = parameters.get(name);
      if (id === undefined) continue;
      this.#news.push(id);
      parameters.delete(name);
    }
  }
}

function allOf({ operation: { operationId, parameters }, bodies }: OperationShapes): Remaining {
  const inLocation = (location: 'path' | 'query') =>
    new Map(
      parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name }) => [name, parameterId(operationId, location, name)]),
    );
  return {
    inPath: inLocation('path'),
    inQuery: inLocation('query'),
    bodies: new Map([...bodies].map(([status, shape]) => [status, new Unseen(operationId, status, shape)])),
  };
}

function namesInQuery(url: string): readonly string[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start)).keys()];
}

const anyIdMayExist =
  'the request contains only an id, and any text may be an id: a target whose ids have no fixed format answers 404 instead';

const malformedIdIsUnknown =
  'a target may treat an id in another format as an id that does not exist, and answer 404';

const falseIsLeftOut = 'a target may omit the field when it is false, as with is_default';

const sharedShape =
  'a non-textile component consists of a material only; it has this field because both compositions share a shape';

const nothingToRefuse = 'the operation takes only the key, so a service may have nothing to refuse';

/**
 * Parts of the contract that a run may never see, whatever it sends, each with the reason. The key is `getWebhook 400`
 * for an operation's status, and the id of the coverable for everything else. An entry only excuses a part that was not
 * seen: if a target shows it after all, it counts as seen.
 */
export const coverageExceptions: Readonly<Record<string, string>> = {
  'getWebhook 400': anyIdMayExist,
  'deleteWebhook 400': anyIdMayExist,
  'getDeliveryDocument 400': anyIdMayExist,
  'downloadReport 400': anyIdMayExist,
  'getWebhook 400 message': anyIdMayExist,
  'deleteWebhook 400 message': anyIdMayExist,
  'getDeliveryDocument 400 message': anyIdMayExist,
  'downloadReport 400 message': anyIdMayExist,
  'listWebhookEventTypes 400': nothingToRefuse,
  'listWebhookEventTypes 400 message': nothingToRefuse,
  'listWebhooks 400': nothingToRefuse,
  'listWebhooks 400 message': nothingToRefuse,
  'listReports 400': nothingToRefuse,
  'listReports 400 message': nothingToRefuse,
  'listCountries 400': nothingToRefuse,
  'listCountries 400 message': nothingToRefuse,
  'listBrands 400': nothingToRefuse,
  'listBrands 400 message': nothingToRefuse,
  'getAttributeGroups 400': malformedIdIsUnknown,
  'getAttributeGroups 400 message': malformedIdIsUnknown,
  'getAttributeGroups 200 [].is_multiselect=false': falseIsLeftOut,
  'getProductResults 200 items[].requestItem.material_composition_non_textile[].components[].fraction':
    sharedShape,
  'createWebhook 200 enabled=false': 'no request can create a subscription that is disabled from the start',
  'listProducts 200 items[].material_composition_non_textile[].components[].fraction': sharedShape,
};
