import { groupedBy } from '../../contract/values/groups.js';
import { orderTransitions } from '../../data/valid/order-transitions.js';
import { transitions } from '../../models/status-table.js';
import type { Transition } from '../../verdicts/recording/observations.js';
import { isVerified } from '../../verdicts/requirement-verdict.js';
import type { Observations, RanTest, RequirementReport, StateMachineReport } from './conformance-report.js';

/** Brings the observations of all tests together: few of them show everything. */
export function observations(
  ran: readonly RanTest[],
  requirements: readonly RequirementReport[],
): Observations {
  const all = <Each extends object>(of: (evidence: NonNullable<RanTest['evidence']>) => readonly Each[]) =>
    ran.flatMap(({ test, evidence }) =>
      evidence === undefined ? [] : of(evidence).map((each) => ({ ...each, test: test.id })),
    );
  const found = new Set(
    ran.flatMap(({ test, evidence }) =>
      (evidence?.findings ?? []).map(({ operationId }) => `${test.id} ${operationId}`),
    ),
  );
  return {
    verifying: fewVerifying(
      all(({ verifying = [] }) => verifying),
      requirements,
    ),
    windows: tellingWindows(
      all(({ windows = [] }) => windows.filter(({ lost }) => lost === undefined)),
      ({ test, operationId }) => found.has(`${test} ${operationId}`),
    ),
    machines: machines(ran.flatMap(({ evidence }) => evidence?.transitions ?? [])),
  };
}

/**
 * Few exchanges that together show every requirement that passed, at each operation where it did: those to which a trail
 * led, and those that show much, come first.
 */
function fewVerifying(
  given: Observations['verifying'],
  requirements: readonly RequirementReport[],
): Observations['verifying'] {
  const wanted = new Set(
    requirements
      .filter(({ verdict }) => isVerified(verdict))
      .flatMap(({ id, verifiedBy }) => Object.keys(verifiedBy).map((operationId) => `${id} ${operationId}`)),
  );
  return given
    .toSorted(
      (a, b) =>
        Number(b.trail.length > 0) - Number(a.trail.length > 0) || b.verifies.length - a.verifies.length,
    )
    .flatMap((each) => {
      const verifies = each.verifies.filter((id) => wanted.delete(`${id} ${each.operationId}`));
      return verifies.length === 0 ? [] : [{ ...each, verifies }];
    });
}

/** The most telling window of each operation: one with a finding, or else the one with the most refusals. */
function tellingWindows(
  all: Observations['windows'],
  isFound: (window: Observations['windows'][number]) => boolean,
): Observations['windows'] {
  const refusals = ({ points }: Observations['windows'][number]) =>
    points.filter(({ status }) => status === 429).length;
  const sorted = all.toSorted((a, b) => Number(isFound(a)) - Number(isFound(b)) || refusals(a) - refusals(b));
  return [...new Map(sorted.map((each) => [each.operationId, each])).values()];
}

const tables = {
  product: transitions,
  order: Object.values(orderTransitions).map(({ operationId: by, from, to }) => ({ from, to, by })),
} as const;

/** Both state machines of the contract, each with the transitions that the tests saw. */
function machines(seen: readonly Transition[]): StateMachineReport[] {
  return (['product', 'order'] as const).map((name) => {
    const known = tables[name].map((each) => ({ ...each, legal: true, times: 0 }));
    const own = seen.filter(({ machine }) => machine === name);
    const groups = groupedBy([...known, ...own], ({ from, to, by }) => JSON.stringify([from, to, by]));
    const merged = [...groups.values()].map((all) => {
      const [{ from, to, by, legal }] = all;
      const times = all.reduce((sum, each) => sum + each.times, 0);
      return { from, to, by, legal, times };
    });
    return { name, transitions: merged };
  });
}
