import type { MappedPart } from '../../contract/mapping/file/file-steps.js';
import type { Operation } from '../../contract/operations.js';
import { eachEntry, joined, parsePath } from '../../contract/values/path.js';
import { type Alignment, gapOf, type ProposedStep } from '../propose/proposal.js';
import { oursOf } from '../survey/contract-parts.js';
import { isOpen, type Shape } from '../survey/shape.js';

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
function shapeAt(shape: Shape, path: string): Shape | undefined {
  return parsePath(path)?.reduce<Shape | undefined>(
    (found, name) => (name === eachEntry ? found?.items : found?.fields.get(name)?.shape),
    shape,
  );
}
