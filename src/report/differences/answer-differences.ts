import { type Answer, answersIn } from '../data/answers-report.js';
import type { ConformanceReport } from '../data/conformance-report.js';

/** The statuses with which an operation answered requests of one kind in only one of two runs. */
export interface StatusDifference {
  readonly operationId: string;
  /** The kind of key: `valid`, `absent` or `wrong`, with `-raw` if parts of the requests were in no vocabulary. */
  readonly request: string;
  /** The statuses that only run A saw, in the contract's words, ascending. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** The tests in which they differ, by file and title. */
  readonly tests: readonly string[];
}

/** A place of an operation's answers that is not the same in two runs. */
export interface PlaceDifference {
  readonly operationId: string;
  /** In the contract's words. */
  readonly status: number;
  /** `body items[].sku`, `header retry-after`, `media type`; `extra` instead of `body` if the contract lacks it. */
  readonly place: string;
  /** Everything that run A saw there: JSON types, media types, present, absent; empty if the place was missing. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly tests: readonly string[];
}

interface AnswerDifferences {
  readonly statuses: readonly StatusDifference[];
  readonly places: readonly PlaceDifference[];
}

/** Everything that one run saw at the places of one kind of answer. */
type Places = ReadonlyMap<string, readonly string[]>;

/** The answers of a test, by operation and kind of request, and then by status. */
type TestAnswers = ReadonlyMap<string, ReadonlyMap<number, Places>>;

/**
 * Compares the answers of two runs. It looks at each test that ran in both and sent requests to an operation in both:
 *
 * - the statuses of the answers, by operation and kind of request (with a valid, a wrong or no key);
 * - for each status that both saw: the media types, the presence of the headers of a rate limit, of Retry-After,
 *   Location, Content-Disposition and WWW-Authenticate, and the fields of the body with their JSON types.
 *
 * It doesn't look at values, at the number or the order of answers and of entries, or at whether a value is null. A
 * field counts as missing only if the object that would contain it was seen. If tests share the data of a merchant, the
 * services may hold different data: then fields are compared over the whole run instead of test by test, and a 429 in
 * only one of the runs says nothing.
 *
 * Statuses are in the contract's words: the status that a target's file gives for a success or a refusal is the one for
 * which it stands. If the targets fill the gaps of the description differently, a place that one of the files closes
 * otherwise is not compared, and neither is anything that the description doesn't mention, or the answer to a request
 * that was partly written in no vocabulary, such as malformed JSON.
 */
export function answerDifferences(a: ConformanceReport, b: ConformanceReport): AnswerDifferences {
  const isAlike = a.target.file?.digest === b.target.file?.digest;
  const [answersOfA, answersOfB] = [answersByTest(a, isAlike), answersByTest(b, isAlike)];
  const tests = [...answersOfA.keys()].filter((test) => answersOfB.has(test));
  const statuses = new Map<string, StatusDifference>();
  const places = new Map<string, PlaceDifference>();
  const isLeftOut = leftOut(a, b);
  const isShared = sharesData(a, b);
  const compare = (one: TestAnswers, other: TestAnswers, tests: readonly string[]) => {
    for (const [kind, seenByA] of one) {
      const seenByB = other.get(kind);
      if (seenByB === undefined) continue;
      const differing = placesThatDiffer(kind, seenByA, seenByB).filter((found) => !isLeftOut(found));
      if (differing.length === 0) continue;
      const calling = tests.filter(
        (test) => answersOfA.get(test)?.has(kind) && answersOfB.get(test)?.has(kind),
      );
      for (const found of differing) add(places, found, calling);
    }
  };
  for (const test of tests) {
    const [one, other] = [answersOfA.get(test), answersOfB.get(test)];
    if (one === undefined || other === undefined) continue;
    for (const found of statusesThatDiffer(one, other, isShared ? unprovoked : undefined))
      add(statuses, found, [test]);
    if (!isShared) compare(one, other, [test]);
  }
  if (isShared) compare(allTogether(answersOfA, tests), allTogether(answersOfB, tests), tests);
  return { statuses: [...statuses.values()], places: [...places.values()] };
}

/** The status of a request that comes too soon: with keys that others use too, any test can meet it. */
const unprovoked = 429;

/** Whether the tests of a run worked with what a merchant had before the run. */
function sharesData(...runs: readonly ConformanceReport[]): boolean {
  return runs.some(({ tests }) => tests.some(({ paced }) => paced !== undefined));
}

/** The name of a test: the same in every run. */
export function nameOfTest({ file, title }: { readonly file: string; readonly title: string }): string {
  return `${file} › ${title}`;
}

/** @param alsoRaw whether requests count that no target's file translates */
function answersByTest(report: ConformanceReport, alsoRaw: boolean): ReadonlyMap<string, TestAnswers> {
  if (report.answers === undefined) return new Map();
  const byId = answersIn(report.answers);
  const inOurs = statusesInOurs(report);
  return new Map(
    report.tests.flatMap((test) => {
      const answers = byId.get(test.id);
      return answers === undefined ? [] : [[nameOfTest(test), byKind(answers, inOurs, alsoRaw)] as const];
    }),
  );
}

function byKind(
  answers: readonly Answer[],
  inOurs: (operationId: string, status: number) => number,
  alsoRaw: boolean,
): TestAnswers {
  const kinds = new Map<string, Map<number, Places>>();
  for (const { operationId, request, status, places } of answers) {
    if (request.endsWith('-raw') && !alsoRaw) continue;
    const kind = `${operationId} ${request}`;
    const ours = inOurs(operationId, status);
    const known = kinds.get(kind) ?? new Map<number, Places>();
    known.set(ours, union(known.get(ours), places));
    kinds.set(kind, known);
  }
  return kinds;
}

function allTogether(answers: ReadonlyMap<string, TestAnswers>, tests: readonly string[]): TestAnswers {
  const together = new Map<string, Map<number, Places>>();
  for (const test of tests)
    for (const [kind, statuses] of answers.get(test) ?? []) {
      const known = together.get(kind) ?? new Map<number, Places>();
      for (const [status, places] of statuses) known.set(status, union(known.get(status), places));
      together.set(kind, known);
    }
  return together;
}

function union(one: Places = new Map(), other: Places): Places {
  const all = new Map(one);
  for (const [place, seen] of other) all.set(place, [...new Set([...(all.get(place) ?? []), ...seen])]);
  return all;
}

/** Translates the statuses that a target's file gives for a success or a refusal into ours. */
function statusesInOurs({ target }: ConformanceReport): (operationId: string, status: number) => number {
  const known = new Map(
    (target.file?.elements ?? []).flatMap(({ operationId, part, ours, theirs }) =>
      part === 'status' && theirs !== undefined ? [[`${operationId} ${theirs}`, Number(ours)] as const] : [],
    ),
  );
  return (operationId, status) => known.get(`${operationId} ${status}`) ?? status;
}

/** @param ignored a status that says nothing */
function statusesThatDiffer(
  one: TestAnswers,
  other: TestAnswers,
  ignored?: number,
): Omit<StatusDifference, 'tests'>[] {
  return [...one].flatMap(([kind, seen]) => {
    const statuses = other.get(kind);
    if (statuses === undefined) return [];
    const onlyIn = (own: typeof seen, others: typeof seen) =>
      ascending([...own.keys()].filter((status) => !others.has(status) && status !== ignored));
    const [a, b] = [onlyIn(seen, statuses), onlyIn(statuses, seen)];
    return a.length + b.length === 0 ? [] : [{ ...partsOf(kind), a, b }];
  });
}

function partsOf(kind: string): Pick<StatusDifference, 'operationId' | 'request'> {
  const [operationId = '', request = ''] = kind.split(' ');
  return { operationId, request };
}

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((one, other) => one - other);
}

function placesThatDiffer(
  kind: string,
  one: ReadonlyMap<number, Places>,
  other: ReadonlyMap<number, Places>,
): Omit<PlaceDifference, 'tests'>[] {
  const { operationId } = partsOf(kind);
  return [...one].flatMap(([status, places]) => {
    const inB = other.get(status);
    if (inB === undefined) return [];
    return [...new Set([...places.keys(), ...inB.keys()])].flatMap((place) => {
      const [a, b] = [seenAt(place, places), seenAt(place, inB)];
      if (a === undefined || b === undefined || a.join() === b.join()) return [];
      // A list without entries, or an optional value that was always null, says nothing.
      const isSilent = (seen: readonly string[], of: Places) => seen.length === 0 && !couldShow(place, of);
      return isSilent(a, places) || isSilent(b, inB) ? [] : [{ operationId, status, place, a, b }];
    });
  });
}

/** What was seen at a place, in alphabetical order; undefined if it was only null, which hides what it would be. */
function seenAt(place: string, places: Places): readonly string[] | undefined {
  const seen = places.get(place);
  if (seen === undefined) return place.startsWith('header ') ? ['absent'] : [];
  const known = seen.filter((each) => each !== 'null').toSorted();
  return known.length === 0 ? undefined : known;
}

/** Whether the object that contains a field was seen, so that a missing field is missing indeed. */
function couldShow(place: string, places: Places): boolean {
  const { part, container } = placeParts(place);
  if (part !== 'body' && part !== 'extra') return true;
  if (container === undefined) return false;
  const above =
    places.get(container === '' ? 'body' : `body ${container}`) ?? places.get(`extra ${container}`);
  return above?.includes('object') === true;
}

/** The kind of a place, and the path of the object that contains it; undefined for an entry of a list or a map. */
function placeParts(place: string): { readonly part: string; readonly container?: string } {
  const space = place.indexOf(' ');
  if (space < 0) return { part: place };
  const path = place.slice(space + 1);
  const container = containerOf(path);
  return { part: place.slice(0, space), ...(container === undefined ? {} : { container }) };
}

function containerOf(path: string): string | undefined {
  // A quoted name escapes its quotes.
  if (path.endsWith('"]')) return path.slice(0, path.lastIndexOf('["'));
  const before = Math.max(...[...'.[]{}'].map((mark) => path.lastIndexOf(mark)));
  if (before === path.length - 1) return undefined;
  return path.slice(0, path[before] === '.' ? before : before + 1);
}

/** Adds a difference, or its tests to an equal one. */
function add<Found extends { readonly tests: readonly string[] }>(
  all: Map<string, Found>,
  found: Omit<Found, 'tests'>,
  tests: readonly string[],
): void {
  const key = JSON.stringify(found);
  const known = all.get(key)?.tests ?? [];
  all.set(key, { ...found, tests: [...known, ...tests] } as unknown as Found);
}

/** The headers that the description mentions (clause 8.1). */
const described = /^header x-ratelimit-/;

/** The steps of a file that make a field disappear, or allow it to. */
const omitting = /^(?:absent|optional)\b/;

/** The places that say nothing because the targets fill a gap differently. */
function leftOut(
  a: ConformanceReport,
  b: ConformanceReport,
): (found: Omit<PlaceDifference, 'tests'>) => boolean {
  const [ofA, ofB] = [a.target.file, b.target.file];
  if (ofA?.digest === ofB?.digest) return () => false;
  const elements = [...(ofA?.elements ?? []), ...(ofB?.elements ?? [])];
  const omitted = elements
    .filter(({ part, steps = [] }) => part === 'response' && steps.some((step) => omitting.test(step)))
    .map(({ operationId, ours }) => ({ operationId, path: ours }));
  const worded = new Set(
    elements.flatMap(({ operationId, part, ours }) => {
      if (part !== 'error') return [];
      const status = Number(ours.split(' ')[0]);
      const ourStatus = [a, b].map((run) => statusesInOurs(run)(operationId, status));
      return ourStatus.map((each) => `${operationId} ${each}`);
    }),
  );
  return ({ operationId, status, place }) => {
    if (place.startsWith('extra ')) return true;
    if (place.startsWith('header ')) return !described.test(place);
    if (worded.has(`${operationId} ${status}`)) return true;
    if (status >= 300) return false;
    const path = place.replace(/^body ?/, '');
    return omitted.some(
      (each) =>
        each.operationId === operationId &&
        (each.path === path ||
          each.path === '' ||
          path.startsWith(`${each.path}.`) ||
          path.startsWith(`${each.path}[`)),
    );
  };
}
