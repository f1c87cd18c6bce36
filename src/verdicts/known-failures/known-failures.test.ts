import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleKnownFailure } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { Refusal } from '../../contract/refusal.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { Evidence, Finding } from '../finding.js';
import { requirementResult } from '../requirement-verdict.js';
import { isKnown, type KnownFailure } from './known-failure.js';
import { parseKnownFailures, readKnownFailures, type SeenInRun, standingsOf } from './known-failures.js';

const link = 'https://tracker.example.com/SHOP-123';
const whole = `
- requirement: REF-06
  operation: listBrands
  reason: >-
    Two brands share an id
    since the import.
  link: ${link}
  expires: 2030-01-31
`;
const bare = `- {requirement: REF-06, reason: why, link: "${link}", expires: 2030-01-31}`;

test('reading an entry keeps its day as written and joins its reason into one line', () => {
  const entry = { requirement: 'REF-06', link, expires: '2030-01-31' };
  const reason = 'Two brands share an id since the import.';
  expect(parseKnownFailures(whole, 'f.yaml')).toEqual([{ ...entry, reason, operation: 'listBrands' }]);
  const bareOf = parseKnownFailures(bare.replace('{', '{operation: , '), 'f.yaml');
  expect(bareOf).toEqual([{ ...entry, reason: 'why' }]);
  expect(parseKnownFailures('# none at present\n', 'f.yaml')).toEqual([]);
});

const day = /^f\.yaml: entry 1 \(REF-06\) expires on ".*": give a day of the calendar, as in 2030-01-31\.$/;
const address = /entry 1 \(REF-06\) has a link that is not an http or https URL, or has a user name in it/;

/** The content of a file, and the sentence about it. */
const malformed: readonly (readonly [text: string, says: RegExp])[] = [
  ['- requirement: [REF-06', /^f\.yaml is not valid YAML, .*\(1:\d+\)/],
  ['requirement: REF-06', /^f\.yaml is not a list of known failures: begin each entry with/],
  ['- REF-06', /^f\.yaml: entry 1 is "REF-06": give it the keys requirement, /],
  [`${whole}  until: 2030-01-31\n`, /\(REF-06\) has an unknown key "until": its keys are requirement, .*\.$/],
  [bare.replace('REF-06', 'REF-99'), /\(REF-99\) names the requirement "REF-99", which schemas\//],
  [bare.replace('why', '" "'), /^f\.yaml: entry 1 \(REF-06\) has an empty reason/],
  [bare.replace('why', '12'), /has 12 as its reason, .*quotes\.$/],
  [`${whole}${whole}`, /entry 2 \(REF-06 at listBrands\) names the same failure as entry 1: remove one/],
  [bare.replace(`link: "${link}", `, ''), /^f\.yaml: entry 1 \(REF-06\) has no link: add it/],
  ...['2030-02-30', '31.01.2030'].map((wrong) => [bare.replace('2030-01-31', wrong), day] as const),
  ...['SHOP-123', 'javascript:alert(1)', 'https://me:word@example.com/'].map(
    (wrong) => [bare.replace(link, wrong), address] as const,
  ),
];

test('a malformed file is refused with one sentence', () => {
  const refusalOf = (text: string): string => {
    try {
      return `${parseKnownFailures(text, 'f.yaml').length} entries`;
    } catch (error) {
      return error instanceof Refusal ? error.message : String(error);
    }
  };
  const refusals = malformed.map(([text]) => refusalOf(text));
  expect(refusals).toEqual(malformed.map(([, says]) => expect.stringMatching(says)));
  expect(refusals.filter((refusal) => /\n|word@/.test(refusal))).toEqual([]);
});

test('the file is named after the target or its folder, unless the environment names a different file', () => {
  const folder = test.info().outputPath('known-failures');
  mkdirSync(folder, { recursive: true });
  for (const name of ['staging', 'Staging_EU', 'other', targetFolder('embedded sandbox')])
    writeFileSync(join(folder, `${name}.yaml`), whole);
  const read = (target: string, knownFailures?: string) =>
    readKnownFailures({ day: '2030-01-02', knownFailures }, target, folder);
  const other = join(folder, 'other.yaml');
  for (const target of ['staging', 'Staging_EU', 'embedded sandbox'])
    expect(read(target)?.entries).toHaveLength(1);
  expect(read('127.0.0.1:8080')).toBeUndefined();
  expect([read('staging', other)?.file, read('staging', 'none')]).toEqual([other, undefined]);
  expect(() => read('staging', '/nowhere/known.yaml')).toThrow(
    'There is no file /nowhere/known.yaml, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.',
  );
  expect(() => read('staging', folder)).toThrow(/can't be read \(EISDIR\): make it a file/);
});

test('an entry covers the failures of its requirement, operation and write until its last day', () => {
  for (const [entry, finding, known] of [
    [{}, { requirement: 'BAT-10' }, false],
    [{ operation: 'updateProductStatus' }, { write: 'updateProductStatus' }, true],
    [{ operation: 'updateProductStatus' }, {}, false],
    [{ expires: '2030-01-31' }, {}, true],
    [{ expires: '2030-01-30' }, {}, false],
    // A deviation gates nothing, so it needs no acceptance.
    [{}, { judgement: 'deviated' }, false],
  ] as const) {
    const all = { file: 'f', day: '2030-01-31', entries: [exampleKnownFailure(entry)] };
    expect([entry, finding, isKnown(exampleFinding(finding), all)]).toEqual([entry, finding, known]);
  }
  expect(isKnown(exampleFinding(), undefined)).toBe(false);
});

const passed = exampleEvidence({ verified: { 'BAT-09': { getStatusResults: 3 } } });
const inapplicable = exampleEvidence({
  inapplicable: [{ requirement: 'BAT-09', reason: 'writes are denied' }],
});
const verified = (requirement: 'REF-06' | 'SHP-02') =>
  exampleEvidence({ verified: { [requirement]: { listBrands: 1 } } });
const found = (given: Partial<Finding> = {}) => exampleEvidence({ findings: [exampleFinding(given)] });
const warned = found({ judgement: 'warned' });
const at = (operation: string) => ({ operation });
const expired = { expires: '2030-01-01' };
const none = { chosen: () => false };
const ids = { requirement: 'REF-06' } as const;
const nothing = 'not exercised: This run says nothing about it';

/** An entry, the evidence and the conditions of a run, and the entry's standing, with `!` if it excuses a finding. */
const standings: readonly (readonly [
  entry: Partial<KnownFailure>,
  evidence: readonly Evidence[],
  line: string | RegExp,
  conditions?: Partial<SeenInRun>,
])[] = [
  [{}, [found()], 'fails!: It still fails: 1 finding.'],
  // Even a partial run that ended early shows a failure.
  [{}, [found()], /^fails!/, { ...none, hasEnded: false }],
  // A warning needs an excuse only if it would gate.
  [{}, [warned], /^fails!/, { strict: true }],
  [{}, [passed], 'passes: It was verified in 3 exchanges, and nothing failed: remove the entry.'],
  // The results of a batch write show what it did.
  [at('updateProductStatus'), [passed], /^passes/],
  [at('getShipResults'), [passed], /^unmatched: Nothing was found or verified there: correct the operation/],
  // The configuration may leave out exactly the part that the entry names.
  [at('getShipResults'), [passed, inapplicable], `${nothing}: writes are denied.`],
  [{}, [], `${nothing}: no response showed it.`],
  // A partial run says that something passes only if it includes everything that may show it.
  [{}, [passed], /^not exercised/, { hasEnded: false }],
  [ids, [verified('REF-06')], /^passes/, { chosen: (id) => id === 'REF-06' }],
  [ids, [verified('REF-06')], `${nothing}: a check that could show it did not run.`, none],
  // A rule that is checked in every exchange may fail in a test that was left out.
  [{ requirement: 'SHP-02' }, [verified('SHP-02')], /^not exercised/, { chosen: () => true }],
  [expired, [found()], /^expired: It expired on 2030-01-01, and still fails in this run: fix it, agree on a/],
  [expired, [], /^not exercised/, none],
  [{}, [passed, found({ judgement: 'deviated' })], /^deviates/],
  [{ requirement: 'NOT-01' }, [], /^unmatched/],
];

test('the standing of an entry follows from the evidence from the run', () => {
  const told = standings.map(([given, evidence, , conditions]) => {
    const entry = exampleKnownFailure(given);
    const results = [requirementResult(requirement(entry.requirement), evidence)];
    const whole = { results, evidence, hasEnded: true, chosen: 'all', strict: false } as const;
    const known = { file: 'f', day: '2030-01-15', entries: [entry] };
    const [made] = standingsOf(known, { ...whole, ...conditions });
    return `${made?.standing}${made?.excuses ? '!' : ''}: ${made?.says}`;
  });
  expect(told).toEqual(
    standings.map(([, , line]) => (typeof line === 'string' ? line : expect.stringMatching(line))),
  );
});
