import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import type { OperationId } from '../types.js';
import { deliverySchema } from './body-shape.js';
import type { Refuse } from './file/file-steps.js';
import { type StepNode, stepTree } from './file/step-tree.js';
import type { OperationMapping, TargetFile } from './file/target-file.js';
import { bodyLens, editedSchema, translationBy } from './lenses/body-lens.js';
import type { Lens, Schemas } from './lenses/lens.js';
import {
  type MappedError,
  MappedResponses,
  mappedErrors,
  withErrors,
  withRefusal,
  withResponses,
} from './mapped-errors.js';
import {
  leadsElsewhere,
  type MappedOperation,
  mappedOperation,
  refusalOrigin,
  valueLens,
} from './mapped-operation.js';
import { closed, SchemaCopies } from './schema-copies.js';
import { identity, type OperationTranslation, sameWords, type Translation } from './translation.js';

/** A target's contract, in our words and in its own, and the translation between them. */
export interface TargetContract {
  /** The contract in our words, with the target's required fields, bounds and responses. */
  readonly ours: JsonObject;
  /** The contract in the target's words: a valid OpenAPI 3.1 document. */
  readonly theirs: JsonObject;
  translations(operationId: string): OperationTranslation;
  readonly deliveryTranslation: Translation;
  /** How errors differ, by their status. */
  readonly errors: ReadonlyMap<number, MappedError>;
  /** The header that carries the signature of a delivery, if it isn't the contract's. */
  readonly deliverySignature?: string;
  /** The text before the signature in its header. */
  readonly signaturePrefix?: string;
  /** The operations that the target doesn't have, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
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
  const absent = new Map<string, string>();
  const mappings = new Map<string, MappedOperation>();
  for (const { id, node } of operationsOf(base)) {
    const mapping = file.operations?.[id];
    if (mapping === undefined) continue;
    mappings.set(id, mappedOperation({ base, id, node, mapping, refuse }));
    if (mapping.absent !== undefined) absent.set(id, mapping.absent);
  }
  const errors = mappedErrors(base, file, refuse);
  const ours = inOurWords(base, file, mappings, errors);
  const { signature, prefix } = file.deliveries ?? {};
  return {
    ours,
    theirs: inTheirWords(ours, file, mappings, errors, absent),
    errors,
    translations: (id) => mappings.get(id)?.translation ?? sameWords,
    deliveryTranslation: deliveriesOf(base, file, refuse),
    ...(signature === undefined ? {} : { deliverySignature: signature }),
    ...(prefix === undefined ? {} : { signaturePrefix: prefix }),
    absent,
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
    const refused = withErrors(refusing, errors, responses, (error, response, status) =>
      error.inOurs(response, { copies, owner: `status${status}` }),
    );
    const mapping = mappings.get(id);
    if (mapping === undefined) return refused;
    const schemas = { copies, owner: id };
    const withBody = changedBody(refused, (schema) =>
      editedSchema(mapping.request.node, schema, schemas, true),
    );
    const success = file.operations?.[id]?.success;
    const answered = withResponses(withBody, (status, response) => {
      if (!status.startsWith('2')) return [[status, response]];
      const own = resolved(base, response);
      const { content: _, ...bare } = own;
      const { node } = mapping.response;
      const content = node.absent
        ? closed(bare)
        : changedContent(own, (schema) => editedSchema(node, schema, schemas, false));
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
    return withParameters(answered, (written) => ourParameter(base, written, mapping, schemas));
  });
}

/** The contract in the target's words, made from the contract in ours. */
function inTheirWords(
  ours: JsonObject,
  file: TargetFile,
  mappings: ReadonlyMap<string, MappedOperation>,
  errors: ReadonlyMap<number, MappedError>,
  absent: ReadonlyMap<string, string>,
): JsonObject {
  return withOperations(ours, (operation, id, copies, responses) => {
    if (absent.has(id)) return undefined;
    const { 'x-results-operation': results, ...alone } = operation;
    const reached = typeof results === 'string' && absent.has(results) ? alone : operation;
    const kept = withErrors(reached, errors, responses, (error, response, status) =>
      error.inTheirs(response, { copies, owner: `status${status}` }),
    );
    const mapping = mappings.get(id);
    if (mapping === undefined) return kept;
    const schemas = { copies, owner: id };
    const { request, response } = mapping;
    // In the target's words, the key of a list's entries may have a different name.
    const { 'x-entry-key': _, ...asked } = changedBody(kept, ...described(request.lens, schemas));
    const answered = leadsElsewhere(file.operations?.[id] ?? {})
      ? withLocation(asked)
      : withResponses(asked, (status, written) => {
          if (!status.startsWith('2')) return [[status, written]];
          const own = resolved(ours, written);
          const told = changedContent(own, ...described(response.lens, schemas));
          return [[status, told === own ? written : told]];
        });
    return withParameters(answered, (written) => theirParameter(ours, written, mapping, schemas));
  });
}

/** The changes of a body's schema and of its example from our words to the target's. */
function described(
  lens: Lens | undefined,
  schemas: Schemas,
): [change: (schema: JsonObject) => JsonObject, toTheirs?: Lens['toTheirs']] {
  return lens === undefined
    ? [(schema) => schema]
    : [(schema) => lens.describe(schema, schemas), lens.toTheirs];
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

/**
 * A document with changed operations; the same document if none changes.
 * @param change returns undefined to leave out an operation
 */
function withOperations(
  document: JsonObject,
  change: (
    operation: JsonObject,
    id: OperationId,
    copies: SchemaCopies,
    responses: MappedResponses,
  ) => JsonObject | undefined,
): JsonObject {
  const copies = new SchemaCopies(document);
  const responses = new MappedResponses(document);
  let differs = false;
  const paths = Object.entries(Object(document.paths)).flatMap(([path, item]) => {
    const methods = Object.entries(Object(item)).flatMap(([method, operation]) => {
      if (!isJsonObject(operation) || !isOperationId(operation.operationId)) return [[method, operation]];
      const changed = change(operation, operation.operationId, copies, responses);
      differs ||= changed !== operation;
      return changed === undefined ? [] : [[method, changed]];
    });
    return methods.length === 0 ? [] : [[path, Object.fromEntries(methods)]];
  });
  if (!differs && responses.changed.size === 0) return document;
  const components = isJsonObject(document.components) ? document.components : {};
  return copies.finished({
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      responses: { ...Object(components.responses), ...Object.fromEntries(responses.changed) },
    },
  });
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

/** An operation that answers only with a redirect to the file, never with the file itself. */
function withLocation(operation: JsonObject): JsonObject {
  const location = closed({ description: 'The location of the file.', schema: closed({ type: 'string' }) });
  return withResponses(operation, (status, response) => {
    if (status.startsWith('2')) return [];
    if (!status.startsWith('3')) return [[status, response]];
    return [[status, { ...response, headers: { ...Object(response.headers), Location: location } }]];
  });
}

/** A request body or a response with a changed schema and a translated example; the same object if nothing changes. */
function changedContent(
  holder: JsonObject,
  change: (schema: JsonObject) => JsonObject,
  toTheirs?: Lens['toTheirs'],
): JsonObject {
  const media = isJsonObject(holder.content) ? holder.content['application/json'] : undefined;
  if (!isJsonObject(media) || !isJsonObject(media.schema)) return holder;
  const schema = change(media.schema);
  if (schema === media.schema) return holder;
  const example = 'example' in media && toTheirs && { example: toTheirs(media.example) };
  return {
    ...holder,
    content: { ...Object(holder.content), 'application/json': { ...media, schema, ...example } },
  };
}

function changedBody(
  operation: JsonObject,
  change: (schema: JsonObject) => JsonObject,
  toTheirs?: Lens['toTheirs'],
): JsonObject {
  const { requestBody } = operation;
  if (!isJsonObject(requestBody)) return operation;
  const changed = changedContent(requestBody, change, toTheirs);
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
  schemas: Schemas,
): JsonObject | undefined {
  const parameter = resolved(document, written);
  const node = nodeOf(mapping, parameter);
  if (node === undefined) return written;
  if (node.absent) return undefined;
  const schema = isJsonObject(parameter.schema)
    ? editedSchema(node, parameter.schema, schemas, true)
    : undefined;
  const required = node.require === true || parameter.required === true;
  if (schema === parameter.schema && required === (parameter.required === true)) return written;
  return { ...closed(parameter), required, schema };
}

function theirParameter(
  document: JsonObject,
  written: JsonObject,
  mapping: MappedOperation,
  schemas: Schemas,
): JsonObject {
  const parameter = resolved(document, written);
  const node = nodeOf(mapping, parameter);
  const { schema } = parameter;
  const opened = schemas.copies.opened(isJsonObject(schema) ? schema : {});
  const lens = node === undefined ? undefined : valueLens(node, opened);
  if (node === undefined || (lens === undefined && node.rename === undefined)) return written;
  return {
    ...closed(parameter),
    ...(node.rename === undefined ? {} : { name: node.rename }),
    schema: isJsonObject(schema) && lens !== undefined ? lens.describe(schema, schemas) : schema,
    ...('example' in parameter && lens !== undefined ? { example: lens.toTheirs(parameter.example) } : {}),
  };
}

function nodeOf(mapping: MappedOperation, parameter: JsonObject): StepNode | undefined {
  const location = parameter.in;
  return location === 'path' || location === 'query'
    ? mapping[location].node.fields.get(String(parameter.name))
    : undefined;
}
