import { groupedBy } from '../../contract/values/groups.js';
import { eachEntry, eachMember, isAtOrBelow, parsePath, writePath } from '../../contract/values/path.js';
import { type ConformanceReport, nameOfTest } from '../data/conformance-report.js';
import { type ResponseFacts, responsesIn, type SeenPlace } from '../data/responses-report.js';

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

/** A place of an operation's responses that is not the same in two runs. */
export interface PlaceDifference {
  readonly operationId: string;
  /** In the contract's words. */
  readonly status: number;
  /** `body items[].sku`, `header retry-after`, `media type`; `extra` instead of `body` if the contract lacks it. */
  readonly place: string;
  /** `items[].sku`, or the name of a header; empty for a whole body. */
  readonly path: string;
  /** Everything that run A saw there: JSON types, media types, present, absent; empty if the place was missing. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly tests: readonly string[];
}

/** Everything that one run saw at the places of one kind of response. */
type Places = ReadonlyMap<string, SeenPlace>;

/** Responses by operation and kind of request, and then by status. */
type Seen = ReadonlyMap<string, ReadonlyMap<number, Places>>;

/** The status of a request that comes too soon: with keys that others use too, any test can meet it. */
const unprovoked = 429;

/**
 * Compares the responses of two runs. It looks at each test that ran in both and sent requests to an operation in both:
 *
 * - the statuses of the responses, by operation and kind of request (with a valid, a wrong or no key);
 * - for each status that both saw: the media types, the presence of the headers of a rate limit, of Retry-After,
 *   Location, Content-Disposition and WWW-Authenticate, and the fields of the body with their JSON types.
 *
 * It doesn't look at values, at the number or the order of responses and of entries, or at whether a value is null. A
 * field counts as missing only if the object that would contain it was seen. If tests share the data of a merchant, the
 * services may hold different data: then fields are compared over the whole run instead of test by test, and a 429 in
 * only one of the runs says nothing.
 *
 * Statuses are in the contract's words: the status that a target's file gives for a success or a refusal is the one for
 * which it stands. If the targets fill the gaps of the description differently, a place that one of the files closes
 * otherwise is not compared, and neither is anything that the description doesn't mention, or the response to a request
 * that was partly written in no vocabulary, such as malformed JSON.
 */
export function responseDifferences(
  a: ConformanceReport,
  b: ConformanceReport,
): { readonly statuses: readonly StatusDifference[]; readonly places: readonly PlaceDifference[] } {
  const isAlike = a.target.file?.digest === b.target.file?.digest;
  const [ofA, ofB] = [responsesByTest(a, isAlike), responsesByTest(b, isAlike)];
  const tests = [...ofA.keys()].filter((test) => ofB.has(test));
  const isShared = [a, b].some((run) => run.tests.some(({ paced }) => paced !== undefined));
  const seen = (responses: ReadonlyMap<string, readonly ResponseFacts[]>, some: readonly string[]) =>
    seenIn(some.flatMap((test) => responses.get(test) ?? []));
  const ignored = isShared ? unprovoked : undefined;
  const isLeftOut = leftOut(a, b);
  return {
    statuses: alikeTogether(
      tests.flatMap((test) =>
        statusesThatDiffer(seen(ofA, [test]), seen(ofB, [test]), ignored).map((found) => ({
          ...found,
          tests: [test],
        })),
      ),
    ),
    places: alikeTogether(
      (isShared ? [tests] : tests.map((test) => [test])).flatMap((group) =>
        placesThatDiffer(seen(ofA, group), seen(ofB, group)).flatMap(({ kind, part, ...found }) => {
          const sends = (responses: readonly ResponseFacts[] = []) =>
            responses.some((each) => kindOf(each) === kind);
          const calling = group.filter((test) => sends(ofA.get(test)) && sends(ofB.get(test)));
          return isLeftOut({ ...found, part }) ? [] : [{ ...found, tests: calling }];
        }),
      ),
    ),
  };
}

/** Each difference once, with the tests of all that are equal to it. */
function alikeTogether<Found extends { readonly tests: readonly string[] }>(all: readonly Found[]): Found[] {
  const groups = groupedBy(all, ({ tests: _, ...found }) => JSON.stringify(found));
  return [...groups.values()].map((group) => ({
    ...group[0],
    tests: [...new Set(group.flatMap(({ tests }) => tests))],
  }));
}

function kindOf({ operationId, request }: ResponseFacts): string {
  return `${operationId} ${request}`;
}

/**
 * The responses of each test, with their statuses in ours.
 * @param alsoRaw whether requests count that no target's file translates
 */
function responsesByTest(
  run: ConformanceReport,
  alsoRaw: boolean,
): ReadonlyMap<string, readonly ResponseFacts[]> {
  const byId =
    run.answers === undefined ? new Map<string, readonly ResponseFacts[]>() : responsesIn(run.answers);
  const inOurs = statusesInOurs(run);
  return new Map(
    run.tests.flatMap((test) => {
      const responses = byId.get(test.id)?.filter(({ request }) => alsoRaw || !request.endsWith('-raw'));
      const ours = responses?.map((each) => ({ ...each, status: inOurs(each.operationId, each.status) }));
      return ours === undefined ? [] : [[nameOfTest(test), ours] as const];
    }),
  );
}

/** Everything that responses of the same kind and status show together. */
function seenIn(responses: readonly ResponseFacts[]): Seen {
  const seen = new Map<string, Map<number, Map<string, SeenPlace>>>();
  for (const response of responses) {
    const statuses = seen.get(kindOf(response)) ?? new Map<number, Map<string, SeenPlace>>();
    const places = statuses.get(response.status) ?? new Map<string, SeenPlace>();
    for (const [place, each] of response.places)
      places.set(place, { ...each, seen: [...new Set([...(places.get(place)?.seen ?? []), ...each.seen])] });
    seen.set(kindOf(response), statuses.set(response.status, places));
  }
  return seen;
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
function statusesThatDiffer(one: Seen, other: Seen, ignored?: number): Omit<StatusDifference, 'tests'>[] {
  return [...one].flatMap(([kind, seen]) => {
    const [operationId = '', request = ''] = kind.split(' ');
    const statuses = other.get(kind);
    if (statuses === undefined) return [];
    const onlyIn = (own: typeof seen, others: typeof seen) =>
      [...own.keys()]
        .filter((status) => !others.has(status) && status !== ignored)
        .toSorted((first, second) => first - second);
    const [a, b] = [onlyIn(seen, statuses), onlyIn(statuses, seen)];
    return a.length + b.length === 0 ? [] : [{ operationId, request, a, b }];
  });
}

function placesThatDiffer(
  one: Seen,
  other: Seen,
): (Omit<PlaceDifference, 'tests'> & { readonly kind: string; readonly part: string })[] {
  return [...one].flatMap(([kind, statuses]) =>
    [...statuses].flatMap(([status, places]) => {
      const [operationId = ''] = kind.split(' ');
      const inB = other.get(kind)?.get(status);
      if (inB === undefined) return [];
      return [...new Map([...places, ...inB])].flatMap(([place, { part, path }]) => {
        const [a, b] = [places, inB].map((of) => seenAt(part, of.get(place)));
        if (a === undefined || b === undefined || a.join() === b.join()) return [];
        // A list without entries, or an optional value that was always null, says nothing.
        const isSilent = (seen: readonly string[], of: Places) =>
          seen.length === 0 && !couldShow(part, path, of);
        if (isSilent(a, places) || isSilent(b, inB)) return [];
        return [{ kind, operationId, status, part, place, path, a, b }];
      });
    }),
  );
}

/** What was seen at a place, in alphabetical order; undefined if it was only null, which hides what it would be. */
function seenAt(part: string, place: SeenPlace | undefined): readonly string[] | undefined {
  if (place === undefined) return part === 'header' ? ['absent'] : [];
  const known = place.seen.filter((each) => each !== 'null').toSorted();
  return known.length === 0 ? undefined : known;
}

/** Whether the object that contains a field was seen, so that a missing field is missing indeed. */
function couldShow(part: string, path: string, places: Places): boolean {
  if (part !== 'body' && part !== 'extra') return true;
  const container = path === '' ? undefined : containerOf(path);
  if (container === undefined) return false;
  const above =
    places.get(container === '' ? 'body' : `body ${container}`) ?? places.get(`extra ${container}`);
  return above?.seen.includes('object') === true;
}

/** The path of the object that contains a field; undefined for an entry of a list or a map. */
function containerOf(path: string): string | undefined {
  const segments = parsePath(path) ?? [];
  const last = segments.at(-1);
  return last === eachEntry || last === eachMember ? undefined : writePath(segments.slice(0, -1));
}

/** The headers that the description mentions (clause 8.1). */
const described = /^x-ratelimit-/;

/** The steps of a file that make a field disappear, or allow it to. */
const omitting = /^(?:absent|optional)\b/;

/** The places that say nothing because the targets fill a gap differently. */
function leftOut(
  a: ConformanceReport,
  b: ConformanceReport,
): (found: Pick<PlaceDifference, 'operationId' | 'status' | 'path'> & Pick<SeenPlace, 'part'>) => boolean {
  const [ofA, ofB] = [a.target.file, b.target.file];
  if (ofA?.digest === ofB?.digest) return () => false;
  const elements = [...(ofA?.elements ?? []), ...(ofB?.elements ?? [])];
  const omitted = elements.filter(
    ({ part, steps = [] }) => part === 'response' && steps.some((step) => omitting.test(step)),
  );
  const worded = new Set(
    elements.flatMap(({ operationId, part, ours }) => {
      if (part !== 'error') return [];
      const status = Number(ours.split(' ')[0]);
      return [a, b].map((run) => `${operationId} ${statusesInOurs(run)(operationId, status)}`);
    }),
  );
  return ({ operationId, status, part, path }) => {
    if (part === 'extra') return true;
    if (part === 'header') return !described.test(path);
    if (worded.has(`${operationId} ${status}`)) return true;
    if (status >= 300) return false;
    return omitted.some((each) => each.operationId === operationId && isAtOrBelow(path, each.ours));
  };
}
