import type { Operation } from '../contract/operations.js';
import { joined, lastName } from '../contract/path.js';
import { gapsOfAnswer, gapsOfRequest } from '../contract/unshown.js';
import type { OurParts } from './contract-parts.js';
import { likeness, saysLittle } from './names.js';
import type { Candidate, ProposedStep, Question } from './proposal.js';
import type { Vocabulary } from './resemblance.js';
import type { Shape } from './shape.js';

/** A request in our words that was refused although it should have been accepted. */
export interface Rejection {
  readonly status: number;
  /** The target's message about it; empty if there is none. */
  readonly message: string;
}

/** The facts that refused requests reveal about one part of an operation's request. */
interface LearnedRejections {
  readonly steps: Readonly<Record<'query' | 'request', readonly ProposedStep[]>>;
  readonly questions: readonly Question[];
}

/** The similarity from which a word of a message is one of our fields. */
const alike = 0.55;

/**
 * Learns from the messages of refusals where there is no description: a message that names a field which is a synonym
 * of one of ours, or which the target uses for it elsewhere, reveals its name. A refusal without such a message becomes
 * a question.
 * @param isOpen - whether the last request was refused as well
 */
export function learnRejections(
  operation: Operation,
  ours: OurParts,
  rejections: readonly Rejection[],
  isOpen: boolean,
  vocabulary: Vocabulary,
): LearnedRejections {
  const steps = {
    query: renames(ours.query, rejections, vocabulary),
    request: ours.request === undefined ? [] : renames(ours.request, rejections, vocabulary),
  };
  const last = rejections.at(-1);
  if (!isOpen || last === undefined) return { steps, questions: [] };
  const [gap] = gapsOfRequest(operation);
  const told = last.message === '' ? '' : `: "${last.message.slice(0, 120)}"`;
  const question: Question = {
    at: '',
    asks: `which request does it accept? A request according to the contract was refused with ${last.status}${told}.`,
    candidates: candidatesIn([ours.query, ours.request], vocabulary),
    ...(gap === undefined ? {} : { gap }),
  };
  return { steps, questions: [question] };
}

function renames(
  shape: Shape,
  rejections: readonly Rejection[],
  vocabulary: Vocabulary,
): readonly ProposedStep[] {
  const paths = pathsIn(shape, '');
  const known = new Set(paths.map(lastName));
  const found = new Map<string, ProposedStep>();
  for (const { message, status } of rejections) {
    const fits = wordsIn(message)
      .filter(({ word }) => !known.has(word))
      .flatMap(({ word, depth }) =>
        paths.flatMap((at) => {
          const name = lastName(at);
          if (depth > 1 && at.split('.').length !== depth) return [];
          const isKnown = vocabulary.get(name)?.has(word) === true;
          const score = isKnown ? 1 : likeness(name, word).score;
          return score >= alike ? [{ at, word, score }] : [];
        }),
      );
    fits.sort((a, b) => b.score - a.score);
    const [best, ...others] = fits.filter(({ at }) => !found.has(at));
    const isAlone = best !== undefined && others.every(({ score }) => score <= best.score - 0.08);
    if (!isAlone) continue;
    const evidence = `it refused ours with ${status}: "${message.slice(0, 100)}"`;
    found.set(best.at, { step: { kind: 'rename', at: best.at, to: best.word }, evidence });
  }
  return [...found.values()];
}

/**
 * Makes questions of places that no description and no answer shows, if the target has other names elsewhere: the whole
 * operation, or its query parameters, which answers don't show.
 * @param isSeen - whether any of its answers was seen
 */
export function askUnseen(
  operation: Operation,
  ours: OurParts,
  isSeen: boolean,
  vocabulary: Vocabulary,
): readonly Question[] {
  const candidates = candidatesIn(
    isSeen ? [ours.query] : [ours.query, ours.request, ours.response],
    vocabulary,
  );
  if (candidates.length === 0) return [];
  const [gap] = isSeen ? gapsOfRequest(operation) : gapsOfAnswer(operation);
  const asks = isSeen
    ? "do its query parameters have the contract's names?"
    : 'are its requests and answers as the contract describes them? Nothing of it was seen, and elsewhere the target has other names.';
  return [{ at: '', asks, candidates, ...(gap === undefined ? {} : { gap }) }];
}

/** Words of a message that may be names, with the number of names in their path: `items[0].article` is article, 2. */
function wordsIn(message: string): readonly { readonly word: string; readonly depth: number }[] {
  const paths = message.match(/[A-Za-z_]\w*(?:\[\d*\])?(?:\.[A-Za-z_]\w*(?:\[\d*\])?)*/g) ?? [];
  return [...new Set(paths)].map((path) => ({
    word: lastName(path.replaceAll(/\[\d*\]/g, '')),
    depth: path.split('.').length,
  }));
}

/** The target's names for our fields elsewhere. */
function candidatesIn(shapes: readonly (Shape | undefined)[], vocabulary: Vocabulary): readonly Candidate[] {
  const paths = shapes.flatMap((shape) => (shape === undefined ? [] : pathsIn(shape, '')));
  return paths.flatMap((at) => {
    const [theirs] = vocabulary.get(lastName(at)) ?? [];
    if (theirs === undefined || saysLittle(lastName(at))) return [];
    const [name, places] = theirs;
    return [{ answer: `${at} as ${name}`, evidence: `so at ${[...places][0]}` }];
  });
}

/** Paths of the fields of a body that a closing may rename. */
function pathsIn(shape: Shape, at: string): readonly string[] {
  if (shape.items !== undefined) return pathsIn(shape.items, `${at}[]`);
  return [...shape.fields].flatMap(([name, { shape: field }]) => {
    const path = joined(at, name);
    const isOpen = field.origin?.provenance === 'assumed';
    return [...(isOpen ? [path] : []), ...pathsIn(field, path)];
  });
}
