import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { tells } from '../../fixtures/planted-tests.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { counted } from '../../src/contract/values/words.js';
import type { ObservedTest } from './observing-reporter.js';

/** What a proof tries, with the name of one. */
const nouns = {
  faults: 'fault',
  /** Faults that show only under a condition. */
  situations: 'fault of a situation',
  /** About single fields and headers. */
  lies: 'lie',
  /** Changes of the sandbox's source. */
  mutants: 'mutant',
} as const;
type Kind = keyof typeof nouns;

/** What a sandbox does otherwise than the clean one. */
export interface Alteration {
  readonly kind: Kind;
  /** In the notation of the sandbox's command line; of a mutant, the change and its place. */
  readonly id: string;
  /** The requirement that a fault violates. */
  readonly violates?: RequirementId;
  /** The condition under which alone a fault shows. */
  readonly condition?: string;
  /** What the sandbox says that it does. */
  readonly does?: string;
}

/** Which alterations a command tries: those with these names, and at most a number drawn by the seed. */
interface Choice {
  readonly only?: readonly string[];
  readonly most?: number;
  readonly seed: number;
}

/**
 * The chosen alterations, in their order. A fault has the names of its requirement, its lie, `@operationId`, its condition
 * and its id; any other alteration, each part of its id.
 * @param refuse ends the command with a sentence, because none has a name
 */
export function choose<Each extends Alteration>(
  all: readonly Each[],
  { only, most, seed }: Choice,
  refuse: (problem: string) => never,
): readonly Each[] {
  const isNamed = (name: string, { id, violates }: Alteration) =>
    violates === undefined
      ? id.includes(name)
      : [violates, ...id.split(/(?=@)|~/), id.replace(/~.*/, ''), id].includes(name);
  const unknown = only?.find((name) => !all.some((each) => isNamed(name, each)));
  if (unknown !== undefined)
    refuse(`No ${nouns[all[0]?.kind ?? 'faults']} is called "${unknown}" or has it in its id.`);
  const named = all.filter((each) => only?.some((name) => isNamed(name, each)) ?? true);
  const drawn = new Set(named.toSorted(byDraw(seed)).slice(0, most));
  return named.filter((each) => drawn.has(each));
}

/** The order in which a seed draws alterations, which only their ids decide. */
export function byDraw(seed: number) {
  const drawn = ({ id }: Pick<Alteration, 'id'>) => createHash('sha1').update(`${seed} ${id}`).digest('hex');
  return (one: Pick<Alteration, 'id'>, other: Pick<Alteration, 'id'>) => (drawn(one) < drawn(other) ? -1 : 1);
}

/**
 * What can become of an alteration. A fault is told by a check of its requirement (`right`), or only by another one. Any
 * other alteration is told by a must or a should, by what is a deviation until its gaps are confirmed, by the end of its
 * sandbox (`crashed`), or by tests that could not go on (`blocked`). It is `untold` if it had no occasion, `listed` if
 * nothing can tell it, for a reviewed reason, and `silent` if nothing told it.
 */
const outcomes = [
  ...(['right', 'other', 'must', 'should', 'deviation', 'crashed', 'blocked'] as const),
  ...(['listed', 'untold', 'silent'] as const),
];
type Outcome = (typeof outcomes)[number];

/** An alteration together with what became of it. */
export interface Result extends Alteration {
  readonly outcome: Outcome;
  /** The requirements of all findings, those that tell it most strongly first. */
  readonly requirements: readonly string[];
  /** The place of the strongest finding, and the gaps that it rests on. */
  readonly at?: string;
  readonly gaps?: readonly string[];
  /** The tests with a finding that tells it as strongly. */
  readonly by: readonly string[];
  /** What the reviewed file says of it. */
  readonly listed?: Uncaught;
  /** How many tests ran. */
  readonly tests: number;
  readonly blocked: readonly string[];
  /** What the tests showed that had to run in any case. */
  readonly observed?: readonly ObservedTest[];
}

/** What a sandbox notes of an alteration apart from its responses. */
export interface Noted {
  /** Whether it had an occasion. */
  readonly isTold: boolean;
  /** Whether it ended its sandbox. */
  readonly hasCrashed: boolean;
}

/** What a finding makes of an alteration. */
function outcomeBy(finding: ObservedTest['findings'][number], { violates }: Alteration): Outcome {
  if (tells(finding, { violates })) return violates === undefined ? 'must' : 'right';
  if (violates !== undefined) return 'other';
  return finding.judgement === 'warned' && !finding.gaps?.length ? 'should' : 'deviation';
}

/** Judges an alteration by the tests that ran, in any order. */
export function resultOf(
  { kind, id, violates, condition, does }: Alteration,
  observed: readonly ObservedTest[],
  { isTold, hasCrashed }: Noted,
): Result {
  const alteration = { kind, id, violates, condition, does };
  const told = observed
    .flatMap(({ name, findings }) =>
      findings.map((finding) => ({ name, finding, outcome: outcomeBy(finding, alteration) })),
    )
    .toSorted((one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome));
  const blocked = [...new Set(observed.flatMap((each) => each.blocked.map(({ reason }) => reason)))];
  const entry = entryFor(alteration);
  const untold = (): Outcome => {
    // A fault that nobody can show in a situation needs no occasion.
    if (entry !== undefined && (isTold || kind === 'situations')) return 'listed';
    if (!isTold) return 'untold';
    return kind === 'mutants' && blocked.length > 0 ? 'blocked' : 'silent';
  };
  const [best] = told;
  const outcome = hasCrashed && best?.outcome !== 'must' ? 'crashed' : (best?.outcome ?? untold());
  const { at, gaps } = best?.finding ?? {};
  return {
    ...alteration,
    ...{ outcome, at, gaps, listed: entry },
    requirements: [...new Set(told.map(({ finding }) => finding.requirement))],
    by: [...new Set(told.filter((each) => each.outcome === best?.outcome).map(({ name }) => name))],
    tests: observed.length,
    blocked,
  };
}

/** Whether a proof can go on to other alterations: further tests would tell nothing new about this one. */
export function isSettled({ outcome }: Result): boolean {
  return ['right', 'must', 'should', 'deviation', 'listed'].includes(outcome);
}

/** Fewer faults in situations than this show no shares. */
const few = 100;

/** Whether a proof holds that has these results of one kind. */
function holds(kind: Kind, results: readonly Result[]): boolean {
  const open = results.filter(({ outcome }) => outcome !== 'listed');
  const share = (outcome: Outcome) => open.filter((each) => each.outcome === outcome).length / open.length;
  if (kind === 'faults') return open.every(({ outcome }) => outcome === 'right');
  if (kind !== 'situations') return open.every(({ outcome }) => outcome !== 'silent');
  // One of a few more or less says little.
  if (open.length < few) return open.length === 0 || share('right') >= 2 / 3;
  return share('right') >= 0.88 && share('untold') <= 0.08 && share('silent') <= 0.02;
}

/** What no test can tell: an entry of `uncaught.yaml`. */
interface Uncaught {
  readonly kind: Kind;
  /** Ids without `rarely-`, with `*` for any characters. */
  readonly ids: readonly string[];
  /** Of mutants: whether nothing that a client sees changes, or only what the description leaves open. */
  readonly class?: 'equivalent' | 'unspecified';
  /** Whether a test tells some of them, with some seeds. */
  readonly sometimes?: true;
  readonly reason: string;
}

let known: readonly Uncaught[] | undefined;

/** The entries of the reviewed file. */
export function uncaught(): readonly Uncaught[] {
  known ??= (
    load(readFileSync(new URL('uncaught.yaml', import.meta.url), 'utf8')) as readonly Uncaught[]
  ).flatMap((entry) =>
    (Object.keys(nouns) as Kind[])
      .filter((kind) => kind in entry)
      .map((kind) => ({ ...entry, kind, ids: Object(entry)[kind] })),
  );
  return known;
}

/** The entry of the reviewed file for an alteration, if there is one. */
function entryFor({ kind, id }: Alteration): Uncaught | undefined {
  return uncaught().find((entry) => entry.kind === kind && entry.ids.some((pattern) => matches(pattern, id)));
}

/** Whether a pattern of the reviewed file means an alteration. */
function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(rarely-)?${parts.join('.*')}$`).test(id);
}

/**
 * What is wrong with the reviewed file: entries that match no alteration, or one that a test told.
 * @param all that the sandbox can have of some kinds
 */
export function outdatedIn(all: readonly Alteration[], results: readonly Result[]): readonly string[] {
  const kinds = new Set(all.map(({ kind }) => kind));
  return uncaught()
    .filter(({ kind }) => kinds.has(kind))
    .flatMap(({ kind, ids, sometimes }) =>
      ids.flatMap((pattern) => {
        if (!all.some((each) => each.kind === kind && matches(pattern, each.id)))
          return [`uncaught.yaml is outdated: there is no ${pattern}.`];
        // Whether a test tells a rare lie depends on the order of the tests.
        const told = results.filter(
          (each) => each.kind === kind && each.requirements.length > 0 && !each.id.startsWith('rarely-'),
        );
        return sometimes
          ? []
          : told
              .filter(({ id }) => matches(pattern, id))
              .map(({ id, requirements }) => `uncaught.yaml is outdated: ${requirements[0]} tells ${id}.`);
      }),
    );
}

/** One line about an alteration: what told it or, if nothing did as it should, everything that helps to see why. */
export function lineOf(result: Result): string {
  const { id, outcome, violates, does, requirements, at, gaps = [], listed, tests, blocked, by } = result;
  const [first = ''] = by;
  const rest =
    outcome === 'right'
      ? [violates, first, by.length > 1 && `and ${by.length - 1} more`]
      : [
          violates && `violates ${violates}: ${does}`,
          requirements.length > 0 && `by ${requirements.join(', ')}`,
          at && `at ${at}`,
          gaps.length > 0 && `(${gaps.join(', ')})`,
          ...(requirements.length > 0 ? [] : [listed?.class && `${listed.class}:`, listed?.reason]),
          !isSettled(result) && `${counted(tests, 'test')} ran`,
          !isSettled(result) && blocked[0] && `blocked: ${blocked[0]}`,
        ];
  return `${outcome.padEnd(9)}  ${id}  ${rest.filter(Boolean).join(' ')}`;
}

/** How many results there are of each outcome: of each kind and, of faults in situations, under each condition. */
export function totalsOf(results: readonly Result[]): {
  readonly lines: readonly string[];
  readonly holds: boolean;
} {
  const byKind = (Object.keys(nouns) as Kind[])
    .map((kind) => [kind, results.filter((each) => each.kind === kind)] as const)
    .filter(([, own]) => own.length > 0);
  const groups = byKind.flatMap(([kind, own]) => {
    const conditions = [...new Set(own.flatMap(({ condition }) => condition ?? []))];
    return [
      ...conditions.map((name) => [`${name}: `, own.filter(({ condition }) => condition === name)] as const),
      [holds(kind, own) ? '' : 'The proof does not hold: ', own] as const,
    ];
  });
  const lines = groups.map(([name, own]) => {
    const told = own.map(({ outcome, listed }) => (outcome === 'listed' && listed?.class) || outcome);
    const counts = [...outcomes, 'equivalent', 'unspecified'].flatMap((outcome) => {
      const count = told.filter((each) => each === outcome).length;
      return count === 0 ? [] : `${count} ${outcome}`;
    });
    return `${name}${counted(own.length, nouns[own[0]?.kind ?? 'faults'])}: ${counts.join(', ')}`;
  });
  return { lines, holds: byKind.every(([kind, own]) => holds(kind, own)) };
}
