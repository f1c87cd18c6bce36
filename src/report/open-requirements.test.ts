import { expect, test } from '#unit-test';
import { exampleRequirement } from './example-report.js';
import { openByReason, openRequirements } from './open-requirements.js';

const requirements = [
  exampleRequirement('BAT-09', 'passed'),
  exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-02', 'blocked', { reason: 'there is no order' }),
  exampleRequirement('ORD-03', 'unverified', { reason: 'no check of it ran' }),
  exampleRequirement('KEYS-01', 'untested', { reason: 'no settings area' }),
];

test('what is blocked is open, and what no check looked at unless somebody left it out', () => {
  const idsOf = (deselected?: string) =>
    openRequirements({ requirements, ...(deselected === undefined ? {} : { deselected }) }).map(
      ({ id }) => id,
    );
  expect(idsOf()).toEqual(['ORD-01', 'ORD-02', 'ORD-03']);
  expect(idsOf('--grep a')).toEqual(['ORD-01', 'ORD-02']);
});

test('one reason is told once', () => {
  const told = openByReason({ requirements }).map(({ verdict, reason, requirements: alike }) => [
    `${verdict}: ${reason}`,
    alike.map(({ id }) => id),
  ]);
  expect(told).toEqual([
    ['blocked: there is no order', ['ORD-01', 'ORD-02']],
    ['unverified: no check of it ran', ['ORD-03']],
  ]);
});

for (const [kind, whole, selected] of [
  ['blocked', true, true],
  ['unverified', true, false],
  ['inapplicable', false, false],
] as const) {
  test(`operations missed as ${kind} are open: ${whole} in a whole run, ${selected} in a selected part`, () => {
    const missed = { operationIds: ['getShipResults'], kind, reason: 'no orders' };
    for (const verdict of ['partial', 'deviated'] as const) {
      const of = { requirements: [exampleRequirement('BAT-08', verdict, { missed })] };
      expect(openRequirements(of)).toHaveLength(whole ? 1 : 0);
      expect(openRequirements({ ...of, deselected: '--grep a' })).toHaveLength(selected ? 1 : 0);
    }
  });
}

test('a deviation at some operations says why the others were missed', () => {
  const missed = { operationIds: ['getShipResults'], kind: 'blocked', reason: 'no orders' } as const;
  const deviated = exampleRequirement('BAT-08', 'deviated', { missed });
  expect(openByReason({ requirements: [deviated] })).toMatchObject([{ reason: 'no orders' }]);
});
