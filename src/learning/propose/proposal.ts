import type { BodySteps, Bounds, Conversion } from '../../contract/mapping/file/target-file.js';
import type { Origin } from '../../contract/schemas/origin.js';

/** One step of a target's file, before it is written there. Paths are in our words. */
export type DraftStep =
  | {
      readonly kind: 'rename' | 'move' | 'inside';
      readonly at: string;
      readonly to: string;
    }
  | { readonly kind: 'flat' | 'require' | 'optional' | 'filled' | 'absent'; readonly at: string }
  | { readonly kind: 'values'; readonly at: string; readonly word: string; readonly to: string }
  | { readonly kind: 'constant'; readonly at: string; readonly to: string | number | boolean }
  | { readonly kind: 'convert'; readonly at: string; readonly to: Conversion }
  | { readonly kind: 'bound'; readonly at: string; readonly to: Bounds };

/**
 * What shows a step, best first: a response, an accepted request, a response at another place, or nothing but the live
 * description.
 */
export type Source = 'answered' | 'accepted' | 'elsewhere' | 'described';

/** A step that is certain, and its evidence. */
export interface ProposedStep {
  readonly step: DraftStep;
  readonly evidence: string;
  /** What shows it; absent if a person wrote it. */
  readonly source?: Source;
  /** The gap that it closes, if our element names one. */
  readonly gap?: string;
}

/** A possible answer to a question. */
export interface Candidate {
  /** The target's name, path or word, or the conversion of the value. */
  readonly answer: string;
  readonly evidence: string;
}

/** A question that only a person can answer. */
export interface Question {
  readonly at: string;
  /** A sentence that ends in a question mark. */
  readonly asks: string;
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Whether the answer may be that the target has no such thing. */
  readonly mayBeAbsent?: true;
  /** The gap that the answer closes, if the element names one. */
  readonly gap?: string;
}

/** One of our elements and its counterpart, from the body's root. */
export interface Pair {
  readonly ours: string;
  readonly theirs: string;
}

/** The relation between two vocabularies of a body. */
export interface Alignment {
  readonly steps: readonly ProposedStep[];
  readonly questions: readonly Question[];
  readonly pairs: readonly Pair[];
}

/** The gap that a step or a question for one of our elements closes, if the element names one. */
export function gapOf({ origin }: { readonly origin?: Origin }): { readonly gap?: string } {
  return origin?.gap === undefined ? {} : { gap: origin.gap };
}

/** The steps as the target's file contains them. */
export function bodySteps(steps: readonly DraftStep[]): BodySteps {
  const found: Record<string, Record<string, unknown> | string[]> = {};
  const entry = (kind: string, at: string, value: unknown) => {
    const known = found[kind];
    found[kind] = { ...(Array.isArray(known) ? {} : known), [at]: value };
  };
  for (const step of steps) {
    if (!('to' in step)) {
      const known = found[step.kind];
      found[step.kind] = [...(Array.isArray(known) ? known : []), step.at];
    } else if (step.kind === 'values') {
      const known = found.values;
      const words = Array.isArray(known) ? undefined : known?.[step.at];
      entry('values', step.at, { ...(typeof words === 'object' ? words : {}), [step.word]: step.to });
    } else entry(step.kind, step.at, step.to);
  }
  // Each kind was entered with the value that its type requires.
  return found as BodySteps;
}
