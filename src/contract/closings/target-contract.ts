import { isJsonObject, type JsonObject } from '../base-document.js';
import { type Origin, originOf } from '../origin.js';
import { Place } from '../place.js';
import type { OperationId } from '../types.js';
import { bodyLens, editedSchema, translationBy, withLinks } from './body-lens.js';
import { deliverySchema } from './delivery-schema.js';
import type { Lens } from './lens.js';
import { type Field, record } from './record-lens.js';
import { closed, SchemaCopies } from './schema-copies.js';
import { emptyNode, type FilePlace, type Refuse, type StepNode, stepTree } from './step-tree.js';
import type { TargetContract } from './target.js';
import type { OperationClosing, ParameterSteps, TargetFile } from './target-file.js';
import { identity, type OperationTranslation, sameWords, type Translation } from './translation.js';
import { converted, link, repeatable, words } from './value-lens.js';

/**
 * The contract of a target.
 *
 * @param base - the contract as the description and the assumptions have it
 * @param file - how the target fills the gaps
 * @param refuse - called for the first thing in the file that can't be, with its place
 */
export function targetContract(base: JsonObject, file: TargetFile, refuse: Refuse): TargetContract {
  const builder = new Builder(base, file, refuse);
  return builder.build();
}

/** The named answer to invalid input, where its status is another one than the contract's. */
const refusalName = 'Refusal';

type Location = 'path' | 'query';

/** What is different about one operation. */
interface Closed {
  readonly request: StepNode;
  readonly response: StepNode;
  readonly parameters: Readonly<Record<Location, StepNode>>;
  readonly requestLens?: Lens;
  readonly responseLens?: Lens;
}

class Builder {
  readonly #base: JsonObject;
  readonly #file: TargetFile;
  readonly #refuse: Refuse;
  /** What is answered to invalid input where the status is another one than the contract's. */
  #refusal: JsonObject | undefined;

  constructor(base: JsonObject, file: TargetFile, refuse: Refuse) {
    this.#base = base;
    this.#file = file;
    this.#refuse = refuse;
  }

  build(): TargetContract {
    const translations = new Map<string, OperationTranslation>();
    const absent = new Map<OperationId, string>();
    const closings = new Map<string, Closed>();
    for (const { id, node } of operationsOf(this.#base)) {
      const closing = this.#file.operations?.[id];
      if (closing === undefined) continue;
      const at = ['operations', id];
      this.#checkAbsence(id, closing, node, at);
      if (closing.absent !== undefined) absent.set(id, closing.absent);
      const made = this.#closed(id, closing, node, at);
      closings.set(id, made.closed);
      translations.set(id, made.translation);
    }
    const ours = this.#document(this.#base, (operation, id, copies) =>
      this.#ours(operation, id, closings.get(id), copies),
    );
    const theirs = this.#document(ours, (operation, id, copies) =>
      absent.has(id)
        ? undefined
        : this.#theirs(operation, id, ours, absent, copies, closings.get(id), translations.get(id)),
    );
    const { deliveries } = this.#file;
    return {
      ours,
      theirs,
      translations: (id) => translations.get(id) ?? sameWords,
      deliveryTranslation: this.#deliveries(),
      ...(deliveries?.signature === undefined ? {} : { deliverySignature: deliveries.signature }),
      absent,
    };
  }

  #checkAbsence(id: OperationId, closing: OperationClosing, node: JsonObject, at: FilePlace): void {
    if (closing.absent === undefined) return;
    if (originOf(node)?.provenance !== 'assumed')
      this.#refuse(
        [...at, 'absent'],
        `the description states the operation ${id}: only what it doesn't show can be closed`,
      );
  }

  #closed(id: OperationId, closing: OperationClosing, node: JsonObject, at: FilePlace) {
    const parameters = {
      path: this.#parameterTree(id, closing.path, node, 'path', at),
      query: this.#parameterTree(id, closing.query, node, 'query', at),
    };
    const [path, query] = [
      parameterLens(parameters.path, this.#parameterSchema(node, 'path')),
      parameterLens(parameters.query, this.#parameterSchema(node, 'query')),
    ];
    const body = isJsonObject(node.requestBody) ? this.#place(node.requestBody) : undefined;
    const sent = this.#bodyTree(
      closing.request,
      body === undefined ? undefined : [body],
      `the request of ${id}`,
      [...at, 'request'],
    );
    const success = this.#successOf(node);
    const got = this.#bodyTree(
      closing.response,
      success === undefined ? undefined : [success[1]],
      `the answer of ${id}`,
      [...at, 'response'],
    );
    this.#checkStatuses(id, closing, node, at);
    if (query !== undefined && got.schema !== undefined)
      withLinks(got.node, got.schema, this.#base, link(query));
    const requestLens = sent.schema === undefined ? undefined : bodyLens(sent.node, sent.schema, this.#base);
    const responseLens = got.schema === undefined ? undefined : bodyLens(got.node, got.schema, this.#base);
    const closed: Closed = {
      request: sent.node,
      response: got.node,
      parameters,
      ...(requestLens === undefined ? {} : { requestLens }),
      ...(responseLens === undefined ? {} : { responseLens }),
    };
    return {
      closed,
      translation: {
        path: translationBy(path),
        query: translationBy(query),
        request: translationBy(requestLens),
        response: translationBy(responseLens),
      },
    };
  }

  #bodyTree(
    steps: OperationClosing['request'],
    holders: readonly JsonObject[] | undefined,
    called: string,
    at: FilePlace,
  ): { readonly node: StepNode; readonly schema?: JsonObject } {
    const schema = holders?.map(jsonSchemaOf).find((each) => each !== undefined);
    if (schema === undefined) {
      if (steps !== undefined && Object.keys(steps).length > 0)
        this.#refuse(at, `${called} has no JSON body`);
      return { node: emptyNode() };
    }
    if (steps === undefined) return { node: emptyNode(), schema };
    const around = (holders ?? []).flatMap((each) => originOf(each) ?? []);
    const subject = { document: this.#base, schema, around, called, holds: 'field' } as const;
    return { node: stepTree(steps, subject, at, this.#refuse), schema };
  }

  #parameterTree(
    id: OperationId,
    steps: ParameterSteps | undefined,
    node: JsonObject,
    location: Location,
    at: FilePlace,
  ): StepNode {
    if (steps === undefined) return emptyNode();
    const subject = {
      document: this.#base,
      schema: this.#parameterSchema(node, location),
      around: [],
      called: id,
      holds: `${location} parameter`,
    } as const;
    return stepTree(steps, subject, [...at, location], this.#refuse);
  }

  /** The parameters of a request as an object. */
  #parameterSchema(node: JsonObject, location: Location): JsonObject {
    const found = this.#parametersOf(node).filter((each) => each.in === location);
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

  #parametersOf(node: JsonObject): readonly JsonObject[] {
    return [node.parameters]
      .flat()
      .filter(isJsonObject)
      .map((each) => this.#place(each));
  }

  #place(node: JsonObject, document = this.#base): JsonObject {
    return typeof node.$ref === 'string' ? new Place(document, node.$ref.slice(1)).node : node;
  }

  #successOf(node: JsonObject, document = this.#base): readonly [string, JsonObject] | undefined {
    const found = Object.entries(Object(node.responses)).find(([status]) => status.startsWith('2'));
    return found !== undefined && isJsonObject(found[1])
      ? [found[0], this.#place(found[1], document)]
      : undefined;
  }

  #checkStatuses(id: OperationId, closing: OperationClosing, node: JsonObject, at: FilePlace): void {
    const success = this.#successOf(node);
    const says = (origin: Origin | undefined) =>
      origin?.provenance === 'derived' ? 'it follows from the description' : 'the description states';
    if (closing.success !== undefined && success !== undefined && String(closing.success) !== success[0]) {
      const origin = originOf(success[1]);
      if (origin?.provenance !== 'assumed')
        this.#refuse(
          [...at, 'success'],
          `${says(origin)} that ${id} succeeds with ${success[0]}: only what it doesn't show can be closed`,
        );
    }
    if (closing.refusal === undefined || closing.refusal === 400) return;
    const refusal = this.#refusalOf(node);
    if (refusal?.provenance !== 'assumed')
      this.#refuse(
        [...at, 'refusal'],
        `${says(refusal)} that ${id} refuses with 400: only what it doesn't show can be closed`,
      );
  }

  #refusalOf(node: JsonObject): Origin | undefined {
    const refusal = Object(node.responses)['400'];
    return isJsonObject(refusal) ? originOf(this.#place(refusal)) : undefined;
  }

  #deliveries(): Translation {
    const steps = this.#file.deliveries?.body;
    if (steps === undefined) return identity;
    const subject = {
      document: this.#base,
      schema: deliverySchema,
      around: [],
      called: 'a delivery',
      holds: 'field',
    } as const;
    const node = stepTree(steps, subject, ['deliveries', 'body'], this.#refuse);
    return translationBy(bodyLens(node, deliverySchema, this.#base));
  }

  #document(
    document: JsonObject,
    change: (operation: JsonObject, id: OperationId, copies: SchemaCopies) => JsonObject | undefined,
  ): JsonObject {
    const copies = new SchemaCopies(document);
    let differs = false;
    const paths = Object.entries(Object(document.paths)).flatMap(([path, item]) => {
      const methods = Object.entries(Object(item)).flatMap(([method, operation]) => {
        const id = isJsonObject(operation) ? operation.operationId : undefined;
        if (!isJsonObject(operation) || !isOperationId(id)) return [[method, operation]];
        const changed = change(operation, id, copies);
        differs ||= changed !== operation;
        return changed === undefined ? [] : [[method, changed]];
      });
      return methods.length === 0 ? [] : [[path, Object.fromEntries(methods)]];
    });
    if (!differs) return document;
    const components = isJsonObject(document.components) ? document.components : {};
    const responses = {
      ...Object(components.responses),
      ...(this.#refusal === undefined ? {} : { [refusalName]: this.#refusal }),
    };
    return copies.finished({
      ...document,
      paths: Object.fromEntries(paths),
      components: { ...components, responses },
    });
  }

  #ours(
    operation: JsonObject,
    id: OperationId,
    closings: Closed | undefined,
    copies: SchemaCopies,
  ): JsonObject {
    const refused = this.#withRefusal(operation, id);
    if (closings === undefined) return refused;
    const schemas = { copies, owner: id };
    const withBody = changedBody(refused, closings.request, (schema) =>
      editedSchema(closings.request, schema, schemas, true),
    );
    const parameters = [operation.parameters]
      .flat()
      .filter(isJsonObject)
      .flatMap((each) => {
        const parameter = this.#place(each);
        const node = nodeOf(closings, parameter);
        if (node === undefined) return [each];
        if (node.absent) return [];
        const schema = isJsonObject(parameter.schema)
          ? editedSchema(node, parameter.schema, schemas, true)
          : parameter.schema;
        const required = node.require === true || (parameter.required === true && node.optional !== true);
        if (schema === parameter.schema && required === (parameter.required === true)) return [each];
        return [{ ...closed(parameter), required, schema }];
      });
    const success = this.#file.operations?.[id]?.success;
    const responses = changedSuccess(withBody, (response, status) => {
      const own = this.#place(response);
      const content = isJsonObject(own.content)
        ? changedContent(own.content, (schema) => editedSchema(closings.response, schema, schemas, false))
        : undefined;
      const isOther = success !== undefined && String(success) !== status;
      if (content === own.content && !isOther) return [status, response];
      const { content: _, ...rest } = isOther ? closed(own) : own;
      return [
        isOther ? String(success) : status,
        { ...rest, ...(content === undefined || success === 204 ? {} : { content }) },
      ];
    });
    return withParameters({ ...withBody, responses }, parameters, operation, [withBody.responses, responses]);
  }

  #withRefusal(operation: JsonObject, id: OperationId): JsonObject {
    const refusal = this.#file.operations?.[id]?.refusal ?? this.#file.refusal;
    if (refusal === undefined || refusal === 400 || this.#refusalOf(operation)?.provenance !== 'assumed')
      return operation;
    const responses = Object.entries(Object(operation.responses)).map(([status, response]) => {
      if (status !== '400' || !isJsonObject(response)) return [status, response];
      this.#refusal = closed(this.#place(response));
      return [String(refusal), { $ref: `#/components/responses/${refusalName}` }];
    });
    return { ...operation, responses: Object.fromEntries(responses) };
  }

  #theirs(
    operation: JsonObject,
    id: OperationId,
    ours: JsonObject,
    absent: ReadonlyMap<OperationId, string>,
    copies: SchemaCopies,
    closings: Closed | undefined,
    translation = sameWords,
  ): JsonObject {
    const results = operation['x-results-operation'];
    const { 'x-results-operation': _, ...alone } = operation;
    const kept = isOperationId(results) && absent.has(results) ? alone : operation;
    if (closings === undefined) return kept;
    const schemas = { copies, owner: id };
    const { requestLens, responseLens } = closings;
    const withBody =
      requestLens === undefined
        ? kept
        : changedBody(
            kept,
            closings.request,
            (schema) => requestLens.describe(schema, schemas),
            translation.request,
          );
    const parameters = [operation.parameters]
      .flat()
      .filter(isJsonObject)
      .map((each) => {
        const parameter = this.#place(each, ours);
        const node = nodeOf(closings, parameter);
        return node === undefined ? each : theirParameter(each, parameter, node, schemas);
      });
    const responses =
      responseLens === undefined
        ? withBody.responses
        : changedSuccess(withBody, (response, status) => {
            const own = this.#place(response, ours);
            if (!isJsonObject(own.content)) return [status, response];
            return [
              status,
              {
                ...own,
                content: changedContent(
                  own.content,
                  (schema) => responseLens.describe(schema, schemas),
                  translation.response,
                ),
              },
            ];
          });
    return withParameters({ ...withBody, responses }, parameters, operation, [withBody.responses, responses]);
  }
}

function nodeOf({ parameters }: Closed, parameter: JsonObject): StepNode | undefined {
  const nodes =
    parameter.in === 'path' ? parameters.path : parameter.in === 'query' ? parameters.query : undefined;
  return nodes?.fields.get(String(parameter.name));
}

function theirParameter(
  written: JsonObject,
  parameter: JsonObject,
  node: StepNode,
  schemas: Parameters<Lens['describe']>[1],
): JsonObject {
  const lens = valueLens(node);
  if (lens === undefined && node.rename === undefined) return written;
  const schema =
    isJsonObject(parameter.schema) && lens !== undefined
      ? lens.describe(parameter.schema, schemas)
      : parameter.schema;
  return {
    ...closed(parameter),
    ...(node.rename === undefined ? {} : { name: node.rename }),
    schema,
    ...('example' in parameter && lens !== undefined ? { example: lens.toTheirs(parameter.example) } : {}),
  };
}

function valueLens({ values, convert }: StepNode): Lens | undefined {
  if (values !== undefined) return words(values);
  return convert === undefined ? undefined : converted(convert);
}

/** What is different about the parameters of a request, taken as the fields of an object. */
function parameterLens(node: StepNode, schema: JsonObject): Lens | undefined {
  const names = Object.keys(Object(schema.properties));
  const fields = names.map((ours): Field => {
    const field = node.fields.get(ours);
    const lens = field === undefined ? undefined : valueLens(field);
    return {
      ours,
      theirs: [field?.rename ?? ours],
      ...(lens === undefined ? {} : { lens: repeatable(lens) }),
    };
  });
  const differs = fields.some(({ ours, theirs, lens }) => theirs[0] !== ours || lens !== undefined);
  return differs ? record(fields) : undefined;
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

/** Every operation of the document is one of the contract. */
function isOperationId(id: unknown): id is OperationId {
  return typeof id === 'string';
}

function jsonSchemaOf({ content }: JsonObject): JsonObject | undefined {
  const media = isJsonObject(content) ? content['application/json'] : undefined;
  return isJsonObject(media) && isJsonObject(media.schema) ? media.schema : undefined;
}

function changedContent(
  content: JsonObject,
  change: (schema: JsonObject) => JsonObject,
  translation?: Translation,
): JsonObject {
  const media = content['application/json'];
  if (!isJsonObject(media) || !isJsonObject(media.schema)) return content;
  const schema = change(media.schema);
  if (schema === media.schema) return content;
  const example =
    'example' in media && translation !== undefined ? { example: translation.toTheirs(media.example) } : {};
  return { ...content, 'application/json': { ...media, schema, ...example } };
}

function changedBody(
  operation: JsonObject,
  _node: StepNode,
  change: (schema: JsonObject) => JsonObject,
  translation?: Translation,
): JsonObject {
  const { requestBody } = operation;
  if (!isJsonObject(requestBody) || !isJsonObject(requestBody.content)) return operation;
  const content = changedContent(requestBody.content, change, translation);
  return content === requestBody.content
    ? operation
    : { ...operation, requestBody: { ...requestBody, content } };
}

function changedSuccess(
  operation: JsonObject,
  change: (response: JsonObject, status: string) => readonly [string, JsonObject],
): unknown {
  const before = Object.entries(Object(operation.responses));
  const after = before.map(([status, response]) =>
    status.startsWith('2') && isJsonObject(response)
      ? change(response, status)
      : ([status, response] as const),
  );
  const isSame = after.every(
    ([status, response], index) => status === before[index]?.[0] && response === before[index]?.[1],
  );
  return isSame ? operation.responses : Object.fromEntries(after);
}

/** The operation with its parameters and answers; the same object where nothing of it is different. */
function withParameters(
  made: JsonObject,
  parameters: readonly JsonObject[],
  before: JsonObject,
  [oldResponses, responses]: readonly [unknown, unknown],
): JsonObject {
  const written = [before.parameters].flat().filter(isJsonObject);
  const isSame =
    parameters.length === written.length && parameters.every((each, index) => each === written[index]);
  if (
    isSame &&
    oldResponses === responses &&
    made.requestBody === before.requestBody &&
    made['x-results-operation'] === before['x-results-operation'] &&
    before.responses === responses
  )
    return before;
  return isSame ? made : { ...made, parameters };
}
