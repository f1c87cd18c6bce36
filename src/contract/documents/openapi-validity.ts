import type { ErrorObject } from 'ajv/dist/2020.js';
import { SchemaCompiler } from '../schemas/schema-compiler.js';
import { jsonPointer, member, parsePointer } from '../values/path.js';
import { percentDecoded } from '../values/percent-encoding.js';
import { ContractError, isJsonObject, type JsonObject } from './base-document.js';

/** The place where a document is not valid OpenAPI, and the reason. */
interface OpenApiProblem {
  /** JSON Pointer of the place in the document; `root` for the document itself. */
  readonly place: string;
  /** In words, without a full stop: `must have required property 'responses'`. */
  readonly problem: string;
}

/** The parser can't say whether a document is valid: that is its limit, and says nothing about the document. */
export class UnjudgedDocument extends Error {
  override readonly name = 'UnjudgedDocument';
}

const longestPhrase = 200;

/** These keys hold plain values, not schemas: a `$ref` below them is not a reference. */
const holdsValues: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value']);

/**
 * Why a document isn't valid OpenAPI 3.0 or 3.1, judged by swagger-parser and by the references in it (clause 9.2). It
 * reads nothing outside the document: an external reference is neither followed nor a problem. It leaves the document
 * unchanged, and judges a hostile one (with prototype keys) like any other.
 *
 * @param document - parsed JSON or YAML, from anywhere
 * @returns the first problem found; undefined if the document is valid
 * @throws UnjudgedDocument if nothing else is wrong, and the parser doesn't know the version or fails; or if the document
 * is circular
 */
export async function openApiProblem(document: unknown): Promise<OpenApiProblem | undefined> {
  if (isCircular(document)) throw new UnjudgedDocument('an alias of its YAML names what contains the alias');
  if (!isJsonObject(document)) return { place: 'root', problem: 'must be an object' };
  if (typeof document.openapi !== 'string') {
    return { place: '/openapi', problem: 'must name the version of OpenAPI as a string' };
  }
  if (!/^3\.\d/.test(document.openapi))
    return { place: '/openapi', problem: `names no version of OpenAPI: ${phrase(document.openapi)}` };
  if (document.paths === undefined && document.webhooks === undefined) {
    return { place: 'root', problem: "must have required property 'paths'" };
  }
  const dangling = danglingReference(document);
  if (dangling !== undefined) return dangling;
  if (!/^3\.[01]\b/.test(document.openapi))
    throw new UnjudgedDocument(
      `it is written in OpenAPI ${phrase(document.openapi)}, which the suite cannot validate`,
    );
  return schemaProblem(document);
}

/**
 * Makes sure, once before a run, that the contract is valid OpenAPI and that each schema in it compiles: swagger-parser
 * accepts any word as a type.
 *
 * @param document - the contract, or the one that the target's file closes
 * @throws ContractError that names the place of the problem
 */
export async function requireValidContract(document: JsonObject): Promise<void> {
  const found = await openApiProblem(document);
  if (found !== undefined) throw new ContractError(found.place, found.problem);
  const compiler = new SchemaCompiler(document);
  for (const [place, key, value] of membersIn(document)) {
    const isSchema = key === 'schema' || place === '/components/schemas';
    // The target of a reference is compiled in its own place.
    if (isSchema && isJsonObject(value) && value.$ref === undefined)
      compiler.validator(place + jsonPointer(key));
  }
}

/** All members of a document, except those of plain values, each with the place of its holder. */
function* membersIn(holder: object, place = ''): Generator<[place: string, key: string, value: unknown]> {
  for (const [key, value] of Object.entries(holder)) {
    yield [place, key, value];
    if (typeof value === 'object' && value !== null && !holdsValues.has(key))
      yield* membersIn(value, place + jsonPointer(key));
  }
}

/** Whether a value contains itself, as an alias of YAML can make it. @param above what contains the value */
export function isCircular(value: unknown, above = new Set<unknown>(), known = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || known.has(value)) return false;
  if (above.has(value)) return true;
  above.add(value);
  const found = Object.values(value).some((each) => isCircular(each, above, known));
  above.delete(value);
  known.add(value);
  return found;
}

async function schemaProblem(document: JsonObject): Promise<OpenApiProblem | undefined> {
  // Imported lazily: loading it takes longer than the rest of a start, and only validation needs it.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    await SwaggerParser.validate(forParser(document), {
      resolve: { external: false, file: false, http: false },
      // Don't inline references: a small document could become endless.
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
    });
    return undefined;
  } catch (error) {
    return asProblem(error);
  }
}

/** A copy, because swagger-parser changes its input, without the parts that its OpenAPI 3.1 schema wrongly rejects. */
function forParser(document: JsonObject): never {
  const copy = JSON.parse(JSON.stringify(document));
  for (const server of [copy.servers].flat()) {
    for (const variable of Object.values(server?.variables ?? {})) {
      // swagger-parser's schema misspells this member.
      if (isJsonObject(variable)) Reflect.deleteProperty(variable, 'description');
    }
  }
  for (const item of Object.values(copy.paths ?? {})) {
    // swagger-parser's schema expects the reference of a path to be inlined.
    if (isJsonObject(item) && typeof item.$ref === 'string') Reflect.deleteProperty(item, '$ref');
  }
  return copy as never;
}

/** The most informative error: the deepest one in the document that isn't merely a consequence of others. */
function asProblem(error: unknown): OpenApiProblem {
  const details: unknown = member(error, 'details');
  const errors = Array.isArray(details) ? details.filter(isAjvError) : [];
  const isConsequence = ({ keyword }: ErrorObject) => /^(unevaluated|if$|oneOf$|anyOf$|not$)/.test(keyword);
  const own = errors.filter((each) => !isConsequence(each));
  const [deepest] = [...(own.length > 0 ? own : errors)].sort((a, b) => depthOf(b) - depthOf(a));
  if (deepest === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnjudgedDocument(`the parser of the suite fails on it (${phrase(message)})`);
  }
  const { instancePath, message = 'is not valid', params } = deepest;
  const further = params?.unevaluatedProperty ?? params?.additionalProperty;
  const which = typeof further === 'string' ? ` (${further})` : '';
  return { place: phrase(instancePath === '' ? 'root' : instancePath), problem: phrase(message + which) };
}

function isAjvError(value: unknown): value is ErrorObject {
  return isJsonObject(value) && typeof value.instancePath === 'string' && typeof value.keyword === 'string';
}

function depthOf({ instancePath }: ErrorObject): number {
  return parsePointer(instancePath).length;
}

function phrase(text: string): string {
  const [line = ''] = text.split('\n');
  const shown = line.replace(/\.$/, '');
  return shown.length > longestPhrase ? `${shown.slice(0, longestPhrase)}...` : shown;
}

function danglingReference(document: JsonObject): OpenApiProblem | undefined {
  for (const [place, key, to] of membersIn(document))
    if (key === '$ref' && typeof to === 'string' && isWithin(to) && targetOf(document, to) === undefined)
      return { place: phrase(place), problem: `refers to ${phrase(to)}, which the document does not have` };
  return undefined;
}

function isWithin(reference: string): boolean {
  return reference === '#' || reference.startsWith('#/');
}

/**
 * The value that a reference within a document points to.
 *
 * @param document - the root
 * @param reference - a `$ref`; an external one is not followed
 * @returns undefined if there is nothing, or if the reference is not a JSON Pointer
 */
export function targetOf(document: JsonObject, reference: string): unknown {
  if (!isWithin(reference)) return undefined;
  return parsePointer(percentDecoded(reference.slice(1))).reduce<unknown>(member, document);
}

/** The longest chain of references that is followed. */
const mostReferences = 10;

/**
 * An object of a document, or the one that it refers to.
 *
 * @returns an empty object if there is none
 */
export function followed(document: JsonObject, value: unknown, most = mostReferences): JsonObject {
  if (!isJsonObject(value) || most === 0) return {};
  if (typeof value.$ref !== 'string') return value;
  return followed(document, targetOf(document, value.$ref), most - 1);
}
