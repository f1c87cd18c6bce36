import { itemStatuses, orderTransitions } from '../../data/valid/order-transitions.js';
import { statuses, transitions } from '../../models/status-table.js';
import type { StateMachine, Transition } from '../../verdicts/recording/observations.js';
import { statesIn } from '../../verdicts/recording/observer.js';
import { isVerified } from '../../verdicts/requirement-verdict.js';
import type { Observations, RanTest, RequirementReport, StateMachineReport } from './conformance-report.js';

/** The maximum number of batches, and of windows, in a report. */
const mostTracks = 40;
/** The maximum number of tests that a transition names. */
const mostTests = 5;

type Observed<Each> = Each & { readonly test: string };

/** Brings the observations of all tests together: few of them show everything. */
export function observations(
  ran: readonly RanTest[],
  requirements: readonly RequirementReport[],
): Observations {
  const all = <Each extends object>(of: (evidence: NonNullable<RanTest['evidence']>) => readonly Each[]) =>
    ran.flatMap(({ test, evidence }) =>
      evidence === undefined ? [] : of(evidence).map((each): Observed<Each> => ({ ...each, test: test.id })),
    );
  const found = new Map(
    ran.flatMap(({ test, evidence }) => {
      const operations = evidence?.findings.flatMap(({ operationId, write }) => [operationId, write]) ?? [];
      return operations.length === 0 ? [] : [[test.id, new Set(operations)]];
    }),
  );
  const isFound = (test: string, ...operationIds: readonly string[]) =>
    operationIds.some((id) => found.get(test)?.has(id));
  return {
    verifying: fewVerifying(
      all(({ verifying = [] }) => verifying),
      requirements,
    ),
    batches: tellingFirst(
      all(({ batches = [] }) => batches).map((each) => ({
        each,
        name: each.write,
        isFound: isFound(each.test, each.write, each.results),
        tells: statesIn(each),
      })),
    ),
    windows: tellingFirst(
      all(({ windows = [] }) => windows).map((each) => ({
        each,
        name: each.operationId,
        isFound: isFound(each.test, each.operationId),
        tells: each.points.filter(({ status }) => status === 429).length,
      })),
    ),
    machines: machines(all(({ transitions = [] }) => transitions)),
  };
}

/**
 * Few exchanges that together show every requirement that passed, at each operation where it did. None of them could be
 * left out; those to which a trail led, and those that show much, are kept first.
 */
function fewVerifying(
  given: Observations['verifying'],
  requirements: readonly RequirementReport[],
): Observations['verifying'] {
  const times = new Map<string, number>(
    requirements.flatMap(({ id, verdict, verifiedBy }) =>
      isVerified(verdict)
        ? Object.keys(verifiedBy).map((operationId) => [`${id} ${operationId}`, 0] as const)
        : [],
    ),
  );
  const usable = given.map((each) => {
    const pairs = each.verifies.map((id) => `${id} ${each.operationId}`).filter((pair) => times.has(pair));
    for (const pair of pairs) times.set(pair, (times.get(pair) ?? 0) + 1);
    return { each, pairs, hasTrail: each.trail.length > 0 };
  });
  const worstFirst = usable.toSorted(
    (a, b) => Number(a.hasTrail) - Number(b.hasTrail) || a.pairs.length - b.pairs.length,
  );
  const kept = worstFirst.filter(({ pairs }) => {
    if (pairs.some((pair) => times.get(pair) === 1)) return true;
    for (const pair of pairs) times.set(pair, (times.get(pair) ?? 0) - 1);
    return false;
  });
  return kept.toReversed().flatMap(({ each }) => {
    const verifies = each.verifies.filter((id) => times.delete(`${id} ${each.operationId}`));
    return verifies.length === 0 ? [] : [{ ...each, verifies }];
  });
}

/** An observation of a thing with a name: whether a finding is about it, and how much it tells. */
interface Telling<Each> {
  readonly each: Each;
  readonly name: string;
  readonly isFound: boolean;
  readonly tells: number;
}

/**
 * The most telling observation of each name, then the others that a finding is about. Those with a finding tell the most,
 * so that a reader who looks for the observation of a name takes the first.
 */
function tellingFirst<Each>(all: readonly Telling<Each>[]): readonly Each[] {
  const sorted = all.toSorted((a, b) => Number(b.isFound) - Number(a.isFound) || b.tells - a.tells);
  const first = new Map(sorted.toReversed().map((each) => [each.name, each]));
  const isFirst = (each: Telling<Each>) => first.get(each.name) === each;
  // The first ones of all names matter more than a further one with a finding.
  const chosen = [...sorted.filter(isFirst), ...sorted.filter((each) => each.isFound && !isFirst(each))];
  return chosen.slice(0, mostTracks).map(({ each }) => each);
}

type SeenTransition = Omit<Transition, 'machine'>;

const orderItems: readonly Omit<SeenTransition, 'times' | 'legal'>[] = Object.values(orderTransitions).map(
  ({ operationId: by, from, to }) => ({ from, to, by }),
);

const tables = {
  product: { states: statuses, transitions },
  order: { states: itemStatuses, transitions: orderItems },
} as const;

/** Both state machines of the contract, each with the transitions that the tests saw. */
function machines(seen: readonly Observed<Transition>[]): StateMachineReport[] {
  const names: readonly StateMachine[] = ['product', 'order'];
  return names.map((name) => {
    const table = tables[name];
    const merged = new Map<string, StateMachineReport['transitions'][number]>();
    const keyOf = ({ from, to, by }: Pick<Transition, 'from' | 'to' | 'by'>) =>
      JSON.stringify([from, to, by]);
    for (const each of table.transitions)
      merged.set(keyOf(each), { ...each, legal: true, times: 0, tests: [] });
    for (const { machine, test, ...each } of seen) {
      if (machine !== name) continue;
      const before = merged.get(keyOf(each)) ?? { ...each, times: 0, tests: [] };
      const tests = [...new Set([...before.tests, test])].slice(0, mostTests);
      merged.set(keyOf(each), { ...before, times: before.times + each.times, tests });
    }
    const transitions = [...merged.values()];
    const others = transitions.flatMap(({ from, to }) => [from, to]);
    return { name, states: [...new Set([...table.states, ...others])], transitions };
  });
}
