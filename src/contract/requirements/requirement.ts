import type { RequirementId } from './requirement-ids.generated.js';

/** One promise of the service: an entry of the catalogue. Its origin decides how a violation counts. */
export type Requirement = Stated | Derived | Assumed;

/** The description states it. */
export interface Stated extends Promised {
  readonly from: 'stated';
  readonly assumedPart?: AssumedPart;
  readonly derivedPart?: DerivedPart;
}

/** It follows from the description. */
export interface Derived extends Promised {
  readonly from: 'derived';
  /** The premise from which it follows, as a short phrase. */
  readonly derivedFrom: string;
  readonly assumedPart?: AssumedPart;
}

/**
 * The description says that it doesn't show this, so the requirement holds only if the assumptions for these gaps do.
 */
export interface Assumed extends Promised {
  readonly from: 'assumed';
  /** At least one id of a gap, such as `G-07`. */
  readonly gap: readonly string[];
}

/** The members of every requirement, whatever its origin. */
interface Promised {
  readonly id: RequirementId;
  /** The clauses of the description that mention it, at least one; `5.5` is clause 5, point 5. */
  readonly clause: readonly string[];
  readonly strength: 'must' | 'should' | 'may';
  /** The reason for the strength, as a short phrase; the description has no normative keywords. */
  readonly basis: string;
  /** The behaviour of the service, as one sentence for reports. */
  readonly sentence: string;
  /** The operationIds that it concerns, with sets already expanded; empty if it concerns no operation. */
  readonly operations: readonly string[];
  /**
   * Present if the requirement applies to each of its operations: then it is only verified once each of them was
   * checked.
   */
  readonly each?: true;
  /** The subject of a check, with all acceptable answers. */
  readonly observed: string;
  /**
   * Only present if there is a check: what the check must have seen, as a short phrase. Without such an exchange the
   * requirement can't count as verified.
   */
  readonly verified?: string;
  /** Only present if there is no check. */
  readonly notTested?: NotTested;
  /** Only present if there is a check: the part of `observed` that it does not cover yet. */
  readonly notTestedPart?: { readonly what: string; readonly reason: string };
}

/** The part of a requirement that rests on gaps; the rest does not. */
interface AssumedPart {
  readonly gap: readonly string[];
  readonly what: string;
}

/** The part of a stated requirement that only follows from other statements. */
interface DerivedPart {
  readonly derivedFrom: string;
  readonly what: string;
}

/** Why there is no check: one is planned, or none is possible. */
interface NotTested {
  readonly kind: 'planned' | 'impossible';
  readonly reason: string;
}

/** Something that the description says it doesn't show, and what the suite assumes instead. */
export interface Gap {
  /** `G-07`. */
  readonly id: string;
  /** The clauses of the description that leave it open; at least one. */
  readonly clause: readonly string[];
  readonly notShown: string;
  readonly assumed: string;
}

/** A group of requirements with a common prefix: `BAT` is the prefix of `BAT-09`. */
export interface Topic {
  readonly prefix: string;
  readonly title: string;
  /** The clauses of the description that the topic covers. */
  readonly clause: readonly string[];
}
