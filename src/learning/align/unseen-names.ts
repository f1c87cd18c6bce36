import type { Operation } from '../../contract/operations.js';
import { gapsOfRequest, gapsOfResponse } from '../../contract/unspecified.js';
import { isAtOrBelow, joined, lastName, parsePath, valuesAt } from '../../contract/values/path.js';
import type { OperationEvidence } from '../learn-operation.js';
import { gapOf, type Pair, type Question, type Step } from '../propose/findings.js';
import { oursOf } from '../survey/parts.js';
import type { Shape } from '../survey/shape.js';
import { wordsOf } from './names.js';
import type { Vocabulary } from './resemblance.js';

/** A field or a parameter of ours that a target may call something else. */
interface OpenPlace {
  readonly at: string;
  /** Whether every request has it. */
  readonly required: boolean;
  /** The gap that leaves its name open. */
  readonly gap?: string;
}

/** The places of a body, or of a query, that a mapping may rename. */
export function openPlaces(shape: Shape | undefined, at = '', isNeeded = true): readonly OpenPlace[] {
  if (shape?.items !== undefined) return openPlaces(shape.items, `${at}[]`, isNeeded);
  return [...(shape?.fields ?? [])].flatMap(([name, { shape: field, required }]) => {
    const place = { at: joined(at, name), required: isNeeded && required, ...gapOf(field) };
    const isAssumed = field.origin?.provenance === 'assumed';
    return [...(isAssumed ? [place] : []), ...openPlaces(field, place.at, place.required)];
  });
}

/** The target's only name for one of ours elsewhere, with the first place that shows it; undefined without one. */
export function nameElsewhere(
  vocabulary: Vocabulary,
  at: string,
): { readonly name: string; readonly place: string } | undefined {
  const words = wordsOf(lastName(at)).join(' ');
  const known = [...vocabulary].flatMap(([ours, theirs]) =>
    wordsOf(ours).join(' ') === words ? [...theirs] : [],
  );
  const [[name, [place = '']] = ['', []]] = known.map(([each, places]) => [each, [...places]] as const);
  return new Set(known.map(([each]) => each)).size === 1 ? { name, place } : undefined;
}

/** The names of a list's parameters in the links of its pages: they have the numbers of the page and its size. */
export function namesInLinks(
  query: Shape,
  bodies: readonly unknown[],
  pairs: readonly Pair[],
): readonly Step[] {
  const found = new Map<string, Step>();
  for (const body of bodies) {
    const shown = (name: string) => {
      const path = pairs.find(({ ours }) => ours === `pagination.${name}`)?.theirs;
      return path === undefined ? undefined : valuesAt(body, parsePath(path) ?? [])[0];
    };
    const [next, page, size] = [shown('next'), shown('page'), shown('per_page')];
    if (typeof next !== 'string' || typeof page !== 'number' || page + 1 === size) continue;
    const parameters = [...new URL(next, 'http://target').searchParams];
    for (const [at, value] of [
      ['page', page + 1],
      ['per_page', size],
    ] as const) {
      const [named, ...others] = parameters.filter(([, each]) => each === String(value));
      if (named === undefined || others.length > 0 || named[0] === at || !query.fields.has(at)) continue;
      const evidence = `the link to the next page has ${named[0]}=${value}`;
      found.set(at, { part: 'query', kind: 'rename', at, to: named[0], evidence, source: 'answered' });
    }
  }
  return [...found.values()];
}

/**
 * Asks about the names of an operation that no response shows, if the target has different names elsewhere. It is one
 * question, and each candidate is a line of the file, in which the names that are not shown anywhere are question marks.
 * @param steps - the names that were found
 */
export function askUnseen(
  operation: Operation,
  vocabulary: Vocabulary,
  steps: readonly Step[],
  { accepted = new Set(), successes, refused }: OperationEvidence,
): readonly Question[] {
  if (vocabulary.size === 0) return [];
  const ours = oursOf(operation);
  const isSent = (at: string) => [...accepted].some((place) => isAtOrBelow(place, at));
  const unseen = (part: 'query' | 'request') => {
    const own = steps.filter((step) => step.part === part);
    // A target may ignore an optional name that it doesn't know, but not one inside a field with a name of its own.
    const isInRenamed = (at: string) => own.some((step) => step.at !== 'items' && isAtOrBelow(at, step.at));
    return openPlaces(ours[part]).filter(
      ({ at, required }) =>
        !own.some((step) => step.at === at) && !(isSent(at) && (required || isInRenamed(at))),
    );
  };
  const parts = Object.entries({
    query: unseen('query'),
    request: unseen('request'),
    response: successes.length > 0 ? [] : openPlaces(ours.response),
  }).filter(([, places]) => places.length > 0);
  if (parts.length === 0) return [];
  const candidates = parts.map(([part, places]) => {
    const names = places.map(({ at }) => [at, nameElsewhere(vocabulary, at)?.name ?? '?'] as const);
    const line = names.map(([at, name]) => `${JSON.stringify(at)}: ${name}`).join(', ');
    const isWhole = names.every(([, name]) => name !== '?');
    const evidence = `as elsewhere${isWhole ? '' : '; no response shows the others'}`;
    return { answer: `${part}: { rename: { ${line} } }`, evidence };
  });
  const about = parts.map(([part]) => part);
  const because =
    refused === undefined
      ? 'No response shows its names'
      : `It refused the names of the contract with ${refused}`;
  const [gap] = about.includes('response') ? gapsOfResponse(operation) : gapsOfRequest(operation);
  return [{ at: '', asks: `how does it write its ${about.join(' and its ')}? ${because}.`, candidates, gap }];
}
