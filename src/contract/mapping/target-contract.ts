import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import type { OperationId } from '../types.js';
import { deliverySchema } from './body-shape.js';
import type { Refuse } from './file/file-steps.js';
import { type StepNode, stepTree } from './file/step-tree.js';
import type { OperationMapping, TargetFile } from './file/target-file.js';
import { bodyLens, editedSchema, translationBy } from './lenses/body-lens.js';
import {
  type MappedError,
  MappedResponses,
  mappedErrors,
  withErrors,
  withRefusal,
  withResponses,
} from './mapped-errors.js';
import { type MappedOperation, mappedOperation, refusalOrigin } from './mapped-operation.js';
import { closed, SchemaCopies } from './schema-copies.js';
import { identity, type OperationTranslation, sameWords, type Translation } from './translation.js';

/** A target's contract in our words, and the translation from and to its own. */
export interface TargetContract {
  /** The contract with the target's required fields, bounds and responses: a valid OpenAPI 3.1 document. */
  readonly ours: JsonObject;
  translations(operationId: string): OperationTranslation;
  readonly deliveryTranslation: Translation;
  /** How errors differ, by their status. */
  readonly errors: ReadonlyMap<number, MappedError>;
  /** The header that carries the signature of a delivery, if it isn't the contract's. */
  readonly deliverySignature?: string;
  /** The text before the signature in its header. */
  readonly signaturePrefix?: string;
  /** Undefined for a target that fills every gap as it is assumed. */
  readonly file?: TargetFile;
  /** The path of the file, as its reader knows it: `targets/staging.yaml`. */
  readonly path?: string;
}

/**
 * The contract of a target.
 * @param base - the contract of the description and the assumptions
 * @param file - how the target fills the gaps
 * @param refuse - called for the first impossible entry of the file, with its place
 */
export function targetContract(base: JsonObject, file: TargetFile, refuse: Refuse): TargetContract {
  const mappings = new Map<string, MappedOperation>();
  for (const { id, node } of operationsOf(base)) {
    const mapping = file.operations?.[id];
    if (mapping === undefined) continue;
    mappings.set(id, mappedOperation({ base, id, node, mapping, refuse }));
  }
  const errors = mappedErrors(base, file, refuse);
  const { signature, prefix } = file.deliveries ?? {};
  return {
    ours: inOurWords(base, file, mappings, errors),
    errors,
    translations: (id) => mappings.get(id)?.translation ?? sameWords,
    deliveryTranslation: deliveriesOf(base, file, refuse),
    ...(signature === undefined ? {} : { deliverySignature: signature }),
    ...(prefix === undefined ? {} : { signaturePrefix: prefix }),
  };
}

/**
 * The requests and responses of one operation, without the contract of the whole target.
 * @param base - the contract of the description and the assumptions
 * @param refuse - called for the first impossible entry of the mapping, with its place in a file
 */
export function operationTranslation(
  base: JsonObject,
  id: OperationId,
  mapping: OperationMapping,
  refuse: Refuse,
): OperationTranslation {
  const found = operationsOf(base).find((each) => each.id === id);
  return found === undefined
    ? sameWords
    : mappedOperation({ base, id, node: found.node, mapping, refuse }).translation;
}

/** The contract with the target's required fields, bounds and responses. */
function inOurWords(
  base: JsonObject,
  file: TargetFile,
  mappings: ReadonlyMap<string, MappedOperation>,
  errors: ReadonlyMap<number, MappedError>,
): JsonObject {
  return withOperations(base, (operation, id, copies, responses) => {
    const refusal = file.operations?.[id]?.refusal ?? file.refusal;
    const isOther = refusal !== undefined && refusal !== 400;
    const refusing =
      isOther && refusalOrigin(base, operation)?.provenance === 'assumed'
        ? withRefusal(base, operation, refusal, responses)
        : operation;
    const refused = withErrors(refusing, errors, responses, copies);
    const mapping = mappings.get(id);
    if (mapping === undefined) return refused;
    const withBody = changedBody(refused, (schema) =>
      editedSchema(mapping.request.node, schema, copies, true),
    );
    const success = file.operations?.[id]?.success;
    const answered = withResponses(withBody, (status, response) => {
      if (!status.startsWith('2')) return [[status, response]];
      const own = resolved(base, response);
      const { content: _, ...bare } = own;
      const { node } = mapping.response;
      const content = node.absent
        ? closed(bare)
        : changedContent(own, (schema) => editedSchema(node, schema, copies, false));
      if (success === undefined || String(success) === status)
        return [[status, content === own ? response : content]];
      // A client that follows the redirect gets the contract's response; other clients get the redirect itself.
      if (success >= 300)
        return [
          [status, closed(content)],
          [String(success), leadTo(bare)],
        ];
      return [[String(success), closed(success === 204 ? bare : content)]];
    });
    return withParameters(answered, (written) => ourParameter(base, written, mapping, copies));
  });
}

/**
 * The bodies of deliveries, in both vocabularies (clause 6).
 * @param refuse - called for the first impossible step for them, with its place in the file
 */
export function deliveriesOf(base: JsonObject, { deliveries }: TargetFile, refuse: Refuse): Translation {
  if (deliveries?.body === undefined) return identity;
  const subject = {
    document: base,
    schema: deliverySchema,
    around: [],
    called: 'a delivery',
    holds: 'field',
  } as const;
  const node = stepTree(deliveries.body, subject, ['deliveries', 'body'], refuse);
  return translationBy(bodyLens(node, deliverySchema, base));
}

function operationsOf(
  document: JsonObject,
): readonly { readonly id: OperationId; readonly node: JsonObject }[] {
  return Object.values(Object(document.paths)).flatMap((item) =>
    Object.values(Object(item)).flatMap((node) =>
      isJsonObject(node) && isOperationId(node.operationId) ? [{ id: node.operationId, node }] : [],
    ),
  );
}

/** A target's contract only has operations of the contract, so every id is one of theirs. */
function isOperationId(id: unknown): id is OperationId {
  return typeof id === 'string';
}

/** A document with changed operations; the same document if none changes. */
function withOperations(
  document: JsonObject,
  change: (
    operation: JsonObject,
    id: OperationId,
    copies: SchemaCopies,
    responses: MappedResponses,
  ) => JsonObject,
): JsonObject {
  const copies = new SchemaCopies(document);
  const responses = new MappedResponses(document);
  let differs = false;
  const paths = Object.entries(Object(document.paths)).map(([path, item]) => {
    const methods = Object.entries(Object(item)).map(([method, operation]) => {
      if (!isJsonObject(operation) || !isOperationId(operation.operationId)) return [method, operation];
      const changed = change(operation, operation.operationId, copies, responses);
      differs ||= changed !== operation;
      return [method, changed];
    });
    return [path, Object.fromEntries(methods)];
  });
  if (!differs && responses.changed.size === 0) return document;
  const components = isJsonObject(document.components) ? document.components : {};
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      schemas: { ...Object(components.schemas), ...Object.fromEntries(copies.added) },
      responses: { ...Object(components.responses), ...Object.fromEntries(responses.changed) },
    },
  };
}

/** The response that redirects to the content of a success. It loses the headers that describe a body. */
function leadTo({ headers, description, ...response }: JsonObject): JsonObject {
  const kept = Object.entries(Object(headers)).filter(([name]) => !/^content-/i.test(name));
  return closed({
    ...response,
    description: `Redirects to: ${description}`,
    headers: Object.fromEntries(kept),
  });
}

/** A request body or a response with a changed schema; the same object if nothing changes. */
function changedContent(holder: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const media = isJsonObject(holder.content) ? holder.content['application/json'] : undefined;
  if (!isJsonObject(media) || !isJsonObject(media.schema)) return holder;
  const schema = change(media.schema);
  if (schema === media.schema) return holder;
  return { ...holder, content: { ...Object(holder.content), 'application/json': { ...media, schema } } };
}

function changedBody(operation: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const { requestBody } = operation;
  if (!isJsonObject(requestBody)) return operation;
  const changed = changedContent(requestBody, change);
  return changed === requestBody ? operation : { ...operation, requestBody: changed };
}

/** @param change returns the parameter unchanged, changed, or undefined to leave it out */
function withParameters(
  operation: JsonObject,
  change: (written: JsonObject) => JsonObject | undefined,
): JsonObject {
  if (!Array.isArray(operation.parameters)) return operation;
  const written = operation.parameters.filter(isJsonObject);
  const parameters = written.map(change);
  if (parameters.every((each, index) => each === written[index])) return operation;
  return { ...operation, parameters: parameters.filter((each) => each !== undefined) };
}

function ourParameter(
  document: JsonObject,
  written: JsonObject,
  mapping: MappedOperation,
  copies: SchemaCopies,
): JsonObject | undefined {
  const parameter = resolved(document, written);
  const node = nodeOf(mapping, parameter);
  if (node === undefined) return written;
  if (node.absent) return undefined;
  const schema = isJsonObject(parameter.schema)
    ? editedSchema(node, parameter.schema, copies, true)
    : undefined;
  const required = node.require === true || parameter.required === true;
  if (schema === parameter.schema && required === (parameter.required === true)) return written;
  return { ...closed(parameter), required, schema };
}

function nodeOf(mapping: MappedOperation, parameter: JsonObject): StepNode | undefined {
  const location = parameter.in;
  return location === 'path' || location === 'query'
    ? mapping[location].node.fields.get(String(parameter.name))
    : undefined;
}
