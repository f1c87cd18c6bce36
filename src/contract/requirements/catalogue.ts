import { load } from 'js-yaml';
import { readDocument } from '../documents/folders.js';
import { spelledOutOperations, type WrittenOperations } from './operation-sets.js';
import type { RequirementId } from './requirement-ids.generated.js';

/** One promise of the service: an entry of the catalogue. Its origin decides how a violation counts. */
export type Requirement = Stated | Derived | Assumed;

/** The description states it. */
interface Stated extends Promised {
  readonly from: 'stated';
  /** The sentence, the row or the rule of its clauses that states it, as a short phrase. */
  readonly basis: string;
  readonly assumedPart?: AssumedPart;
  /** The part that only follows from other statements. */
  readonly derivedPart?: { readonly derivedFrom: string; readonly what: string };
}

/** It follows from the description. */
interface Derived extends Promised {
  readonly from: 'derived';
  /** The premise from which it follows, as a short phrase. */
  readonly derivedFrom: string;
  readonly assumedPart?: AssumedPart;
}

/** The description says that it doesn't show this: it applies only if the assumptions for these gaps hold. */
interface Assumed extends Promised {
  readonly from: 'assumed';
  /** At least one id of a gap, such as `G-07`. */
  readonly gap: readonly string[];
}

/** The members that requirements of every origin have. */
interface Promised {
  readonly id: RequirementId;
  /** The clauses of the description that mention it, at least one; `5.5` is clause 5, point 5. */
  readonly clause: readonly string[];
  readonly strength: 'must' | 'should' | 'may';
  /** The behaviour of the service, as one sentence for reports. */
  readonly sentence: string;
  /** The operationIds that it concerns, with sets already expanded; empty if it concerns no operation. */
  readonly operations: readonly string[];
  /**
   * Present if the requirement applies to each of its operations: it then counts as verified only after a check of each
   * of them.
   */
  readonly each?: true;
  /** The subject of a check, with all acceptable responses. */
  readonly observed: string;
  /**
   * Only present if there is a check: what the check must have seen, as a short phrase. Without such an exchange the
   * requirement can't count as verified.
   */
  readonly verified?: string;
  /** Only present if there is no check: one is planned, or none is possible. */
  readonly notTested?: { readonly kind: 'planned' | 'impossible'; readonly reason: string };
  /** Only present if there is a check: the part of `observed` that it does not cover yet. */
  readonly notTestedPart?: { readonly what: string; readonly reason: string };
}

/** The part of the requirement that rests on gaps; the other parts do not. */
interface AssumedPart {
  readonly gap: readonly string[];
  readonly what: string;
}

/** A fact that the description says it doesn't show, and the suite's assumption about it. */
export interface Gap {
  /** `G-07`. */
  readonly id: string;
  /** The clauses of the description that leave it open; at least one. */
  readonly clause: readonly string[];
  readonly notShown: string;
  readonly assumed: string;
}

/** What each clause of the description says, in one sentence of ours, by its number: `8.1`. */
export type Clauses = Readonly<Record<string, string>>;

/** A group of requirements with a common prefix: `BAT` is the prefix of `BAT-09`. */
export interface Topic {
  readonly prefix: string;
  readonly title: string;
  /** The clauses of the description that the topic covers. */
  readonly clause: readonly string[];
}

/** A requirement as written in the file: `operations` may still be a set. */
type RequirementEntry = AsWritten<Stated> | AsWritten<Derived> | AsWritten<Assumed>;

type AsWritten<T> = Omit<T, 'operations'> & { readonly operations: WrittenOperations };

/** The content of schemas/requirements.yaml; with {@link RequirementEntry} as written. */
interface Catalogue<Entry = Requirement> {
  readonly clauses: Clauses;
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly Entry[];
}

/** Replaces sets of operations with their operations. */
function spelledOut(catalogue: Catalogue<RequirementEntry>): Catalogue {
  return {
    ...catalogue,
    requirements: catalogue.requirements.map((entry) => ({
      ...entry,
      operations: spelledOutOperations(entry.operations, gapsOf(entry)),
    })),
  };
}

/** The ids of the gaps on which a requirement rests, wholly or in part. */
function gapsOf(entry: RequirementEntry): readonly string[] {
  return entry.from === 'assumed' ? entry.gap : (entry.assumedPart?.gap ?? []);
}

// Unchecked here, because the tests check the file: compiling its schema takes longer than reading it, in every
// process.
const catalogue = spelledOut(readDocument('requirements', load) as Catalogue<RequirementEntry>);

/** Every requirement, in the order of the file: topics in the order of the description's clauses. */
export const requirements: readonly Requirement[] = catalogue.requirements;

/** What each clause says that a requirement, a topic or a gap names. */
export const clauses: Clauses = catalogue.clauses;

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
 * The requirements that rest on a gap, wholly or in part, in the order of the file; never empty.
 * @throws Error when the gap is not in the catalogue
 */
export function requirementsForGap(id: string): readonly Requirement[] {
  const found = requirements.filter((entry) => gapsOf(entry).includes(id));
  if (found.length === 0) throw new Error(`There is no gap ${id} in schemas/requirements.yaml.`);
  return found;
}

/**
 * The requirements that come from a clause or from a part of it, in the order of the file: those of `8` come from 8.1
 * or 8.2, those of `8.1` from neither 8.10 nor 18.1. Empty if there are none.
 */
export function requirementsOfClause(id: string): readonly Requirement[] {
  return requirements.filter(({ clause }) => clause.some((each) => each === id || each.startsWith(`${id}.`)));
}

/** The file whose content `renderCatalogueIds` renders, relative to the project's root. */
export const requirementIdsFile = 'src/contract/requirements/requirement-ids.generated.ts';

/**
 * Renders the ids of the catalogue as TypeScript, so that a mistyped id of a requirement does not compile.
 * @returns the whole content of the generated file
 */
export function renderCatalogueIds(): string {
  const members = requirements.map(({ id }) => `  | '${id}'`);
  return [
    '// Generated from schemas/requirements.yaml by `npm run generate`. Do not edit.',
    '',
    '/** The id of a requirement of the catalogue. */',
    'export type RequirementId =',
    `${members.join('\n')};`,
    '',
    '/** The ids of the gaps of the description, in order. */',
    'export const gapIds: readonly string[] = [',
    ...gaps.map(({ id }) => `  '${id}',`),
    '];',
    '',
  ].join('\n');
}
