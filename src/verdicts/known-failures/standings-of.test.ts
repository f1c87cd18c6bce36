import { expect, test } from '#unit-test';
import { operations } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import { type Evidence, exampleEvidence, exampleFinding } from '../evidence.js';
import { requirementResult } from '../requirement-verdict.js';
import { exampleKnownFailure, type KnownFailure, type KnownFailureStanding } from './known-failure.js';
import { type SeenInRun, standingsOf } from './standings-of.js';

const passed = exampleEvidence({ verified: { 'BAT-09': { getStatusResults: 3 } } });
const found = (given: Parameters<typeof exampleFinding>[0] = {}) =>
  exampleEvidence({ findings: [exampleFinding(given)] });
const atShip = { operation: 'getShipResults' };

test('what still fails excuses, and needs no more than its findings', () => {
  expect(standing({}, [found()])).toEqual({
    ...exampleKnownFailure(),
    standing: 'fails',
    excuses: true,
    says: 'It still fails: 1 finding.',
  });
  // Even a partial run that ended early shows a failure.
  expect(standing({}, [found()], { chosen: () => false, hasEnded: false }).standing).toBe('fails');
});

test('a warning excuses only where it would gate', () => {
  expect(standing({}, [found({ judgement: 'warned' })])).toMatchObject({ standing: 'fails', excuses: false });
  expect(standing({}, [found({ judgement: 'warned' })], { strict: true })).toMatchObject({ excuses: true });
});

test('what was verified and did not fail passes again', () => {
  expect(standing({}, [passed])).toMatchObject({
    standing: 'passes',
    excuses: false,
    says: 'It was verified in 3 exchanges, and nothing failed: remove the entry.',
  });
});

test('an operation passes by what was verified with it, and fails by what was found with it', () => {
  expect(standing({ operation: 'getStatusResults' }, [passed]).standing).toBe('passes');
  expect(standing({ operation: 'getStatusResults' }, [passed, found()]).standing).toBe('fails');
  expect(standing(atShip, [passed, found({ operationId: 'getShipResults' })]).standing).toBe('fails');
  expect(standing({ operation: 'getStatusResults' }, [passed, found({ operationId: 'x' })]).standing).toBe(
    'passes',
  );
});

test('a batch write passes by what its results show', () => {
  expect(standing({ operation: 'updateProductStatus' }, [passed]).standing).toBe('passes');
  expect(standing({ operation: 'shipOrders' }, [passed]).standing).toBe('unmatched');
});

test('an operation at which nothing was found or verified matches nothing', () => {
  expect(standing(atShip, [passed])).toMatchObject({
    standing: 'unmatched',
    says: 'Nothing was found or verified there: correct the operation, or remove the entry.',
  });
});

test('what the configuration leaves out may be just what the entry speaks of', () => {
  const inapplicable = exampleEvidence({
    inapplicable: [{ requirement: 'BAT-09', reason: 'writes are denied' }],
  });
  expect(standing(atShip, [passed, inapplicable])).toMatchObject({
    standing: 'not exercised',
    says: 'This run says nothing about it: writes are denied.',
  });
  expect(standing({}, [passed, inapplicable]).standing).toBe('passes');
});

test('of what no check came to, or could not be exercised, nothing is said', () => {
  const blocked = exampleEvidence({ blocked: [{ requirement: 'BAT-09', reason: 'no orders' }] });
  expect(standing({}, [])).toMatchObject({
    standing: 'not exercised',
    says: 'This run says nothing about it: no check of it ran.',
  });
  expect(standing({}, [passed, blocked]).says).toBe('This run says nothing about it: no orders.');
});

test('where it was verified at some operations and blocked at others, only those that were verified pass', () => {
  const blocked = exampleEvidence({
    covers: ['BAT-09'],
    blocked: [{ requirement: 'BAT-09', reason: 'no orders' }],
  });
  const says = 'This run says nothing about it: no orders.';
  expect(standing({}, [passed, blocked])).toMatchObject({ standing: 'not exercised', says });
  expect(standing(atShip, [passed, blocked])).toMatchObject({ standing: 'not exercised', says });
  expect(standing({ operation: 'getStatusResults' }, [passed, blocked]).standing).toBe('passes');
});

test('a run that did not end has not shown that anything passes again', () => {
  expect(standing({}, [passed], { hasEnded: false }).standing).toBe('not exercised');
});

test('a part of a run says that something passes again only where it has all that may show it', () => {
  const ref = { requirement: 'REF-06' } as const;
  const verified = exampleEvidence({ verified: { 'REF-06': { listBrands: 1 } } });
  expect(standing(ref, [verified], { chosen: (id) => id === 'REF-06' }).standing).toBe('passes');
  expect(standing(ref, [verified], { chosen: () => false })).toMatchObject({
    standing: 'not exercised',
    says: 'This run says nothing about it: a check that could show it did not run.',
  });
  // A rule that is checked in every exchange may fail in a test that was left out.
  const shape = exampleEvidence({ verified: { 'SHP-02': { listBrands: 1 } } });
  expect(standing({ requirement: 'SHP-02' }, [shape], { chosen: () => true }).standing).toBe('not exercised');
  expect(standing({ requirement: 'SHP-02' }, [shape]).standing).toBe('passes');
});

test('an entry that expired excuses nothing, whether or not it fails', () => {
  const expires = '2030-01-01';
  expect(standing({ expires }, [found()])).toMatchObject({
    standing: 'expired',
    excuses: false,
    says: 'It expired on 2030-01-01, and still fails in this run: fix it, agree on another day, or remove the entry.',
  });
  expect(standing({ expires }, [passed]).says).toContain('and was not seen to fail in this run');
  expect(standing({ expires }, []).standing).toBe('expired');
  expect(standing({ expires }, [], { chosen: () => false }).standing).toBe('not exercised');
});

test('what only deviates needs no entry, and is not out of date by that', () => {
  expect(standing({}, [passed, found({ judgement: 'deviated' })]).standing).toBe('deviates');
});

test('a requirement that has no check can match nothing', () => {
  expect(standing({ requirement: 'NOT-01' }, [])).toMatchObject({ standing: 'unmatched' });
});

/** The standing of one entry on 2030-01-15, by default in a whole run. */
function standing(
  given: Partial<KnownFailure>,
  evidence: readonly Evidence[],
  conditions: Partial<SeenInRun> = {},
): KnownFailureStanding {
  const entry = exampleKnownFailure(given);
  const [made] = standingsOf(
    { file: 'known-failures/staging.yaml', day: '2030-01-15', entries: [entry] },
    {
      results: [requirementResult(requirement(entry.requirement), evidence, operations)],
      evidence,
      hasEnded: true,
      chosen: 'all',
      strict: false,
      ...conditions,
    },
  );
  if (made === undefined) throw new Error('The entry has no standing.');
  return made;
}
