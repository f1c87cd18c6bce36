import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import { type Origin, originOf } from '../schemas/origin.js';
import type { OperationId } from '../types.js';
import type { FilePlace, MappedPart, Refuse } from './file/file-steps.js';
import { emptyNode, type StepNode, stepTree } from './file/step-tree.js';
import type { BodySteps, OperationMapping } from './file/target-file.js';
import { bodyLens, translationBy, withLinks } from './lenses/body-lens.js';
import type { Lens } from './lenses/lens.js';
import { type Field, record } from './lenses/record-lens.js';
import { converted, link, repeatable, words } from './lenses/value-lens.js';
import { SchemaCopies } from './schema-copies.js';
import type { OperationTranslation } from './translation.js';

/** How one part of an operation differs. */
interface MappedBody {
  readonly node: StepNode;
  readonly lens?: Lens;
}

/** How one operation differs. */
export interface MappedOperation extends Readonly<Record<MappedPart, MappedBody>> {
  readonly translation: OperationTranslation;
}

/** One operation in a file, and its counterpart in the contract. */
interface Subject {
  readonly base: JsonObject;
  readonly id: OperationId;
  /** The operation in the contract. */
  readonly node: JsonObject;
  readonly mapping: OperationMapping;
  readonly refuse: Refuse;
}

/**
 * Reads how a target closes the gaps of one operation.
 * @param subject - the operation, and its part of the file; `refuse` is called for the first impossible entry
 */
export function mappedOperation(subject: Subject): MappedOperation {
  const { base, node } = subject;
  requireUnshown(subject);
  const [path, query] = [parametersAt(subject, 'path'), parametersAt(subject, 'query')];
  const request = bodyAt(subject, 'request', requestOf(base, node));
  const response = bodyAt(subject, 'response', successOf(base, node)?.response, query.lens);
  const translation = {
    path: translationBy(path.lens),
    query: translationBy(query.lens),
    request: translationBy(request.lens),
    response: translationBy(response.lens),
  };
  return { path, query, request, response, translation };
}

/** The success of an operation, with its status; undefined if it has none. */
function successOf(
  document: JsonObject,
  operation: JsonObject,
): { readonly status: string; readonly response: JsonObject } | undefined {
  const found = Object.entries(Object(operation.responses)).find(([status]) => status.startsWith('2'));
  if (found === undefined || !isJsonObject(found[1])) return undefined;
  return { status: found[0], response: resolved(document, found[1]) };
}

/** Whether an operation succeeds with a redirect to its content. */
function leadsElsewhere({ success = 200 }: OperationMapping): boolean {
  return success >= 300;
}

function isFile({ content }: JsonObject): boolean {
  return isJsonObject(content) && !Object.hasOwn(content, 'application/json');
}

/** The origin of the rule that an operation refuses invalid input with 400. */
export function refusalOrigin(document: JsonObject, operation: JsonObject): Origin | undefined {
  const refusal = Object(operation.responses)['400'];
  return isJsonObject(refusal) ? originOf(resolved(document, refusal)) : undefined;
}

/**
 * How the value of a parameter differs.
 * @param schema - our schema for it, with references resolved
 */
function valueLens({ values, convert }: StepNode, schema: JsonObject): Lens | undefined {
  if (values !== undefined) return words(values, schema);
  return convert === undefined ? undefined : converted(convert);
}

/** Refuses a mapping of an operation or a status that the description shows. */
function requireUnshown({ base, id, node, mapping, refuse }: Subject): void {
  const at = ['operations', id];
  const require = (origin: Origin | undefined, key: string, what: string) => {
    if (origin?.provenance === 'assumed') return;
    const says =
      origin?.provenance === 'derived' ? 'it follows from the description' : 'the description states';
    refuse([...at, key], `${says} ${what}: a file can only replace assumptions`);
  };
  const success = successOf(base, node);
  if (mapping.success !== undefined && success !== undefined && String(mapping.success) !== success.status)
    require(originOf(success.response), 'success', `that ${id} succeeds with ${success.status}`);
  if (leadsElsewhere(mapping) && (success === undefined || !isFile(success.response)))
    refuse(
      [...at, 'success'],
      `${mapping.success} redirects to a file, but ${id} doesn't return one: success must be a status from 200 to 204`,
    );
  if (mapping.refusal !== undefined && mapping.refusal !== 400)
    require(refusalOrigin(base, node), 'refusal', `that ${id} refuses with 400`);
}

function requestOf(document: JsonObject, { requestBody }: JsonObject): JsonObject | undefined {
  return isJsonObject(requestBody) ? resolved(document, requestBody) : undefined;
}

/** @param query - how the parameters differ, for links between the pages of a response */
function bodyAt(
  { base, id, mapping, refuse }: Subject,
  side: 'request' | 'response',
  holder: JsonObject | undefined,
  query?: Lens,
): MappedBody {
  const steps: BodySteps = mapping[side] ?? {};
  const at: FilePlace = ['operations', id, side];
  const called = `the ${side} of ${id}`;
  const content = isJsonObject(holder?.content) ? holder.content['application/json'] : undefined;
  const schema = isJsonObject(content) && isJsonObject(content.schema) ? content.schema : undefined;
  if (holder === undefined || schema === undefined) {
    if (Object.keys(steps).length > 0) refuse(at, `${called} has no JSON body`);
    return { node: emptyNode() };
  }
  const around = [originOf(holder)].filter((origin) => origin !== undefined);
  const subject = { document: base, schema, around, called, holds: 'field' } as const;
  const whole = side === 'response' ? { ...subject, canLack: true as const } : subject;
  const node = stepTree(steps, whole, at, refuse);
  if (node.absent) return { node };
  if (query !== undefined) withLinks(node, schema, base, link(query));
  const lens = bodyLens(node, schema, base);
  return { node, ...(lens && { lens }) };
}

function parametersAt({ base, id, node, mapping, refuse }: Subject, location: 'path' | 'query'): MappedBody {
  const schema = parametersAsObject(base, node, location);
  const at = ['operations', id, location];
  const subject = { document: base, schema, around: [], called: id, holds: `${location} parameter` } as const;
  const steps = stepTree(mapping[location] ?? {}, subject, at, refuse);
  const lens = parameterLens(steps, schema, base);
  return { node: steps, ...(lens && { lens }) };
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
        { allOf: [schema], 'x-provenance': provenance, ...(gap === undefined ? {} : { 'x-gap': gap }) },
      ]),
    ),
  };
}

/** How the parameters of a request differ, read as the fields of an object. */
function parameterLens(node: StepNode, schema: JsonObject, document: JsonObject): Lens | undefined {
  const copies = new SchemaCopies(document);
  const fields = Object.entries(Object(schema.properties)).map(([ours, own]): Field => {
    const field = node.fields.get(ours);
    const lens = field === undefined ? undefined : valueLens(field, copies.opened(Object(own)));
    return { ours, theirs: [field?.rename ?? ours], ...(lens && { lens: repeatable(lens) }) };
  });
  const differs = fields.some(({ ours, theirs, lens }) => theirs[0] !== ours || lens !== undefined);
  return differs ? record(fields) : undefined;
}
