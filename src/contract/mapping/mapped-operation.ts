import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import { type Origin, originOf } from '../schemas/origin.js';
import type { MappedPart, Refuse } from './file/file-steps.js';
import { requireAssumed } from './file/step-rules.js';
import { markLinks, type StepNode, stepTree } from './file/step-tree.js';
import type { OperationMapping } from './file/target-file.js';
import { bodyLens, translationBy } from './lenses/body-lens.js';
import { link } from './lenses/value-lens.js';
import { identity, type OperationTranslation } from './translation.js';

/** How one operation differs. */
export interface MappedOperation {
  /** The steps for each part of it; none for a body that the contract doesn't have. */
  readonly steps: Readonly<Partial<Record<MappedPart, StepNode>>>;
  readonly translation: OperationTranslation;
}

/**
 * Reads how a target closes the gaps of one operation.
 * @param base - the contract of the description and the assumptions
 * @param operation - in that contract
 * @param refuse - called for the first impossible entry of the mapping, with its place in a file
 */
export function mappedOperation(
  base: JsonObject,
  operation: JsonObject,
  mapping: OperationMapping,
  refuse: Refuse,
): MappedOperation {
  requireUnshown(base, operation, mapping, refuse);
  const id = String(operation.operationId);
  const parametersIn = (location: 'path' | 'query') =>
    stepTree(
      mapping[location] ?? {},
      {
        document: base,
        schema: parametersAsObject(base, operation, location),
        around: [],
        called: id,
        holds: `${location} parameter`,
      },
      ['operations', id, location],
      refuse,
    );
  const body = (side: 'request' | 'response', holder: JsonObject | undefined, canLack?: true) => {
    const [steps, at, called] = [mapping[side], ['operations', id, side], `the ${side} of ${id}`];
    const schema = holder && jsonSchemaOf(holder);
    if (holder !== undefined && schema !== undefined) {
      const around = [originOf(holder) ?? []].flat();
      const subject = { document: base, schema, around, called, holds: 'field', canLack } as const;
      return stepTree(steps ?? {}, subject, at, refuse);
    }
    if (Object.keys(steps ?? {}).length > 0) refuse(at, `${called} has no JSON body`);
    return undefined;
  };
  const [path, query] = [parametersIn('path'), parametersIn('query')];
  const { requestBody } = operation;
  const request = body('request', isJsonObject(requestBody) ? resolved(base, requestBody) : undefined);
  const response = body('response', successOf(base, operation)?.response, true);
  const ofQuery = bodyLens(query);
  if (ofQuery !== undefined && response !== undefined) markLinks(response, link(ofQuery));
  const translationOf = (node: StepNode | undefined) =>
    node === undefined || node.says.absent ? identity : translationBy(bodyLens(node));
  return {
    steps: { path, query, request, response },
    translation: {
      path: translationOf(path),
      query: translationBy(ofQuery),
      request: translationOf(request),
      response: translationOf(response),
    },
  };
}

/** The operations of a contract document, by their ids. */
export function operationsById(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const all = Object.values(Object(document.paths)).flatMap((item) => Object.values(Object(item)));
  return new Map(all.filter(isJsonObject).map((operation) => [String(operation.operationId), operation]));
}

/** The success of an operation, with its status; undefined if it has none. */
export function successOf(
  document: JsonObject,
  { responses }: JsonObject,
): { readonly status: string; readonly response: JsonObject } | undefined {
  const [status, response] = Object.entries(Object(responses)).find(([each]) => each.startsWith('2')) ?? [];
  return status === undefined || !isJsonObject(response)
    ? undefined
    : { status, response: resolved(document, response) };
}

/** The schema of a body in JSON; undefined if a request or a response has no such body. */
export function jsonSchemaOf({ content }: JsonObject): JsonObject | undefined {
  const schema: unknown = Object(Object(content)['application/json']).schema;
  return isJsonObject(schema) ? schema : undefined;
}

/** The origin of the rule that an operation refuses invalid input with 400. */
export function refusalOrigin(document: JsonObject, { responses }: JsonObject): Origin | undefined {
  const refusal: unknown = Object(responses)['400'];
  return isJsonObject(refusal) ? originOf(resolved(document, refusal)) : undefined;
}

/** Refuses a mapping of a status that the description shows. */
function requireUnshown(
  base: JsonObject,
  operation: JsonObject,
  { success, refusal }: OperationMapping,
  refuse: Refuse,
): void {
  const id = String(operation.operationId);
  const replaces = (origin: Origin | undefined, key: string, what: string) =>
    requireAssumed(origin ?? { provenance: 'stated' }, what, (problem) =>
      refuse(['operations', id, key], problem),
    );
  const usual = successOf(base, operation);
  if (success !== undefined && usual !== undefined && String(success) !== usual.status)
    replaces(originOf(usual.response), 'success', `that ${id} succeeds with ${usual.status}`);
  const isFile = isJsonObject(usual?.response.content) && jsonSchemaOf(usual.response) === undefined;
  if (success !== undefined && success >= 300 && !isFile)
    refuse(
      ['operations', id, 'success'],
      `${success} redirects to a file, but ${id} doesn't return one: success must be a status from 200 to 204`,
    );
  if (refusal !== undefined && refusal !== 400)
    replaces(refusalOrigin(base, operation), 'refusal', `that ${id} refuses with 400`);
}

/** The schema of an object with the parameters as its fields. */
function parametersAsObject(document: JsonObject, { parameters }: JsonObject, location: string): JsonObject {
  const found = [parameters]
    .flat()
    .filter(isJsonObject)
    .map((each) => resolved(document, each))
    .filter((each) => each.in === location);
  return {
    type: 'object',
    required: found.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(
      found.map(({ name, schema, 'x-provenance': provenance, 'x-gap': gap }) => [
        String(name),
        { allOf: [schema], 'x-provenance': provenance, 'x-gap': gap },
      ]),
    ),
  };
}
