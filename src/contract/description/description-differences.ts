import { isJsonObject, type JsonObject, target } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { wholeOperation } from '../documents/document-part.js';
import { followed } from '../documents/openapi-validity.js';
import { stepsIn, stepsOf } from '../mapping/file/file-steps.js';
import type { TargetContract } from '../mapping/target-contract.js';
import { identity, placeInTheirs } from '../mapping/translation.js';
import {
  type DocumentedParameter,
  type DocumentedResponse,
  isSuccess,
  type Operation,
} from '../operations.js';
import { type Origin, originOf } from '../schemas/origin.js';
import { SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { requestsAMinuteIn } from './limit-in-words.js';
import {
  type BodyWords,
  type Difference,
  gapsOf,
  missing,
  openGaps,
  otherwiseRequired,
  SchemaComparison,
} from './schema-differences.js';

export type { Difference } from './schema-differences.js';

/** An operation in a document of the target. */
interface DescribedOperation {
  readonly operation: JsonObject;
  /** The Path Item that contains the operation, with the parameters that all operations of the path share. */
  readonly item: JsonObject;
}

/** A target's contract, and how the target words it. */
type ComparedTarget = Pick<TargetContract, 'ours' | 'translations' | 'errors' | 'file'>;

/** The gap of further statuses: the description doesn't show which other statuses the service answers with. */
const furtherStatuses = 'G-15';

/**
 * Compares a document's operations with the target's contract (clauses 2 and 4): their parameters, the fields of their
 * bodies, and their statuses, each under the name that the target gives it. It ignores everything that the contract
 * leaves open: further operations, and optional parameters and fields.
 * Limits are judged by responses (clause 8.1).
 */
export class DescriptionComparison {
  readonly #document: JsonObject;
  readonly #target: ComparedTarget;

  /** @param document - the root of a valid OpenAPI 3.0 or 3.1 document, which may be hostile */
  constructor(document: JsonObject, ofTarget: ComparedTarget = target) {
    this.#document = document;
    this.#target = ofTarget;
  }

  /**
   * The differences in one operation.
   *
   * @param ours - the operation of the target's contract, in our words
   * @param theirs - the operation in the document; undefined if the document doesn't have it
   * @returns the differences in the order of the contract; empty if both agree
   * @throws IntricateSchemas when the schemas of the document exceed the limit
   */
  differences(ours: Operation, theirs: DescribedOperation | undefined): readonly Difference[] {
    if (theirs === undefined) return [missing(wholeOperation, 'operation', [])];
    return [
      ...this.#parameterDifferences(ours, theirs),
      ...this.#requestDifferences(ours, theirs.operation),
      ...this.#responseDifferences(ours, theirs.operation),
    ];
  }

  #parameterDifferences(ours: Operation, theirs: DescribedOperation): readonly Difference[] {
    const described = this.#parametersOf(theirs);
    const inPath = ours.parameters.filter((parameter) => parameter.in === 'path');
    const theirsInPath = described.filter((parameter) => parameter.in === 'path');
    const nameOf = (parameter: DocumentedParameter) => this.#nameOf(ours, parameter);
    const pairOf = (parameter: DocumentedParameter) =>
      parameter.in === 'path'
        ? theirsInPath[inPath.indexOf(parameter)]
        : described.find((each) => each.in === parameter.in && each.name === nameOf(parameter));
    const pairs = new Map(ours.parameters.map((parameter) => [parameter, pairOf(parameter)]));
    const known = new Set(pairs.values());
    const isUnknown = (each: JsonObject) =>
      each.required === true &&
      !known.has(each) &&
      (each.in === 'query' || (each.in === 'header' && !isOwnHeader(each.name)));
    return [
      ...ours.parameters.flatMap((parameter) =>
        parameterDifference(parameter, nameOf(parameter), pairs.get(parameter)),
      ),
      ...described
        .filter(isUnknown)
        .slice(0, limits.furtherNames)
        .map((each) =>
          otherwiseRequired(
            { part: each.in === 'query' ? 'query' : 'header', path: [String(each.name)] },
            'parameter',
            false,
            openGaps({}, [], originsOfParameters(ours)),
          ),
        ),
    ];
  }

  /** The target's name for a parameter. */
  #nameOf({ operationId }: Operation, parameter: DocumentedParameter): string {
    const { name, in: location } = parameter;
    if (location !== 'query') return name;
    return placeInTheirs(this.#target.translations(operationId).query, [name])?.[0] ?? name;
  }

  #parametersOf({ operation, item }: DescribedOperation): readonly JsonObject[] {
    const listed = [operation.parameters, item.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map((each) => followed(this.#document, each)) : [],
    );
    const known = new Set<string>();
    // Parameters of the operation come first, and override those of the path.
    return listed.filter((each) => {
      const key = `${each.in} ${each.name}`;
      return !known.has(key) && known.add(key);
    });
  }

  #requestDifferences(ours: Operation, theirs: JsonObject): readonly Difference[] {
    const place = { part: 'request body', path: [] } as const;
    const described =
      theirs.requestBody === undefined ? undefined : followed(this.#document, theirs.requestBody);
    const body = ours.requestBody;
    if (body === undefined) {
      if (described?.required !== true) return [];
      const gaps = openGaps({}, [], [ours.responseFor(200)?.origin ?? ours.origin]);
      return [{ ...otherwiseRequired(place, 'body', false, gaps), demand: 'not declare' }];
    }
    const gaps = gapsOf([body.origin]);
    if (described === undefined) return [{ ...missing(place, 'body', gaps), described: 'no body' }];
    const contract = this.#target.ours;
    const node = new DocumentNode(contract, body.schemaPointer.replace(/\/content\/.*/s, '')).node;
    const required = originOf(node, 'required');
    const isOptional =
      body.required && described.required !== true && required?.provenance !== 'derived'
        ? [otherwiseRequired(place, 'body', true, gaps)]
        : [];
    const pair = {
      place,
      contract: new DocumentNode(contract, body.schemaPointer).written,
      described: schemaIn(described, body.mediaType),
      around: [body.origin],
    };
    const words = this.#wordsOf(ours.operationId, 'request');
    return [...isOptional, ...this.#schemasIn(words, 'request').differences(pair)];
  }

  #schemasIn(words: BodyWords, direction: 'request' | 'response'): SchemaComparison {
    const [contract, described] = [SchemaReader.of(this.#target.ours), SchemaReader.of(this.#document)];
    return new SchemaComparison(contract, described, words, direction);
  }

  #wordsOf(operationId: string, part: 'request' | 'response'): BodyWords {
    const { file, translations } = this.#target;
    return { ...translations(operationId)[part], steps: file ? stepsOf(file, operationId, part) : [] };
  }

  #wordsOfError(status: number): BodyWords {
    const { errors, file } = this.#target;
    const { type: _, ...steps } = file?.errors?.[status] ?? {};
    return { ...(errors.get(status)?.translation ?? identity), steps: stepsIn(steps, []) };
  }

  #responseDifferences(ours: Operation, theirs: JsonObject): readonly Difference[] {
    const responses = isJsonObject(theirs.responses) ? theirs.responses : {};
    const described = new Map(
      Object.entries(responses).map(([status, response]) => [
        status.toUpperCase(),
        followed(this.#document, response),
      ]),
    );
    // A success that redirects to a file leads to a response of a different server.
    const redirects = ours.documentedStatuses.some((status) => status >= 300 && status < 400);
    const expected = ours.responses.filter(({ status }) => !redirects || !isSuccess(status));
    const isOurs = (status: string) => expected.some((each) => String(each.status) === status);
    const further = [...described.keys()].filter((status) => /^[1-5]\d\d$/.test(status) && !isOurs(status));
    const successes = further.filter((status) => status.startsWith('2'));
    const found = expected.map((response) => {
      const own = described.get(String(response.status));
      // A success under a different status still counts as the documented success.
      const [other] = own === undefined && isSuccess(response.status) ? successes.splice(0, 1) : [];
      const wide = described.get(`${String(response.status)[0]}XX`) ?? described.get('DEFAULT');
      return { response, own: own ?? (other === undefined ? wide : described.get(other)), other };
    });
    return [
      ...found.flatMap(({ response, own, other }) => this.#responseDifference(ours, response, own, other)),
      ...further
        .filter((status) => !found.some(({ other }) => other === status))
        .map((status) => ({
          demand: 'not declare' as const,
          place: { part: 'response' as const, status: Number(status), path: [] },
          described: 'a response',
          gaps: status.startsWith('2')
            ? gapsOf([ours.responseFor(200)?.origin ?? ours.origin])
            : [furtherStatuses],
        })),
    ];
  }

  #responseDifference(
    { operationId }: Operation,
    ours: DocumentedResponse,
    theirs: JsonObject | undefined,
    otherStatus: string | undefined,
  ): readonly Difference[] {
    const place = { part: 'response', status: ours.status, path: [] } as const;
    const gaps = gapsOf([ours.origin]);
    if (theirs === undefined) {
      // A document needn't state what only follows from the description.
      if (ours.origin.provenance === 'derived') return [];
      return [missing(place, 'response', gaps)];
    }
    const status =
      otherStatus === undefined
        ? []
        : [
            {
              place,
              described: `status ${otherStatus}`,
              instead: otherStatus,
              demand: 'declare' as const,
              gaps,
            },
          ];
    const words = isSuccess(ours.status)
      ? this.#wordsOf(operationId, 'response')
      : this.#wordsOfError(ours.status);
    return [...status, ...this.#bodyDifferences(words, ours, theirs)];
  }

  #bodyDifferences(words: BodyWords, ours: DocumentedResponse, theirs: JsonObject): readonly Difference[] {
    if (ours.mediaType === undefined || ours.schemaPointer === undefined || ours.body === 'file') return [];
    const place = { part: 'response body', status: ours.status, path: [] } as const;
    const contract = new DocumentNode(this.#target.ours, ours.schemaPointer).written;
    if (!isJsonObject(theirs.content) || Object.keys(theirs.content).length === 0) {
      const own = originOf(contract);
      const gaps = gapsOf([...(own === undefined ? [] : [own]), ours.origin]);
      return [{ ...missing(place, 'body', gaps), described: 'no body' }];
    }
    const described = schemaIn(theirs, ours.mediaType);
    const pair = { place, contract, described, around: [ours.origin] };
    return this.#schemasIn(words, 'response').differences(pair);
  }
}

function parameterDifference(
  ours: DocumentedParameter,
  name: string,
  theirs: JsonObject | undefined,
): readonly Difference[] {
  const place = { part: ours.in, path: [name] };
  const gaps = name === ours.name ? gapsOf([ours.origin]) : [];
  if (theirs === undefined) return [missing(place, 'parameter', gaps)];
  const isRequired = theirs.required === true;
  return isRequired === ours.required ? [] : [otherwiseRequired(place, 'parameter', ours.required, gaps)];
}

/**
 * The requests a minute that an operation of a document declares (clause 8.1): as `x-rate-limit`, or in words in its
 * summary or its description, because the clause doesn't say where (gap G-18).
 * @returns undefined if it declares none, or several in words; any value if `x-rate-limit` has one
 */
export function declaredLimit({ 'x-rate-limit': limit, summary, description }: JsonObject): unknown {
  if (limit !== undefined) return limit;
  const strings = [summary, description].filter((text) => typeof text === 'string');
  const [inWords, ...others] = new Set(strings.flatMap(requestsAMinuteIn));
  return others.length > 0 ? undefined : inWords;
}

function originsOfParameters(operation: Operation): readonly Origin[] {
  const success = operation.responseFor(200);
  return [...operation.parameters.map(({ origin }) => origin), ...(success ? [success.origin] : [])];
}

/** The schema of a body for a media type or, if the document names only others, for the first of them. */
export function schemaIn(body: JsonObject, mediaType: string): unknown {
  const all = Object.entries(isJsonObject(body.content) ? body.content : {});
  const own = all.find(([type]) => type.split(';')[0]?.trim().toLowerCase() === mediaType);
  const [, media] = own ?? all[0] ?? [];
  return isJsonObject(media) ? media.schema : undefined;
}

/** Headers that requests carry anyway, by the contract or by HTTP. */
function isOwnHeader(name: unknown): boolean {
  return ['x-api-key', 'accept', 'content-type', 'authorization'].includes(String(name).toLowerCase());
}
