import { expect, test } from '#unit-test';
import { type Requirement, requirement } from '../requirements/catalogue.js';
import type { Evidence } from './evidence.js';
import { exampleEvidence, exampleFinding } from './example-evidence.js';
import { requirementResult, type Verdict, verdicts } from './requirement-verdict.js';

const id = 'BAT-09';
const bat = requirement(id);
const untested: Requirement = { ...bat, notTested: { kind: 'planned', reason: 'not yet' } };

const blocked = exampleEvidence({ covers: [id], blocked: [{ requirement: id, reason: 'no orders' }] });
const passed = exampleEvidence({ covers: [id], verified: { [id]: { getStatusResults: 3 } } });
const inapplicable = exampleEvidence({
  covers: [id],
  inapplicable: [{ requirement: id, reason: 'writes denied' }],
});
const known = (judgement: 'failed' | 'warned') =>
  exampleEvidence({ findings: [exampleFinding({ judgement, known: true })] });
const found = (judgement: 'failed' | 'warned' | 'deviated') =>
  exampleEvidence({ findings: [exampleFinding({ judgement })] });

/** What leads to each verdict, the weightiest first: of two, the one that stands higher decides. */
const facts: readonly (readonly [
  verdict: Verdict,
  evidence: readonly Evidence[],
  requirement?: Requirement,
])[] = [
  ['failed', [found('failed')]],
  ['blocked', [blocked]],
  ['warned', [found('warned')]],
  ['deviated', [found('deviated')]],
  ['untested', [], untested],
  ['passed', [passed]],
  ['inapplicable', [inapplicable]],
  ['unverified', [exampleEvidence({ covers: [id] })]],
];

for (const [index, [verdict, evidence, of = bat]] of facts.entries()) {
  test(`alone: ${verdict}`, () => {
    expect(requirementResult(of, evidence).verdict).toBe(verdict);
  });
  for (const [lighter, others, other = bat] of facts.slice(index + 1)) {
    test(`${verdict} outweighs ${lighter}, whichever comes first`, () => {
      const both = of === untested ? of : other;
      expect(requirementResult(both, [...evidence, ...others]).verdict).toBe(verdict);
      expect(requirementResult(both, [...others, ...evidence]).verdict).toBe(verdict);
    });
  }
}

test('every verdict is listed once, and leads here from some fact', () => {
  expect([...verdicts].sort()).toEqual(facts.map(([verdict]) => verdict).sort());
});

test('evidence about another requirement changes nothing', () => {
  const elsewhere = exampleEvidence({
    covers: ['BAT-10'],
    verified: { 'BAT-10': { getStatusResults: 5 } },
    findings: [exampleFinding({ requirement: 'BAT-10' })],
    blocked: [{ requirement: 'BAT-10', reason: 'no' }],
    inapplicable: [{ requirement: 'BAT-10', reason: 'no' }],
  });
  expect(requirementResult(bat, [elsewhere])).toEqual({
    requirement: bat,
    verdict: 'unverified',
    tests: 0,
    verifiedBy: {},
    exchanges: 0,
    findings: [],
    reason: 'no check of it ran',
  });
});

test('tests are counted that cover it, verified it or found it violated; exchanges are summed', () => {
  const byTheWay = exampleEvidence({ verified: { [id]: { getStatusResults: 2 } } });
  const result = requirementResult(bat, [passed, byTheWay, blocked, found('warned'), exampleEvidence()]);
  expect(result).toMatchObject({
    tests: 4,
    exchanges: 5,
    findings: [exampleFinding({ judgement: 'warned' })],
  });
});

test('each verdict that is neither passed nor violated says why', () => {
  const reasonOf = (evidence: readonly Evidence[], of = bat) => requirementResult(of, evidence).reason;
  expect(reasonOf([blocked])).toBe('no orders');
  expect(reasonOf([inapplicable])).toBe('writes denied');
  expect(reasonOf([], untested)).toBe('not yet');
  expect(reasonOf([passed])).toBeUndefined();
  expect(reasonOf([passed], { ...bat, notTestedPart: { what: 'the order', reason: 'later' } })).toBe(
    'not yet checked: the order',
  );
});

test('a requirement that is violated in nothing but what is known keeps its verdict, and says so', () => {
  expect(requirementResult(bat, [passed, known('failed')])).toMatchObject({ verdict: 'failed', known: true });
  expect(requirementResult(bat, [passed, known('warned')])).toMatchObject({ verdict: 'warned', known: true });
  for (const judgement of ['failed', 'warned'] as const)
    expect(requirementResult(bat, [known(judgement), found(judgement)])).not.toHaveProperty('known');
});

test('what is known hides neither another failure nor what could not be exercised', () => {
  const verdictOf = (...evidence: readonly Evidence[]) => {
    const { verdict, known: isKnown } = requirementResult(bat, evidence);
    return [verdict, isKnown];
  };
  expect(verdictOf(known('warned'), found('failed'))).toEqual(['failed', undefined]);
  expect(verdictOf(known('failed'), found('warned'))).toEqual(['failed', true]);
  expect(verdictOf(known('failed'), blocked)).toEqual(['blocked', undefined]);
});
