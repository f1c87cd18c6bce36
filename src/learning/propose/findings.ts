import type { Kind, MappedPart } from '../../contract/mapping/file/file-steps.js';
import type { Bounds, TargetFile } from '../../contract/mapping/file/target-file.js';
import type { Origin } from '../../contract/schemas/origin.js';

/**
 * What shows a step, best first: a response, an accepted request, a response at another place, or nothing but the live
 * description.
 */
export type Source = 'answered' | 'accepted' | 'elsewhere' | 'described';

/** The gaps of events and their delivery (clause 6), and of refusals (clause 7). */
export const [gapOfDeliveries, gapOfRefusals] = ['G-12', 'G-15'];

/** Kinds of steps that are about no place in a body. */
const settings = ['success', 'refusal', 'type', 'signature', 'prefix', 'equal'] as const;

/** One entry of a target's file, and its evidence. */
export interface Step {
  /** The part of an operation or of a delivery that it is about; the body of an error, and settings, have none. */
  readonly part?: MappedPart | 'body';
  readonly kind: Kind | 'confirmed' | (typeof settings)[number];
  /** Our path; empty for the body itself, and for a setting. */
  readonly at: string;
  /** One of our words, if the step replaces a word. */
  readonly word?: string;
  /** The target's name, path, word, value or bounds; absent if the kind and the path say everything. */
  readonly to?: string | number | boolean | Bounds;
  readonly evidence: string;
  /** Absent if a person wrote it. */
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
  readonly part?: Step['part'];
  /** Our path, or the name of a setting. */
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
  readonly steps: readonly Step[];
  readonly questions: readonly Question[];
  readonly pairs: readonly Pair[];
}

/** Everything known about one section of a target's file: an operation, the deliveries, the errors of a status. */
export interface Findings {
  /** The keys that lead to it: `operations`, `listOrders`; none for the file as a whole. */
  readonly place: readonly string[];
  readonly steps: readonly Step[];
  readonly questions: readonly Question[];
  /** The subjects that were found, whether they differ or are as assumed: no other step is needed for them. */
  readonly found: ReadonlySet<string>;
}

/** The facts from which a target's file is written. */
export interface LearnedTarget {
  readonly name: string;
  /** The live description; absent if there was none. */
  readonly learned?: TargetFile['learned'];
  /** In the order of the file. */
  readonly findings: readonly Findings[];
}

/** The gap that a step or a question for one of our elements closes, if the element names one. */
export function gapOf({ origin }: { readonly origin?: Origin }): { readonly gap?: string } {
  return { gap: origin?.gap };
}

/** What a step or a question is about: the part with the path, or the setting. */
export function subjectOf(about: Pick<Step, 'part' | 'at'> & { readonly kind?: Step['kind'] }): string {
  const { part = '', at, kind } = about;
  return `${part} ${settings.some((each) => each === kind) ? kind : at}`;
}

/** The keys that lead to a step within its section of the file. */
export function keysOf({ part, kind, at, word }: Step): readonly string[] {
  const keys = settings.some((each) => each === kind) ? [part, kind] : [part, kind, at, word];
  return keys.filter((key) => key !== undefined);
}

/** An object of the file, as it is made. */
interface Section {
  [key: string]: Section | Step['to'] | readonly string[];
}

/** The steps as a target's file contains them. */
export function inFile(findings: readonly Pick<Findings, 'place' | 'steps'>[]): Omit<TargetFile, 'contract'> {
  const file: Section = {};
  for (const { place, steps } of findings)
    for (const step of steps) {
      const keys = [...place, ...keysOf(step)];
      // Where the kind and the path say everything, the paths of a kind are a list.
      const [path = ''] = step.to === undefined ? keys.splice(-1) : [];
      const [last = ''] = keys.splice(-1);
      const section = keys.reduce<Section>((outer, key) => {
        outer[key] ??= {};
        return outer[key] as Section;
      }, file);
      const listed = section[last];
      section[last] = step.to ?? [...(Array.isArray(listed) ? listed : []), path];
    }
  // Each step has a value of its kind's type.
  return file as Omit<TargetFile, 'contract'>;
}
