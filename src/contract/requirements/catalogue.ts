import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { batchWrites, operations } from '../operations.js';
import type { Assumed, Derived, Gap, Requirement, Stated, Topic } from './requirement.js';
import type { RequirementId } from './requirement-ids.generated.js';

/** schemas/requirements.yaml as written: `operations` may still be the name of a set. */
export interface CatalogueDocument {
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly RequirementEntry[];
}

/** Names that stand for operations of the contract. */
export const operationSets = {
  none: [],
  all: operations.map(({ operationId }) => operationId),
  'batch-writes': batchWrites.map(({ operationId }) => operationId),
  results: batchWrites.flatMap(({ resultsOperation }) => resultsOperation ?? []),
} as const satisfies Readonly<Record<string, readonly string[]>>;
type OperationSet = keyof typeof operationSets;

/** A requirement as written in the file. */
export type RequirementEntry = AsWritten<Stated> | AsWritten<Derived> | AsWritten<Assumed>;

type AsWritten<T> = Omit<T, 'operations'> & { readonly operations: OperationSet | readonly string[] };

/** The catalogue with the sets of operations expanded. */
export interface Catalogue {
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly Requirement[];
}

/** Replaces the names of operation sets with their operations. */
export function spelledOut({ topics, gaps, requirements }: CatalogueDocument): Catalogue {
  return {
    topics,
    gaps,
    requirements: requirements.map((entry) => ({
      ...entry,
      operations: typeof entry.operations === 'string' ? operationSets[entry.operations] : entry.operations,
    })),
  };
}

/** The ids of the gaps on which a requirement rests, wholly or in part. */
export function gapsOf(entry: RequirementEntry): readonly string[] {
  return entry.from === 'assumed' ? entry.gap : (entry.assumedPart?.gap ?? []);
}

const file = new URL('../../../schemas/requirements.yaml', import.meta.url);

/**
 * Reads schemas/requirements.yaml, unchecked.
 * @throws the parser's error with line and column, if the file is not YAML or contains a key twice
 */
export function readCatalogueDocument(): unknown {
  return load(readFileSync(file, 'utf8'));
}

export type { Gap, Requirement, Topic } from './requirement.js';

// Unchecked here, because the tests check the file: compiling its schema takes longer than reading it, in every
// process.
const catalogue = spelledOut(readCatalogueDocument() as CatalogueDocument);

/** Every requirement, in the order of the file: topics in the order of the description's clauses. */
export const requirements: readonly Requirement[] = catalogue.requirements;

/** All gaps that the description leaves open, starting with G-01. */
export const gaps: readonly Gap[] = catalogue.gaps;

/** The topics of the catalogue, in the order of its requirements. */
export const topics: readonly Topic[] = catalogue.topics;

const byId: ReadonlyMap<string, Requirement> = new Map(requirements.map((entry) => [entry.id, entry]));

/** Whether a string from outside, such as from a report or a command line, is the id of a requirement. */
export function isRequirementId(id: string): id is RequirementId {
  return byId.has(id);
}

/**
 * Finds a requirement by its id.
 * @throws Error when the id is not in the catalogue, which the types prevent unless the id comes from outside
 */
export function requirement(id: RequirementId): Requirement {
  const found = byId.get(id);
  if (!found) throw new Error(`There is no requirement ${id} in schemas/requirements.yaml.`);
  return found;
}

/**
 * Finds a gap by its id, such as `G-07`.
 * @throws Error when the id is not in the catalogue
 */
export function gap(id: string): Gap {
  const found = gaps.find((entry) => entry.id === id);
  if (!found) throw new Error(`There is no gap ${id} in schemas/requirements.yaml.`);
  return found;
}

/**
 * The requirements that rest on a gap, wholly or in part, in the order of the file; never empty.
 * @throws Error when the gap is not in the catalogue
 */
export function requirementsForGap(id: string): readonly Requirement[] {
  const { id: known } = gap(id);
  return requirements.filter((entry) => gapsOf(entry).includes(known));
}
