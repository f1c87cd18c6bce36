import type { MappedPart } from '../../contract/mapping/file/file-steps.js';
import type { Operation } from '../../contract/operations.js';
import { eachEntry, joined, parsePath } from '../../contract/values/path.js';
import { type Alignment, gapOf, type Step } from '../propose/findings.js';
import { oursOf, type Parts } from '../survey/parts.js';
import { isOpen, type Shape, unknownShape } from '../survey/shape.js';

/**
 * The target's words for ours, by the contract's enumeration and by our word; each with the first place that showed it.
 */
export type SharedWords = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** The target's words that operations showed, for places with the same meaning. */
export function sharedWordsOf(
  learned: readonly { readonly operation: Operation; readonly steps: readonly Step[] }[],
): SharedWords {
  const found = new Map<string, Map<string, Map<string, string>>>();
  for (const { operation, steps } of learned)
    for (const { part, at, key } of placesOf(operation))
      for (const step of steps) {
        if (step.source === 'elsewhere' || step.kind !== 'values') continue;
        if (step.part !== part || step.at !== at || step.word === undefined) continue;
        const words = found.get(key) ?? new Map<string, Map<string, string>>();
        const theirs = words.get(step.word) ?? new Map<string, string>();
        const to = String(step.to);
        if (!theirs.has(to)) theirs.set(to, `${operation.operationId} ${part} ${at}`);
        found.set(key, words.set(step.word, theirs));
      }
  return found;
}

/**
 * The words of an operation that a different place with the same meaning showed: a filter accepts the words that the
 * list shows, and a subscription accepts the listed event types. Words that the description excludes are left out.
 * @param theirs - the known facts about its parts
 * @param steps - what is known about its own words
 * @param others - words of all operations
 */
export function sharedWordSteps(
  operation: Operation,
  theirs: Partial<Parts>,
  alignments: Readonly<Record<MappedPart, Alignment>>,
  steps: readonly Step[],
  others: SharedWords,
): readonly Step[] {
  const own = sharedWordsOf([{ operation, steps }]);
  return placesOf(operation).flatMap(({ part, at, key, shape }) => {
    const there = counterpart(at, theirs[part] ?? unknownShape, alignments[part]);
    if (there === undefined) return [];
    const taken = steps.filter((step) => step.kind === 'values' && step.part === part && step.at === at);
    const words = new Map([...(others.get(key) ?? []), ...(own.get(key) ?? [])]);
    return [...words].flatMap(([word, said]): readonly Step[] => {
      const [[to, place] = [], ...more] = [...said];
      if (to === undefined || more.length > 0) return [];
      const isTaken = taken.some((step) => step.word === word || step.to === to);
      const isStated = !isOpen(shape) && shape.words.has(word);
      const isOurs = there.words.has(word) || there.samples.includes(word);
      const isExcluded = there.values !== undefined && !there.values.has(to);
      if (isTaken || isStated || isOurs || isExcluded) return [];
      const evidence = `"${to}" is "${word}" at ${place} too`;
      return [{ part, kind: 'values', at, word, to, evidence, source: 'elsewhere', ...gapOf(shape) }];
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

function placesOf(operation: Operation): readonly WordPlace[] {
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
