import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { ExercisedTest } from '../../fixtures/planted-plan.js';
import type { Finding } from '../../src/verdicts/finding.js';
import { numberOf } from '../../src/verdicts/oracles/violation.js';
import { idOf } from './plan.js';
import { type ProveArguments, printedBySandbox } from './plantings.js';

/** A lie about one field or header, as listed by `npm run sandbox -- --list-lies`. */
export interface FieldLie {
  /** `one-more:200/items[].stock@listProducts`, after `rarely-` if one response in ten tells it. */
  readonly id: string;
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly status: number;
  readonly path: string;
  readonly kind: string;
  readonly does: string;
}

/** All lies that the sandbox can tell. @throws Error if the sandbox doesn't list them */
export async function listLies(root: string): Promise<readonly FieldLie[]> {
  return JSON.parse(await printedBySandbox(root, '--list-lies'));
}

/** The requested lies, in their order. @returns them, or a sentence that says which name is unknown */
export function chooseLies(
  lies: readonly FieldLie[],
  { only, most, seed }: Pick<ProveArguments, 'only' | 'most' | 'seed'>,
): readonly FieldLie[] | { readonly problem: string } {
  const isNamed = (name: string, { id, operation }: FieldLie) =>
    name.startsWith('@') ? name === `@${operation.id}` : id.includes(name);
  const unknown = only?.find((name) => !lies.some((lie) => isNamed(name, lie)));
  if (unknown !== undefined)
    return {
      problem: `No lie has "${unknown}" in its id: npm run sandbox -- --list-lies names the lies.`,
    };
  const named = lies.filter((lie) => only?.some((name) => isNamed(name, lie)) ?? true);
  const drawn = new Set(named.toSorted(byDraw(seed)).slice(0, most));
  return named.filter((lie) => drawn.has(lie));
}

export function byDraw(seed: number) {
  const drawn = ({ id }: Pick<FieldLie, 'id'>) => createHash('sha1').update(`${seed} ${id}`).digest('hex');
  return (one: Pick<FieldLie, 'id'>, other: Pick<FieldLie, 'id'>) => (drawn(one) < drawn(other) ? -1 : 1);
}

/**
 * The indexes of the tests that received a response with a lie's status from its operation on the clean sandbox. Each is
 * the one with the most requirements for its calls that no test before it verified, until all are; then over again.
 */
export function testsFor(
  tests: readonly ExercisedTest[],
  { operation, status }: Pick<FieldLie, 'operation' | 'status'>,
): readonly number[] {
  const id = idOf(operation) ?? '';
  const left = new Map(
    [...tests.entries()]
      .filter(([, { statuses }]) => statuses[id]?.includes(String(status)))
      .map(([index, { covers, verified, called }]) => {
        const calls = Object.values(called).reduce((sum, count) => sum + count, 0);
        return [index, { calls, shows: new Set([...covers, ...verified]) }];
      }),
  );
  const order: number[] = [];
  let shown = new Set<string>();
  while (left.size > 0) {
    const worth = [...left].map(([index, { calls, shows }]) => {
      const fresh = [...shows].filter((each) => !shown.has(each)).length;
      return { index, calls, worth: fresh / calls };
    });
    const [best] = worth.toSorted((one, other) => other.worth - one.worth || one.calls - other.calls);
    if (best === undefined) break;
    if (best.worth === 0 && shown.size > 0) {
      shown = new Set();
      continue;
    }
    order.push(best.index);
    for (const each of left.get(best.index)?.shows ?? []) shown.add(each);
    left.delete(best.index);
  }
  return order;
}

/** What one test found in a sandbox that tells a lie. */
export interface TriedLie {
  readonly lie: string;
  readonly test: string;
  readonly findings: readonly Pick<Finding, 'requirement' | 'judgement' | 'gaps' | 'at'>[];
  /** Why the test could not go on, and mistakes of the suite. */
  readonly blocked: readonly string[];
  readonly errors: readonly string[];
}

/** How strongly a lie is told: by a must or a should, or by what is a deviation until its gaps are confirmed. */
const strengths = ['must', 'should', 'deviation'] as const;
type Strength = (typeof strengths)[number];

/** What became of a lie: an entry of `fields.json`. */
export interface LieResult extends Omit<FieldLie, 'operation'> {
  readonly operation: string;
  /** `silent` if no response gave an occasion for it. */
  readonly outcome: Strength | 'listed' | 'untold' | 'silent';
  /** The requirement that tells it most strongly. */
  readonly requirement?: string;
  readonly at?: string;
  readonly gaps?: readonly string[];
  readonly test?: string;
  /** Why no comparison can tell it, if that is listed. */
  readonly reason?: string;
  readonly tests: number;
  readonly blocked: readonly string[];
}

function strengthOf({ judgement, gaps = [] }: TriedLie['findings'][number]): Strength {
  if (judgement === 'deviated' || gaps.length > 0) return 'deviation';
  return judgement === 'failed' ? 'must' : 'should';
}

/** Judges a lie by the tests that ran, in any order. @param isSaid whether a response told it */
export function resultOf(
  { operation, ...lie }: FieldLie,
  tried: readonly TriedLie[],
  isSaid: boolean,
  listed: readonly UntoldLies[],
): LieResult {
  const told = tried
    .flatMap(({ test, findings }) =>
      findings.map((finding) => ({ test, finding, strength: strengthOf(finding) })),
    )
    .toSorted((one, other) => strengths.indexOf(one.strength) - strengths.indexOf(other.strength))[0];
  const reason = listed.find(({ lies }) => lies.some((pattern) => matches(pattern, lie.id)))?.reason;
  return {
    ...lie,
    operation: operation.id,
    outcome: told?.strength ?? (!isSaid ? 'silent' : reason === undefined ? 'untold' : 'listed'),
    ...(told && { ...told.finding, test: told.test }),
    ...(reason === undefined ? {} : { reason }),
    tests: tried.length,
    blocked: [...new Set(tried.flatMap(({ blocked }) => blocked))],
  };
}

/** Lies that no comparison can tell: an entry of `untold-lies.yaml`. */
export interface UntoldLies {
  /** Ids without `rarely-`, with `*` for any characters. */
  readonly lies: readonly string[];
  readonly reason: string;
}

/** The reviewed file. */
export function listedLies(): readonly UntoldLies[] {
  return load(readFileSync(new URL('untold-lies.yaml', import.meta.url), 'utf8')) as UntoldLies[];
}

/** Whether a pattern of the reviewed file means a lie. */
function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(rarely-)?${parts.join('.*')}$`).test(id);
}

/** What is wrong with the reviewed file: entries that mean no lie, or a lie that is told. */
export function outdatedIn(
  listed: readonly UntoldLies[],
  lies: readonly FieldLie[],
  results: readonly LieResult[],
): readonly string[] {
  return listed
    .flatMap((each) => each.lies)
    .flatMap((pattern) => {
      if (!lies.some(({ id }) => matches(pattern, id)))
        return [`untold-lies.yaml is outdated: no lie is called ${pattern}.`];
      // Whether a test hears a rare lie depends on the order of the tests.
      return results
        .filter(({ id, requirement }) => requirement && !id.startsWith('rarely-') && matches(pattern, id))
        .map(({ id, requirement }) => `untold-lies.yaml is outdated: ${requirement} tells ${id}.`);
    });
}

/** One line about a lie. */
export function lieLine({
  id,
  outcome,
  requirement,
  at,
  gaps = [],
  reason,
  tests,
  blocked,
}: LieResult): string {
  const by = requirement && [
    `by ${requirement}`,
    at && `at ${at}`,
    gaps.length > 0 && `(${gaps.join(', ')})`,
  ];
  const else_ = [reason, `${numberOf(tests, 'test')} ran`, blocked[0] && `blocked: ${blocked[0]}`];
  const rest = by || (outcome === 'listed' ? [reason] : else_);
  return `${outcome.padEnd(9)}  ${id}  ${rest.filter(Boolean).join(' ')}`;
}

/** The totals of all lies, one line each. */
export function lieTotals(results: readonly LieResult[]): string {
  const count = (outcome: LieResult['outcome']) => results.filter((each) => each.outcome === outcome).length;
  return [
    `${numberOf(results.length, 'lie')}: ${count('must')} told by a must, ${count('should')} by a should, ${count('deviation')} by a deviation;`,
    `${count('listed')} listed with a reason, ${count('untold')} untold, ${count('silent')} without an occasion`,
  ].join(' ');
}
