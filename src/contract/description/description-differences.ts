import { isJsonObject, type JsonObject, target } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { type DescribedPlace, wholeOperation } from '../documents/document-part.js';
import { followed } from '../documents/openapi-validity.js';
import { stepsAt, stepsIn, stepsOf } from '../mapping/file/file-steps.js';
import type { TargetContract } from '../mapping/target-contract.js';
import { identity, placeInTheirs } from '../mapping/translation.js';
import {
  type DocumentedParameter,
  type DocumentedResponse,
  isSuccess,
  type Operation,
} from '../operations.js';
import { originOf } from '../schemas/origin.js';
import { SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { requestsAMinuteIn } from './limit-in-words.js';
import {
  bodyDifferences,
  type Difference,
  gapsOf,
  missing,
  openGaps,
  otherwiseRequired,
} from './schema-differences.js';

/** An operation in a document of the target. */
interface DescribedOperation {
  readonly operation: JsonObject;
  /** The Path Item that contains the operation, with the parameters that all operations of the path share. */
  readonly item: JsonObject;
}

/** Two descriptions of one operation. */
interface Compared {
  /** The document of the target, which may be hostile. */
  readonly document: JsonObject;
  readonly ours: Operation;
  readonly theirs: JsonObject;
  readonly target: Pick<TargetContract, 'ours' | 'translations' | 'errors' | 'file'>;
}

/** The gap of further statuses: the description doesn't show which other statuses the service answers with. */
const furtherStatuses = 'G-15';

/**
 * Compares an operation of a document with the target's contract (clauses 2 and 4): its parameters, the fields of its
 * bodies, and its statuses, each under the name that the target gives it. It ignores everything that the contract
 * leaves open: further operations, and optional parameters and fields.
 * Limits are judged by responses (clause 8.1).
 *
 * @param document - the root of a valid OpenAPI 3.0 or 3.1 document, which may be hostile
 * @param ours - the operation of the target's contract, in our words
 * @param theirs - the operation in the document; undefined if the document doesn't have it
 * @returns the differences in the order of the contract; empty if both agree
 * @throws IntricateSchemas when the schemas of the document exceed the limit
 */
export function descriptionDifferences(
  document: JsonObject,
  ours: Operation,
  theirs: DescribedOperation | undefined,
  ofTarget: Compared['target'] = target,
): readonly Difference[] {
  if (theirs === undefined) return [missing(wholeOperation, 'operation', [])];
  const compared = { document, ours, theirs: theirs.operation, target: ofTarget };
  return [
    ...parameterDifferences(compared, parametersOf(document, theirs)),
    ...requestDifferences(compared),
    ...responseDifferences(compared),
  ];
}

/** The parameters of an operation, and those that it doesn't override of the ones that all operations of its path share. */
function parametersOf(document: JsonObject, { operation, item }: DescribedOperation): readonly JsonObject[] {
  const listed = [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list.map((each) => followed(document, each)) : [],
  );
  return [...new Map(listed.map((each) => [`${each.in} ${each.name}`, each])).values()];
}

function parameterDifferences(
  { ours, target: { file, translations } }: Compared,
  described: readonly JsonObject[],
): readonly Difference[] {
  const { operationId, parameters } = ours;
  const inPath = (each: { readonly in?: unknown }) => each.in === 'path';
  const pairs = parameters.map((parameter) => {
    const { name: own, in: location } = parameter;
    const { query } = translations(operationId);
    const name = location === 'query' ? (placeInTheirs(query, [own])?.[0] ?? own) : own;
    const pair = inPath(parameter)
      ? described.filter(inPath)[parameters.filter(inPath).indexOf(parameter)]
      : described.find((each) => each.in === location && each.name === name);
    const by = file === undefined ? [] : stepsAt(file, operationId, location, own);
    return { pair, differences: parameterDifference(parameter, name, pair).map((each) => ({ ...each, by })) };
  });
  const further = described.filter(
    (each) =>
      each.required === true &&
      !pairs.some(({ pair }) => pair === each) &&
      (each.in === 'query' || (each.in === 'header' && !isOwnHeader(each.name))),
  );
  const open = openGaps(
    {},
    [],
    [parameters.map(({ origin }) => origin), ours.responseFor(200)?.origin ?? []].flat(),
  );
  return [
    ...pairs.flatMap(({ differences }) => differences),
    ...further.slice(0, limits.furtherNames).map(({ name, in: location }) => {
      const place = { part: location === 'query' ? 'query' : 'header', path: [String(name)] } as const;
      return otherwiseRequired(place, 'parameter', false, open);
    }),
  ];
}

function requestDifferences({ document, ours, theirs, target: ofTarget }: Compared): readonly Difference[] {
  const { operationId, requestBody: body } = ours;
  const place = { part: 'request body', path: [] } as const;
  const described = theirs.requestBody === undefined ? undefined : followed(document, theirs.requestBody);
  if (body === undefined) {
    if (described?.required !== true) return [];
    const gaps = openGaps({}, [], [ours.responseFor(200)?.origin ?? ours.origin]);
    return [{ ...otherwiseRequired(place, 'body', false, gaps), demand: 'not declare' }];
  }
  const gaps = gapsOf([body.origin]);
  if (described === undefined) return [{ ...missing(place, 'body', gaps), described: 'no body' }];
  const node = new DocumentNode(ofTarget.ours, body.schemaPointer.replace(/\/content\/.*/s, '')).node;
  const isLax =
    body.required && described.required !== true && originOf(node, 'required')?.provenance !== 'derived';
  const { translations, file } = ofTarget;
  return [
    ...(isLax ? [otherwiseRequired(place, 'body', true, gaps)] : []),
    ...bodyDifferences(
      {
        contract: SchemaReader.of(ofTarget.ours),
        described: SchemaReader.of(document),
        schema: schemaIn(described, body.mediaType),
        place,
        words: translations(operationId).request,
        steps: file === undefined ? [] : stepsOf(file, operationId, 'request'),
      },
      new DocumentNode(ofTarget.ours, body.schemaPointer).written,
      [body.origin],
    ),
  ];
}

function responseDifferences(compared: Compared): readonly Difference[] {
  const { document, ours, theirs } = compared;
  const responses = isJsonObject(theirs.responses) ? theirs.responses : {};
  const described = new Map(
    Object.entries(responses).map(([status, each]) => [status.toUpperCase(), followed(document, each)]),
  );
  // A success that redirects to a file leads to a response of a different server.
  const redirects = ours.documentedStatuses.some((status) => status >= 300 && status < 400);
  const expected = ours.responses.filter(({ status }) => !redirects || !isSuccess(status));
  const further = [...described.keys()].filter(
    (status) => /^[1-5]\d\d$/.test(status) && !expected.some((each) => String(each.status) === status),
  );
  const found = expected.flatMap((response) => {
    const { status, origin } = response;
    const own = described.get(String(status));
    // A success under a different status still counts as the documented success.
    const other = further.findIndex((each) => each.startsWith('2'));
    if (own !== undefined || !isSuccess(status) || other < 0) {
      const wide = described.get(`${String(status)[0]}XX`) ?? described.get('DEFAULT');
      return responseDifference(compared, response, own ?? wide);
    }
    const [instead = ''] = further.splice(other, 1);
    const place = { part: 'response', status, path: [] } as const;
    return [
      { place, described: `status ${instead}`, instead, demand: 'declare', gaps: gapsOf([origin]) } as const,
      ...responseDifference(compared, response, described.get(instead)),
    ];
  });
  return [
    ...found,
    ...further.map((status) => ({
      demand: 'not declare' as const,
      place: { part: 'response' as const, status: Number(status), path: [] },
      described: 'a response',
      gaps: status.startsWith('2')
        ? gapsOf([ours.responseFor(200)?.origin ?? ours.origin])
        : [furtherStatuses],
    })),
  ];
}

function responseDifference(
  { document, ours: { operationId }, target: ofTarget }: Compared,
  { status, origin, mediaType, schemaPointer, body }: DocumentedResponse,
  theirs: JsonObject | undefined,
): readonly Difference[] {
  if (theirs === undefined) {
    // A document needn't state what only follows from the description.
    const place: DescribedPlace = { part: 'response', status, path: [] };
    return origin.provenance === 'derived' ? [] : [missing(place, 'response', gapsOf([origin]))];
  }
  if (mediaType === undefined || schemaPointer === undefined || body === 'file') return [];
  const place = { part: 'response body', status, path: [] } as const;
  const schema = new DocumentNode(ofTarget.ours, schemaPointer).written;
  if (!isJsonObject(theirs.content) || Object.keys(theirs.content).length === 0) {
    const gaps = gapsOf([originOf(schema) ?? [], origin].flat());
    return [{ ...missing(place, 'body', gaps), described: 'no body' }];
  }
  const { errors, file, translations } = ofTarget;
  const { type: _, ...steps } = file?.errors?.[status] ?? {};
  const words = isSuccess(status)
    ? {
        words: translations(operationId).response,
        steps: file === undefined ? [] : stepsOf(file, operationId, 'response'),
      }
    : { words: errors.get(status)?.translation ?? identity, steps: stepsIn(steps, ['errors', status]) };
  return bodyDifferences(
    {
      contract: SchemaReader.of(ofTarget.ours),
      described: SchemaReader.of(document),
      schema: schemaIn(theirs, mediaType),
      place,
      ...words,
    },
    schema,
    [origin],
  );
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

/**
 * The schema of a body for a media type: of that type, of a range with it, or of another form of JSON; if the document
 * names none of them, of its first type.
 */
export function schemaIn(body: JsonObject, mediaType: string): unknown {
  const all = Object.entries<unknown>(Object(body.content));
  const ofType = (wanted: string) =>
    all.filter(([type]) => type.split(';')[0]?.trim().toLowerCase() === wanted);
  const ranges = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*'].flatMap(ofType);
  const alike = mediaType.includes('json') ? all.filter(([type]) => /json/i.test(type)) : [];
  const [[, media]] = [...ranges, ...alike, ...all, ['', undefined]] as const;
  return isJsonObject(media) ? media.schema : undefined;
}

/** Headers that requests carry anyway, by the contract or by HTTP. */
function isOwnHeader(name: unknown): boolean {
  return ['x-api-key', 'accept', 'content-type', 'authorization'].includes(String(name).toLowerCase());
}
