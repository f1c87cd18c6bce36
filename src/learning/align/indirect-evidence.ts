import type { MappedPart } from '../../contract/mapping/file/file-steps.js';
import type { Operation } from '../../contract/operations.js';
import { gapsOfRequest, gapsOfResponse } from '../../contract/unspecified.js';
import { eachEntry, joined, lastName, parsePath } from '../../contract/values/path.js';
import {
  type Alignment,
  type Candidate,
  gapOf,
  type ProposedStep,
  type Question,
} from '../propose/proposal.js';
import { type OurParts, oursOf } from '../survey/contract-parts.js';
import { isOpen, type Shape } from '../survey/shape.js';
import { likeness, saysLittle } from './names.js';
import type { Vocabulary } from './resemblance.js';

/** A request in our words that was refused although it should have been accepted. */
export interface Rejection {
  readonly status: number;
  /** The target's message about it; empty if there is none. */
  readonly message: string;
}

/** The similarity from which a word in a message counts as one of our fields. */
const alike = 0.55;

/** The evidence of an operation's requests. */
interface RequestEvidence {
  readonly rejections: readonly Rejection[];
  /** Whether the last request was refused as well. */
  readonly isOpen: boolean;
  readonly vocabulary: Vocabulary;
  /** The steps that trials found. */
  readonly tried: Readonly<Record<'query' | 'request', readonly ProposedStep[]>>;
}

/**
 * Learns from the messages of refusals where there is no description. A message reveals the name of one of our fields
 * if it contains a synonym of our name, or a name that the target uses for the field elsewhere. A refusal without such
 * a message becomes a question.
 */
export function learnRejections(
  operation: Operation,
  ours: OurParts,
  { rejections, isOpen, vocabulary, tried }: RequestEvidence,
): {
  readonly steps: Readonly<Record<'query' | 'request', readonly ProposedStep[]>>;
  readonly questions: readonly Question[];
} {
  const named = (shape: Shape | undefined, known: readonly ProposedStep[]) =>
    shape === undefined ? [] : renames(shape, rejections, vocabulary, known);
  const steps = { query: named(ours.query, tried.query), request: named(ours.request, tried.request) };
  const last = rejections.at(-1);
  if (!isOpen || last === undefined) return { steps, questions: [] };
  const [gap] = gapsOfRequest(operation);
  const told = last.message === '' ? '' : `: "${last.message.slice(0, 120)}"`;
  const question: Question = {
    at: '',
    asks: `which request does the target accept? A request according to the contract was refused with ${last.status}${told}.`,
    candidates: candidatesIn([ours.query, ours.request], vocabulary),
    ...(gap === undefined ? {} : { gap }),
  };
  return { steps, questions: [question] };
}

/** @param tried steps of the same body: the fields whose names are known, and the object around the body */
function renames(
  shape: Shape,
  rejections: readonly Rejection[],
  vocabulary: Vocabulary,
  tried: readonly ProposedStep[],
): readonly ProposedStep[] {
  const named = new Set(tried.flatMap(({ step }) => (step.kind === 'rename' ? [step.at] : [])));
  const around = tried.flatMap(({ step }) => (step.kind === 'inside' && step.at === '' ? [step.to] : []));
  const paths = pathsIn(shape, '').filter((path) => !named.has(path));
  const known = new Set([
    ...pathsIn(shape, '').map(lastName),
    ...tried.flatMap(({ step }) => ('to' in step ? [String(step.to)] : [])),
  ]);
  const found = new Map<string, ProposedStep>();
  for (const { message, status } of rejections) {
    const fits = namesIn(message, around)
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
    found.set(best.at, {
      step: { kind: 'rename', at: best.at, to: best.word },
      evidence,
      source: 'answered',
    });
  }
  return [...found.values()];
}

/**
 * Asks about places that neither the description nor a response shows, if the target has different names elsewhere:
 * about the whole operation, or about its query parameters, which answers never show.
 * @param isSeen - whether any of its responses was seen
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
  const [gap] = isSeen ? gapsOfRequest(operation) : gapsOfResponse(operation);
  const asks = isSeen
    ? "do its query parameters have the contract's names?"
    : 'are its requests and responses as the contract describes them? None of them was seen, and elsewhere the target has different names.';
  return [{ at: '', asks, candidates, ...(gap === undefined ? {} : { gap }) }];
}

/** Words of messages that are hardly ever names, unless they are in a path. */
const plainWords: ReadonlySet<string> = new Set(
  'a an and any array at be body boolean but by can cannot could does empty expected field for from got has have in integer invalid is it json list may missing must no none not null number object of one or parameter property query request required should string than that the there this to type unknown valid value was which with without you your'.split(
    ' ',
  ),
);

/** A word of a message that may be the name of a field. */
interface NameInMessage {
  readonly word: string;
  /** The number of names in its path: `items[0].article` is article, 2. */
  readonly depth: number;
}

/**
 * The words of a message that may be names.
 * @param around names of objects around the whole body, which don't count
 */
export function namesIn(message: string, around: readonly string[] = []): readonly NameInMessage[] {
  const paths = message.match(/[A-Za-z_]\w*(?:\[\d*\])?(?:\.[A-Za-z_]\w*(?:\[\d*\])?)*/g) ?? [];
  const named = paths.filter((path) => !plainWords.has(path.toLowerCase()));
  return [...new Set(named)].map((path) => {
    const names = path.replaceAll(/\[\d*\]/g, '').split('.');
    const inner = names.length > 1 && around.includes(names[0] ?? '') ? names.slice(1) : names;
    return { word: inner.at(-1) ?? path, depth: inner.length };
  });
}

/** The target's names for our fields elsewhere. */
function candidatesIn(shapes: readonly (Shape | undefined)[], vocabulary: Vocabulary): readonly Candidate[] {
  const paths = shapes.flatMap((shape) => (shape === undefined ? [] : pathsIn(shape, '')));
  return paths.flatMap((at) => {
    const [theirs] = vocabulary.get(lastName(at)) ?? [];
    if (theirs === undefined || saysLittle(lastName(at))) return [];
    const [name, places] = theirs;
    return [{ answer: `${at} as ${name}`, evidence: `used at ${[...places][0]}` }];
  });
}

/** Paths of the fields of a body that a mapping may rename. */
export function pathsIn(shape: Shape, at: string): readonly string[] {
  if (shape.items !== undefined) return pathsIn(shape.items, `${at}[]`);
  return [...shape.fields].flatMap(([name, { shape: field }]) => {
    const path = joined(at, name);
    const isOpen = field.origin?.provenance === 'assumed';
    return [...(isOpen ? [path] : []), ...pathsIn(field, path)];
  });
}

/** The target's words for ours, by the contract's enumeration. */
export type SharedWords = ReadonlyMap<string, ReadonlyMap<string, TheirWords>>;

/** The target's words for one of ours, each with the first place that showed it. */
type TheirWords = ReadonlyMap<string, string>;

/** An operation whose words are compared with those of others. */
interface Aligned {
  readonly operation: Operation;
  readonly alignments: Readonly<Partial<Record<MappedPart, Alignment>>>;
}

/** The target's words that operations showed, for places with the same meaning. */
export function sharedWordsOf(learned: readonly Aligned[]): SharedWords {
  const found = new Map<string, Map<string, Map<string, string>>>();
  for (const { operation, alignments } of learned)
    for (const { part, at, key } of placesOf(operation))
      for (const { step, source } of alignments[part]?.steps ?? []) {
        if (source === 'elsewhere' || step.kind !== 'values' || step.at !== at) continue;
        const words = found.get(key) ?? new Map<string, Map<string, string>>();
        const theirs = words.get(step.word) ?? new Map<string, string>();
        if (!theirs.has(step.to)) theirs.set(step.to, `${operation.operationId} ${part} ${at}`);
        found.set(key, words.set(step.word, theirs));
      }
  return found;
}

/**
 * The words of a part that a different place with the same meaning showed: a filter accepts the words that the list
 * shows, and a subscription accepts the listed event types. Words that the description of the part excludes are left
 * out.
 * @param theirs - the known facts about the part
 * @param own - words of the same operation, which come first
 * @param others - words of all operations
 */
export function sharedWordSteps(
  operation: Operation,
  part: MappedPart,
  theirs: Shape,
  alignment: Alignment,
  own: SharedWords,
  others: SharedWords,
): readonly ProposedStep[] {
  return placesOf(operation)
    .filter((place) => place.part === part)
    .flatMap(({ at, key, shape }) => {
      const there = counterpart(at, theirs, alignment);
      if (there === undefined) return [];
      const taken = alignment.steps.flatMap(({ step }) =>
        step.kind === 'values' && step.at === at ? [step] : [],
      );
      const words = new Map([...(others.get(key) ?? []), ...(own.get(key) ?? [])]);
      return [...words].flatMap(([word, said]): readonly ProposedStep[] => {
        const [[theirWord, place] = [], ...others] = [...said];
        if (theirWord === undefined || others.length > 0) return [];
        const isTaken = taken.some((step) => step.word === word || step.to === theirWord);
        const isStated = !isOpen(shape) && shape.words.has(word);
        const isOurs = there.words.has(word) || there.samples.includes(word);
        const isExcluded = there.values !== undefined && !there.values.has(theirWord);
        if (isTaken || isStated || isOurs || isExcluded) return [];
        const step = { kind: 'values', at, word, to: theirWord } as const;
        const evidence = `"${theirWord}" is "${word}" at ${place} too`;
        return [{ step, evidence, source: 'elsewhere', ...gapOf(shape) }];
      });
    });
}

/** A place of the contract that contains words, and their enumeration. */
interface WordPlace {
  readonly part: MappedPart;
  readonly at: string;
  readonly shape: Shape;
  readonly key: string;
}

const known = new Map<string, readonly WordPlace[]>();

function placesOf(operation: Operation): readonly WordPlace[] {
  const places = known.get(operation.operationId) ?? readPlaces(operation);
  known.set(operation.operationId, places);
  return places;
}

function readPlaces(operation: Operation): readonly WordPlace[] {
  const { query, request, response } = oursOf(operation);
  const places = (part: MappedPart, shape: Shape | undefined) =>
    shape === undefined
      ? []
      : wordPlacesIn(shape, '').map((each) => ({
          ...each,
          part,
          key: [...each.shape.words].sort().join(' '),
        }));
  const shown = places('response', response);
  const asked = places('query', query).map((parameter) => {
    // A filter may name only some of the words that the entries of the list show under the same name.
    const field = shown.find(
      ({ at, shape }) =>
        at === `items[].${parameter.at}` && [...parameter.shape.words].every((word) => shape.words.has(word)),
    );
    return field === undefined ? parameter : { ...parameter, key: field.key };
  });
  return [...asked, ...places('request', request), ...shown];
}

function wordPlacesIn(shape: Shape, at: string): readonly { readonly at: string; readonly shape: Shape }[] {
  return [
    ...(shape.words.size > 0 ? [{ at, shape }] : []),
    ...(shape.items === undefined ? [] : wordPlacesIn(shape.items, `${at}[]`)),
    ...[...shape.fields].flatMap(([name, field]) => wordPlacesIn(field.shape, joined(at, name))),
  ];
}

/** The known facts about the target's value at one of our places; undefined if the target is known to have none. */
function counterpart(at: string, theirs: Shape, { pairs }: Alignment): Shape | undefined {
  const isUnknown = theirs.types.size === 0 || (theirs.fields.size === 0 && theirs.items === undefined);
  if (isUnknown && theirs.samples.length === 0) return theirs;
  const ends = at.endsWith('[]') ? '[]' : '';
  const pair = pairs.find(({ ours }) => ours + ends === at);
  return pair && shapeAt(theirs, pair.theirs + ends);
}

/** The known facts at a path; undefined if there are none. */
export function shapeAt(shape: Shape, path: string): Shape | undefined {
  return parsePath(path)?.reduce<Shape | undefined>(
    (found, name) => (name === eachEntry ? found?.items : found?.fields.get(name)?.shape),
    shape,
  );
}
