import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import { originOf } from '../schemas/origin.js';
import { eachEntry } from '../values/path.js';
import type { StepNode } from './file/step-tree.js';
import type { OperationMapping, TargetFile } from './file/target-file.js';
import { conversions } from './lenses/value-lens.js';
import type { MappedError } from './mapped-errors.js';
import {
  jsonSchemaOf,
  type MappedOperation,
  operationsById,
  refusalOrigin,
  successOf,
} from './mapped-operation.js';

/** A part of the copy of the contract, which is changed in place. */
type Draft = Record<string, unknown>;

/**
 * The contract in our words with what a target's file closes: required fields, bounds, absent fields, responses. A
 * closed element is no longer an assumption. The result is a valid OpenAPI 3.1 document.
 * @param base - the contract of the description and the assumptions, which stays unchanged
 */
export function closedContract(
  base: JsonObject,
  file: TargetFile,
  mapped: ReadonlyMap<string, MappedOperation>,
  errors: ReadonlyMap<number, MappedError>,
): JsonObject {
  if (mapped.size === 0 && errors.size === 0 && file.refusal === undefined) return base;
  const document: JsonObject = structuredClone(base);
  const schemas = new OwnSchemas(document);
  const changed = new Set<JsonObject>();
  for (const [id, operation] of operationsById(document)) {
    const [mapping, steps] = [Object(file.operations)[id] ?? {}, mapped.get(id)?.steps];
    addRefusal(document, operation, mapping.refusal ?? file.refusal);
    for (const [status, { node }] of errors) {
      const written: unknown = Object(operation.responses)[status];
      const response = isJsonObject(written) ? resolved(document, written) : undefined;
      // Operations share responses.
      if (response === undefined || changed.has(response)) continue;
      changed.add(response);
      closeError(response, node, schemas);
    }
    if (steps === undefined) continue;
    const { requestBody } = operation;
    const body = isJsonObject(requestBody) ? jsonSchemaOf(requestBody) : undefined;
    if (body !== undefined && steps.request !== undefined) schemas.close(body, steps.request, true);
    closeSuccess(document, operation, mapping, steps.response, schemas);
    closeParameters(document, operation, steps, schemas);
  }
  return document;
}

/** Marks an element, or one of its keywords, as following from the target's file: no gap leaves it open any more. */
function close(element: Draft, keyword?: string): void {
  const mark = keyword === undefined ? 'x' : `x-${keyword}`;
  delete element[`${mark}-gap`];
  element[`${mark}-provenance`] = 'derived';
}

/** The operation refuses invalid input with the target's status, even if that status has a different meaning there. */
function addRefusal(document: JsonObject, operation: JsonObject, status: number | undefined): void {
  if (status === undefined || status === 400) return;
  if (refusalOrigin(document, operation)?.provenance !== 'assumed') return;
  const [operationResponses, shared] = [
    Object(operation.responses),
    Object(Object(document.components).responses),
  ];
  const name = `Refusal${status}`;
  if (shared[name] === undefined) {
    shared[name] = { ...structuredClone(resolved(document, operationResponses[400])), 'x-refusal': true };
    close(shared[name]);
  }
  delete operationResponses[400];
  operationResponses[status] = { $ref: `#/components/responses/${name}` };
}

/** An error without the parts that the target's errors lack. */
function closeError(response: Draft, node: StepNode, schemas: OwnSchemas): void {
  if (node.says.absent) delete response.content;
  for (const { schema } of Object.values<{ schema: Draft }>(Object(response.content))) {
    schemas.close(schema, node, false);
    close(schema);
  }
}

function closeSuccess(
  document: JsonObject,
  operation: JsonObject,
  { success }: OperationMapping,
  node: StepNode | undefined,
  schemas: OwnSchemas,
): void {
  const { status, response: shared } = successOf(document, operation) ?? {};
  if (status === undefined || shared === undefined) return;
  const responses = Object(operation.responses);
  const response: Draft = structuredClone(shared);
  const { content: _, ...bare } = response;
  responses[status] = response;
  const schema = jsonSchemaOf(response);
  if (node?.says.absent) {
    delete response.content;
    close(response);
  } else if (schema !== undefined && node !== undefined) schemas.close(schema, node, false);
  if (success === undefined || String(success) === status) return;
  close(response);
  // A client that follows a redirect gets the contract's response; other clients get the redirect itself.
  if (success >= 300) responses[success] = redirectTo(bare);
  else {
    delete responses[status];
    if (success === 204) delete response.content;
    responses[success] = response;
  }
}

/** The response that redirects to the content of a success: it lacks the headers that describe a body. */
function redirectTo({ headers, description, ...rest }: JsonObject): JsonObject {
  const kept = Object.entries(Object(headers)).filter(([name]) => !/^content-/i.test(name));
  const response = {
    ...rest,
    description: `Redirects to: ${description}`,
    headers: Object.fromEntries(kept),
  };
  close(response);
  return response;
}

function closeParameters(
  document: JsonObject,
  operation: Draft,
  steps: MappedOperation['steps'],
  schemas: OwnSchemas,
): void {
  if (!Array.isArray(operation.parameters)) return;
  operation.parameters = operation.parameters.flatMap((written) => {
    const shared = resolved(document, written);
    const node = (shared.in === 'path' ? steps.path : steps.query)?.below.get(String(shared.name));
    if (node === undefined || !isEdited(node)) return [written];
    if (node.says.absent) return [];
    const parameter: Draft = structuredClone(shared);
    parameter.required = node.says.require === true || parameter.required === true;
    schemas.close(Object(parameter.schema), node, true);
    close(parameter);
    return [parameter];
  });
}

/** Whether a step for a place, or for one below it, changes our schema. */
function isEdited({ says, below }: StepNode): boolean {
  const { require, optional, filled, absent, bound, convert } = says;
  const narrows = convert !== undefined && conversions[convert].narrows !== undefined;
  return (
    [require, optional, filled, absent, bound].some(Boolean) || narrows || [...below.values()].some(isEdited)
  );
}

/** The schemas of a copy of the contract: one that is changed for one body stays unchanged for all others. */
class OwnSchemas {
  readonly #named: Record<string, unknown>;

  constructor(document: JsonObject) {
    this.#named = Object(Object(document.components).schemas);
  }

  /**
   * Changes a schema as the steps for its value say.
   * @param isRequest - whether it is that of a request: by assumption, required fields of requests are never null
   */
  close(schema: Draft, node: StepNode, isRequest: boolean): void {
    if (!isEdited(node)) return;
    const { bound = {}, convert, require, filled } = node.says;
    const parts = this.#ownParts(schema);
    const narrowed = convert === undefined ? {} : conversions[convert].narrows;
    for (const [keyword, value] of Object.entries({ ...bound, ...narrowed })) {
      const part = parts.find((each) => keyword in each) ?? schema;
      if (value === undefined) delete part[keyword];
      else part[keyword] = value;
      close(part, keyword);
    }
    if ((require || filled) && isRequest) for (const part of parts) removeNull(part);
    const entries = node.below.get(eachEntry);
    for (const part of parts) {
      if (entries !== undefined && isJsonObject(part.items)) this.close(part.items, entries, isRequest);
      for (const [name, field] of node.below) this.#closeField(part, name, field, isRequest);
    }
  }

  #closeField(holder: Draft, name: string, node: StepNode, isRequest: boolean): void {
    const properties: Record<string, Draft> = Object(holder.properties);
    const property = properties[name];
    const { require, optional, absent } = node.says;
    const required = new Set([holder.required ?? []].flat());
    if (optional || absent) required.delete(name);
    if (absent) delete properties[name];
    else if (property !== undefined) {
      if (require) required.add(name);
      this.close(property, node, isRequest);
      if (require || optional) close(property, 'required');
    }
    if (holder.required !== undefined || required.size > 0) holder.required = [...required];
  }

  /** The schemas that describe a value together, each of which is that of this value alone. */
  #ownParts(schema: Draft): Draft[] {
    const { $ref, allOf } = schema;
    const parts = [schema];
    if (typeof $ref === 'string') {
      const [shared = ''] = $ref.split('/').slice(-1);
      const own = `${shared}.${Object.keys(this.#named).length}`;
      const copy: Draft = structuredClone(Object(this.#named[shared]));
      this.#named[own] = copy;
      schema.$ref = $ref.slice(0, -shared.length) + own;
      parts.push(...this.#ownParts(copy));
    }
    for (const branch of Array.isArray(allOf) ? allOf : []) parts.push(...this.#ownParts(branch));
    return parts;
  }
}

function removeNull(schema: Draft): void {
  if (!Array.isArray(schema.type) || originOf(schema, 'null')?.provenance !== 'assumed') return;
  const types = schema.type.filter((type) => type !== 'null');
  schema.type = types.length === 1 ? types[0] : types;
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null);
  delete schema['x-null-provenance'];
  delete schema['x-null-gap'];
}
