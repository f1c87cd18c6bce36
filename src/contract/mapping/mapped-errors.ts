import type { JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import type { Refuse } from './file/file-steps.js';
import { type StepNode, stepTree } from './file/step-tree.js';
import type { ErrorWording, TargetFile } from './file/target-file.js';
import { bodyLens, editedSchema, translationBy } from './lenses/body-lens.js';
import { closed, type SchemaCopies } from './schema-copies.js';
import { identity, type Translation } from './translation.js';

/** How the errors of one status differ. */
export interface MappedError {
  readonly translation: Translation;
  /** Whether the error has a message, wherever it is. */
  readonly hasMessage: boolean;
  /** A response of the contract without the parts that the target's errors lack, in our words. */
  inOurs(response: JsonObject, copies: SchemaCopies): JsonObject;
}

/** The body of an error (clause 2.5). */
const errorSchema: JsonObject = { $ref: '#/components/schemas/Error' };

/** Statuses whose body the description shows (clause 7). */
export const shownErrors: readonly number[] = [400, 401, 404];

/** The gap that leaves the body of an error open (clause 7): a 429 has a separate gap. */
export function gapOfError(status: number): string {
  return status === 429 ? 'G-14' : 'G-15';
}

/**
 * Reads how a target words its errors.
 * @param base - the contract of the description and the assumptions
 * @param refuse - called for the first impossible entry, with its place
 * @returns the differences, by status
 */
export function mappedErrors(
  base: JsonObject,
  { errors = {} }: TargetFile,
  refuse: Refuse,
): ReadonlyMap<number, MappedError> {
  return new Map(
    Object.entries(errors).map(([status, wording]) => {
      const at = ['errors', status];
      if (!/^4\d\d$/.test(status)) refuse(at, `${JSON.stringify(status)} isn't a status from 400 to 499`);
      if (shownErrors.includes(Number(status)))
        refuse(
          at,
          `the description states that an error ${status} is an object with a message: a file can only replace assumptions`,
        );
      return [Number(status), mappedError(base, Number(status), wording, refuse)] as const;
    }),
  );
}

function mappedError(
  base: JsonObject,
  status: number,
  { type: _, ...steps }: ErrorWording,
  refuse: Refuse,
): MappedError {
  const subject = {
    document: base,
    schema: errorSchema,
    around: [{ provenance: 'assumed', gap: gapOfError(status) }],
    called: `an error ${status}`,
    holds: 'field',
    canLack: true,
  } as const;
  const node = stepTree(steps, subject, ['errors', String(status)], refuse);
  const lens = node.absent ? undefined : bodyLens(node, errorSchema, base);
  return {
    translation: lens === undefined ? identity : translationBy(lens),
    hasMessage: !node.absent && node.fields.get('message')?.absent !== true,
    inOurs: (response, copies) => inOurs(node, response, copies),
  };
}

function inOurs(node: StepNode, { content, ...response }: JsonObject, copies: SchemaCopies): JsonObject {
  if (node.absent) return response;
  const told = Object.entries(Object(content)).map(([type, media]) => {
    const schema = editedSchema(node, Object(Object(media).schema), copies, false);
    return [type, { ...Object(media), schema: closed(schema) }];
  });
  return { ...response, content: Object.fromEntries(told) };
}

/** The named responses of a document, and the changed ones that replace them or get new names. */
export class MappedResponses {
  readonly changed = new Map<string, JsonObject>();
  readonly #told = new Set<string>();
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /**
   * Adds a response under a name, unless the name is already taken.
   * @returns a reference to it
   */
  named(name: string, response: JsonObject): JsonObject {
    if (!this.changed.has(name)) this.changed.set(name, response);
    return { $ref: responsePrefix + name };
  }

  /** A changed response; a named response is changed once, under its name. */
  with(response: JsonObject, change: (usual: JsonObject) => JsonObject): JsonObject {
    const { $ref } = response;
    if (typeof $ref !== 'string' || !$ref.startsWith(responsePrefix)) return change(response);
    const name = $ref.slice(responsePrefix.length);
    if (this.#told.has(name)) return response;
    this.#told.add(name);
    this.changed.set(name, change(this.changed.get(name) ?? resolved(this.#document, response)));
    return response;
  }
}

const responsePrefix = '#/components/responses/';

/**
 * An operation that refuses invalid input with the target's status, even if that status has a different meaning there.
 */
export function withRefusal(
  document: JsonObject,
  operation: JsonObject,
  refusal: number,
  responses: MappedResponses,
): JsonObject {
  const { 400: usual, ...others } = Object(operation.responses);
  const response = closed({ ...resolved(document, Object(usual)), 'x-refusal': true });
  const name = responses.named(`Refusal${refusal}`, response);
  return { ...operation, responses: { ...others, [refusal]: name } };
}

/** An operation whose errors have the bodies that the target's file describes. */
export function withErrors(
  operation: JsonObject,
  errors: ReadonlyMap<number, MappedError>,
  responses: MappedResponses,
  copies: SchemaCopies,
): JsonObject {
  return withResponses(operation, (status, response) => {
    const error = errors.get(Number(status));
    const changed = error && responses.with(response, (usual) => error.inOurs(usual, copies));
    return [[status, changed ?? response]];
  });
}

/** An operation with changed responses; the same operation if none changes. */
export function withResponses(
  operation: JsonObject,
  change: (status: string, response: JsonObject) => readonly (readonly [string, JsonObject])[],
): JsonObject {
  const before = Object.entries<JsonObject>(Object(operation.responses));
  const after = before.flatMap(([status, response]) => change(status, response));
  const isSame =
    after.length === before.length &&
    after.every(([status, each], at) => status === before[at]?.[0] && each === before[at]?.[1]);
  return isSame ? operation : { ...operation, responses: Object.fromEntries(after) };
}
