import type { ErrorObject } from 'ajv/dist/2020.js';
import type { CatalogueDocument, RequirementEntry } from './catalogue.js';
import type { Gap, Requirement, Topic } from './requirement.js';

/**
 * Finds problems that no schema can express: ids that occur twice or refer to nothing, and entries in the wrong order.
 * @returns a line for each problem, with the id and the key; empty if there are none
 */
export function catalogueProblems(document: CatalogueDocument): string[] {
  const { operationSets, topics, gaps, requirements } = document;
  return [
    ...duplicates(topics.map(({ prefix }) => prefix)).map(
      (prefix) => `topic ${prefix}: key "prefix" occurs twice`,
    ),
    ...duplicates(gaps.map(({ id }) => id)).map((id) => `gap ${id}: key "id" occurs twice`),
    ...duplicates(requirements.map(({ id }) => id)).map((id) => `requirement ${id}: key "id" occurs twice`),
    ...Object.entries(operationSets).flatMap(([name, members]) =>
      unknownOperations(`operationSets/${name}`, members, document).map(
        (problem) => `the catalogue: ${problem}`,
      ),
    ),
    ...requirements.flatMap((entry) => entryProblems(entry, document)),
    ...gaps.filter(({ id }) => !requirements.some((entry) => gapsOf(entry).includes(id))).map(unused),
    ...orderProblems(document),
  ];
}

/** The ids of the gaps on which a requirement rests, wholly or in part. */
export function gapsOf(entry: RequirementEntry): readonly string[] {
  return entry.from === 'assumed' ? entry.gap : (entry.assumedPart?.gap ?? []);
}

function entryProblems(entry: RequirementEntry, document: CatalogueDocument): string[] {
  const operations = typeof entry.operations === 'string' ? [] : entry.operations;
  const gapKey = entry.from === 'assumed' ? 'gap' : 'assumedPart/gap';
  const problems = [
    ...unknownOperations('operations', operations, document),
    ...gapsOf(entry)
      .filter((gap) => !document.gaps.some(({ id }) => id === gap))
      .map((gap) => `key "${gapKey}" names ${gap}, which is not defined`),
  ];
  if (entry.notTested && entry.notTestedPart) {
    problems.push('keys "notTested" and "notTestedPart" exclude each other');
  }
  if (entry.notTested && entry.verified !== undefined)
    problems.push('keys "notTested" and "verified" exclude each other');
  if (!entry.notTested && entry.verified === undefined)
    problems.push('needs either key "verified" or key "notTested" with a reason why there is no check');
  return problems.map((problem) => `requirement ${entry.id}: ${problem}`);
}

function unknownOperations(
  key: string,
  members: readonly string[],
  { operationSets }: CatalogueDocument,
): string[] {
  return members
    .filter((operationId) => !operationSets.all.includes(operationId))
    .map((operationId) => `key "${key}" names ${operationId}, which is not in the set all`);
}

function orderProblems({ topics, requirements }: CatalogueDocument): string[] {
  const ranks = requirements.map(({ id }) => topics.findIndex(({ prefix }) => id.startsWith(`${prefix}-`)));
  return requirements.flatMap(({ id }, index) => {
    const rank = ranks[index] ?? -1;
    const previous = requirements[index - 1]?.id ?? '';
    const previousRank = ranks[index - 1] ?? 0;
    if (rank === -1) return [`requirement ${id}: key "id" has a prefix that is not a topic`];
    const isLater = rank > previousRank || (rank === previousRank && id >= previous);
    return isLater ? [] : [`requirement ${id}: key "id" must come before ${previous}`];
  });
}

function unused({ id }: { readonly id: string }): string {
  return `gap ${id}: key "id" is not named by any requirement`;
}

function duplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/**
 * Describes in one line what the schema rejected: which entry, which key, what it must be and what it is.
 * @param error an error from Ajv with `verbose`
 * @param document the document that was validated, to name an entry by its id
 */
export function schemaProblem(error: ErrorObject, document: unknown): string {
  const [section = '', index, ...path] = error.instancePath.split('/').slice(1);
  const place = index === undefined ? 'the catalogue' : entryName(section, index, document);
  const key = (index === undefined ? [section] : path).filter((part) => part !== '').join('/');
  return `${place}: ${complaint(error, key)}`;
}

function complaint({ keyword, params, parentSchema, data, message }: ErrorObject, key: string): string {
  const at = key === '' ? '' : `${key}/`;
  if (keyword === 'additionalProperties')
    return `unknown key "${at}${params.additionalProperty}"${origin(data)}`;
  if (keyword === 'required') return `missing key "${at}${params.missingProperty}"${origin(data)}`;
  if (keyword === 'discriminator')
    return `key "from" must be stated, derived or assumed, but is ${shown(params.tagValue)}`;
  const rule = keyword === 'enum' ? oneOf(params) : (parentSchema?.description ?? message);
  return `key "${key}" ${rule}, but is ${shown(data)}`;
}

/** Which keys are known depends on `from`, so it belongs in the message. */
function origin(data: unknown): string {
  return hasOwn(data, 'from') ? ` (it is ${String(data.from)})` : '';
}

function oneOf(params: ErrorObject['params']): string {
  return `must be one of ${params.allowedValues.join(', ')}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function entryName(section: string, index: string, document: unknown): string {
  const singular = section.replace(/s$/, '');
  const entries = hasOwn(document, section) ? document[section] : undefined;
  const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
  if (!Array.isArray(entries)) return `${section} ${index}`;
  if (hasOwn(entry, 'id')) return `${singular} ${String(entry.id)}`;
  if (hasOwn(entry, 'prefix')) return `${singular} ${String(entry.prefix)}`;
  return `${singular} number ${Number(index) + 1}`;
}

function hasOwn<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** The catalogue with the sets of operations expanded. */
export interface Catalogue {
  /** operationIds of the whole API, in the order of the description. */
  readonly operationIds: readonly string[];
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly Requirement[];
}

/** Replaces the names of operation sets with their operations. */
export function spelledOut({ operationSets, topics, gaps, requirements }: CatalogueDocument): Catalogue {
  return {
    operationIds: operationSets.all,
    topics,
    gaps,
    requirements: requirements.map((entry) => ({
      ...entry,
      operations: typeof entry.operations === 'string' ? operationSets[entry.operations] : entry.operations,
    })),
  };
}
