import type { RequirementId } from './requirement-ids.generated.js';

/** One promise of the service, as one entry of the catalogue. Where it comes from decides how a violation counts. */
export type Requirement = Stated | Derived | Assumed;

/** The description says it. */
export interface Stated extends Promised {
  readonly from: 'stated';
  readonly assumedPart?: AssumedPart;
  readonly derivedPart?: DerivedPart;
}

/** It follows from what the description says. */
export interface Derived extends Promised {
  readonly from: 'derived';
  /** From what it follows, as a short phrase. */
  readonly derivedFrom: string;
  readonly assumedPart?: AssumedPart;
}

/** The description says that it isn't shown, so that it stands or falls with the assumption for these gaps. */
export interface Assumed extends Promised {
  readonly from: 'assumed';
  /** At least one id of a gap: `G-07`. */
  readonly gap: readonly string[];
}

/** What every requirement has, wherever it comes from. */
interface Promised {
  readonly id: RequirementId;
  /** Clauses of the description that speak of it: `5.5` is clause 5, point 5. At least one. */
  readonly clause: readonly string[];
  readonly strength: 'must' | 'should' | 'may';
  /** What the strength rests on, as a short phrase; the description has no normative keywords. */
  readonly basis: string;
  /** What the service does, as one sentence that can stand in a report. */
  readonly sentence: string;
  /** operationIds that it concerns, sets already spelled out; empty where no operation is concerned. */
  readonly operations: readonly string[];
  /** Present where it speaks of each of its operations, so that it is verified only where it was looked at at each. */
  readonly each?: true;
  /** What a check looks at, with all acceptable answers. */
  readonly observed: string;
  /**
   * Only where there is a check: what must have been there to look at, as a short phrase. Without such an exchange it can't
   * count as verified.
   */
  readonly verified?: string;
  /** Only where there is no check. */
  readonly notTested?: NotTested;
  /** Only where there is a check: what of the observation it does not make yet. */
  readonly notTestedPart?: { readonly what: string; readonly reason: string };
}

/** The part of a requirement that rests on gaps; the rest of it does not. */
export interface AssumedPart {
  readonly gap: readonly string[];
  readonly what: string;
}

/** The part of a stated requirement that only follows from what is stated. */
export interface DerivedPart {
  readonly derivedFrom: string;
  readonly what: string;
}

/** Why there is no check: one is planned, or none can ever be. */
export interface NotTested {
  readonly kind: 'planned' | 'impossible';
  readonly reason: string;
}
