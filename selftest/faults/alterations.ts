import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { ExercisedTest } from '../../fixtures/planted-tests.js';
import { counted } from '../../src/contract/values/words.js';
import type { Finding } from '../../src/verdicts/finding.js';

/** An alteration of the sandbox that violates no requirement in particular: a lie about a field, or a mutant. */
export interface Alteration {
  readonly id: string;
}

/** Which alterations a command tries: those that have a name in their ids, and at most a number drawn by the seed. */
export interface AskedAlterations {
  readonly only?: readonly string[];
  readonly most?: number;
  readonly seed: number;
}

/** The requested alterations, in their order. @returns them, or the name that none of them has */
export function choose<Kind extends Alteration>(
  all: readonly Kind[],
  { only, most, seed }: AskedAlterations,
  isNamed: (name: string, alteration: Kind) => boolean = (name, { id }) => id.includes(name),
): readonly Kind[] | { readonly unknown: string } {
  const unknown = only?.find((name) => !all.some((each) => isNamed(name, each)));
  if (unknown !== undefined) return { unknown };
  const named = all.filter((each) => only?.some((name) => isNamed(name, each)) ?? true);
  const drawn = new Set(named.toSorted(byDraw(seed, ({ id }) => id)).slice(0, most));
  return named.filter((each) => drawn.has(each));
}

/** The order in which a seed draws alterations or faults, which only their names decide. */
export function byDraw<Kind>(seed: number, nameOf: (each: Kind) => string) {
  const drawn = (each: Kind) =>
    createHash('sha1')
      .update(`${seed} ${nameOf(each)}`)
      .digest('hex');
  return (one: Kind, other: Kind) => (drawn(one) < drawn(other) ? -1 : 1);
}

/**
 * Returns a function that puts tests, given by their indexes, in order. Each is the one with the most requirements for
 * its calls that no test before it verified, until all are; then over again.
 */
export function orderOf(tests: readonly ExercisedTest[]): (indexes: readonly number[]) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  const all = tests.map(({ file, covers, verified, called }) => {
    // A browser takes as long as hundreds of calls.
    const ofPages = file.startsWith('settings-area/') ? 500 : 0;
    const calls = Object.values(called).reduce((sum, count) => sum + count, ofPages);
    return { calls, shows: new Set([...covers, ...verified]) };
  });
  return (indexes) => {
    const key = indexes.join();
    const order = known.get(key) ?? [...mostFirst(all, indexes)];
    known.set(key, order);
    return order;
  };
}

function* mostFirst(
  all: readonly { readonly calls: number; readonly shows: ReadonlySet<string> }[],
  indexes: readonly number[],
): Generator<number> {
  const left = new Set(indexes);
  let shown = new Set<string>();
  while (left.size > 0) {
    const worth = [...left].map((index) => {
      const { calls = 0, shows = new Set<string>() } = all[index] ?? {};
      const fresh = [...shows].filter((each) => !shown.has(each)).length;
      return { index, calls, shows, worth: fresh / calls };
    });
    const [best] = worth.toSorted((one, other) => other.worth - one.worth || one.calls - other.calls);
    if (best === undefined) return;
    if (best.worth === 0 && shown.size > 0) {
      shown = new Set();
      continue;
    }
    yield best.index;
    for (const each of best.shows) shown.add(each);
    left.delete(best.index);
  }
}

/** What one test found in an altered sandbox. */
export interface Tried {
  readonly alteration: string;
  readonly test: string;
  readonly findings: readonly Pick<Finding, 'requirement' | 'judgement' | 'gaps' | 'at'>[];
  /** Why the test could not go on, and mistakes of the suite. */
  readonly blocked: readonly string[];
  readonly errors: readonly string[];
}

/** How strongly an alteration is caught: by a must or a should, or by what is a deviation until its gaps are confirmed. */
const strengths = ['must', 'should', 'deviation'] as const;
type Strength = (typeof strengths)[number];

/** What became of an alteration, together with the alteration itself. */
export type Result<Kind extends Alteration = Alteration> = Kind & {
  /**
   * `crashed` if the sandbox ended, `blocked` if tests could not go on, which no verdict hides, and `untold` if no
   * response gave the sandbox an occasion to tell a lie.
   */
  readonly outcome: Strength | 'crashed' | 'blocked' | 'listed' | 'uncaught' | 'untold';
  /** The requirement that catches it most strongly. */
  readonly requirement?: string;
  readonly at?: string;
  readonly gaps?: readonly string[];
  readonly test?: string;
  /** Why no test can catch it, if that is listed. */
  readonly reason?: string;
  readonly class?: Uncaught['class'];
  readonly tests: number;
  readonly blocked: readonly string[];
};

/** How strongly a finding catches an alteration. */
export function strengthOf({ judgement, gaps = [] }: Tried['findings'][number]): Strength {
  if (judgement === 'deviated' || gaps.length > 0) return 'deviation';
  return judgement === 'failed' ? 'must' : 'should';
}

/** What is known about an alteration apart from findings. */
export interface Noted {
  /** Whether the sandbox had an occasion for it. */
  readonly isTold: boolean;
  /** Whether it ended its sandbox. */
  readonly hasCrashed: boolean;
  /** Whether tests that could not go on catch it: of a lie, a finding is expected. */
  readonly mayBlock: boolean;
}

/** Judges an alteration by the tests that ran, in any order. */
export function resultOf<Kind extends Alteration>(
  alteration: Kind,
  tried: readonly Tried[],
  { isTold, hasCrashed, mayBlock }: Noted,
  listed: readonly Uncaught[],
): Result<Kind> {
  const caught = tried
    .flatMap(({ test, findings }) =>
      findings.map((finding) => ({ test, finding, strength: strengthOf(finding) })),
    )
    .toSorted((one, other) => strengths.indexOf(one.strength) - strengths.indexOf(other.strength))[0];
  const entry = entryFor(alteration.id, listed);
  const blocked = [...new Set(tried.flatMap((each) => each.blocked))];
  const uncaught = mayBlock && blocked.length > 0 ? 'blocked' : 'uncaught';
  return {
    ...alteration,
    outcome:
      hasCrashed && caught?.strength !== 'must'
        ? 'crashed'
        : (caught?.strength ?? (!isTold ? 'untold' : entry === undefined ? uncaught : 'listed')),
    ...(caught && { ...caught.finding, test: caught.test }),
    ...(entry && { reason: entry.reason, ...(entry.class && { class: entry.class }) }),
    tests: tried.length,
    blocked,
  };
}

/** What no test can catch: an entry of `uncaught.yaml`. */
export interface Uncaught {
  /** Ids without `rarely-`, with `*` for any characters. */
  readonly ids: readonly string[];
  /** Of mutants: whether nothing that a client sees changes, or only what the description leaves open. */
  readonly class?: 'equivalent' | 'unspecified';
  /** Whether a test catches some of them, with some seeds. */
  readonly sometimes?: true;
  /** The only world in which no test can. */
  readonly world?: string;
  readonly reason: string;
}

/** The entries of the reviewed file about lies, mutants, faults that a world absorbs, or faults in situations. */
export function listed(kind: 'lies' | 'mutants' | 'absorbs' | 'situations'): readonly Uncaught[] {
  type Entry = Omit<Uncaught, 'ids'> & { readonly [Kind in typeof kind]?: readonly string[] };
  const entries = load(readFileSync(new URL('uncaught.yaml', import.meta.url), 'utf8')) as readonly Entry[];
  return entries.flatMap(({ [kind]: ids, ...entry }) => (ids === undefined ? [] : [{ ...entry, ids }]));
}

/** The entry of the reviewed file for an alteration, if there is one. */
export function entryFor(id: string, entries: readonly Uncaught[]): Uncaught | undefined {
  return entries.find(({ ids }) => ids.some((pattern) => matches(pattern, id)));
}

/** Whether a pattern of the reviewed file means an alteration. */
function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(rarely-)?${parts.join('.*')}$`).test(id);
}

/** What is wrong with the reviewed file: entries that match no alteration, or one that is caught. */
export function outdatedIn(
  entries: readonly Uncaught[],
  all: readonly Alteration[],
  results: readonly Pick<Result, 'id' | 'requirement'>[],
): readonly string[] {
  return entries.flatMap(({ ids, sometimes }) =>
    ids.flatMap((pattern) => {
      if (!all.some(({ id }) => matches(pattern, id)))
        return [`uncaught.yaml is outdated: there is no ${pattern}.`];
      if (sometimes) return [];
      // Whether a test catches a rare lie depends on the order of the tests.
      return results
        .filter(({ id, requirement }) => requirement && !id.startsWith('rarely-') && matches(pattern, id))
        .map(({ id, requirement }) => `uncaught.yaml is outdated: ${requirement} catches ${id}.`);
    }),
  );
}

/** One line about an alteration. */
export function lineOf({
  id,
  outcome,
  requirement,
  at,
  gaps = [],
  class: class_,
  reason,
  tests,
  blocked,
}: Result): string {
  const by = requirement && [
    `by ${requirement}`,
    at && `at ${at}`,
    gaps.length > 0 && `(${gaps.join(', ')})`,
  ];
  const why = [class_ && `${class_}:`, reason];
  const else_ = [...why, `${counted(tests, 'test')} ran`, blocked[0] && `blocked: ${blocked[0]}`];
  const rest = by || (outcome === 'listed' ? why : else_);
  return `${outcome.padEnd(9)}  ${id}  ${rest.filter(Boolean).join(' ')}`;
}

/** The totals of all alterations. @param noun of one, `lie` or `mutant` */
export function totalsOf(results: readonly Result[], noun: string): string {
  const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length;
  const [crashed, blocked] = [count('crashed'), count('blocked')];
  return [
    `${counted(results.length, noun)}: ${count('must')} caught by a must, ${count('should')} by a should, ${count('deviation')} by a deviation`,
    crashed === 0 ? '' : `, ${crashed} by the end of the sandbox`,
    blocked === 0 ? '' : `, ${blocked} by tests that could not go on`,
    `; ${count('listed')} listed with a reason, ${count('uncaught')} uncaught`,
    count('untold') === 0 ? '' : `, ${count('untold')} untold without an occasion`,
  ].join('');
}
