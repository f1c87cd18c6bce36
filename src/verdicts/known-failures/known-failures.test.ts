import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { operations } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import { type Evidence, exampleEvidence, exampleFinding, type Finding } from '../finding.js';
import { requirementResult } from '../requirement-verdict.js';
import { exampleKnownFailure, isKnown, type KnownFailure } from './known-failure.js';
import {
  KnownFailuresError,
  parseKnownFailures,
  readKnownFailures,
  type SeenInRun,
  standingsOf,
} from './known-failures.js';

const whole = `
- requirement: REF-06
  operation: listBrands
  reason: >-
    Two brands share an id
    since the import.
  link: https://tracker.example.com/SHOP-123
  expires: 2030-01-31
`;

/** The complete entry without one member; its reason is on one line. */
function without(name: string): string {
  const lines = whole.replace(/>-\n\s+(.*)\n\s+(.*)/, '$1 $2').split('\n');
  const kept = lines.filter((line) => !line.includes(`${name}: `)).join('\n');
  return name === 'requirement' ? kept.replace(/^ {2}operation/m, '- operation') : kept;
}

test('an entry is read with its day as written, and its reason as one line', () => {
  const entry = {
    requirement: 'REF-06',
    operation: 'listBrands',
    reason: 'Two brands share an id since the import.',
    link: 'https://tracker.example.com/SHOP-123',
    expires: '2030-01-31',
  };
  const { operation, ...bare } = entry;
  expect(parseKnownFailures(whole, 'f.yaml')).toEqual([entry]);
  for (const text of [without('operation'), whole.replace(operation, '')])
    expect(parseKnownFailures(text, 'f.yaml')).toEqual([bare]);
  for (const empty of ['', '# none at present\n', '[]', 'null'])
    expect(parseKnownFailures(empty, 'f.yaml')).toEqual([]);
});

const link = 'https://tracker.example.com/SHOP-123';
const days = ['2030-02-30', '2030-1-31', '31.01.2030', 'never', '2030-01-31T00:00:00Z'];
const links = [
  'SHOP-123',
  'ftp://tracker.example.com/1',
  'javascript:alert(1)',
  'https://me:word@example.com/',
];

/** The content of a file, by what is wrong with it. */
const malformed: Readonly<Record<string, string>> = {
  'no YAML': '- requirement: [REF-06',
  'a repeated member': `${whole}  reason: Another.\n`,
  'no list': 'requirement: REF-06',
  'two documents': '[]\n---\n[]',
  'an entry without members': '- REF-06',
  'an empty entry': `${whole}-\n`,
  'an unknown member': `${whole}  until: 2030-01-31\n`,
  'an unknown requirement': whole.replace('REF-06', 'REF-99'),
  'an unknown operation': whole.replace('listBrands', 'listBrand'),
  'an empty reason': `${without('reason')}  reason: " "\n`,
  'a reason that is a number': `${without('reason')}  reason: 12\n`,
  'two equal entries': `${whole}${whole}`,
  ...Object.fromEntries([
    ...['requirement', 'reason', 'link', 'expires'].map((name) => [`no ${name}`, without(name)]),
    ...days.map((day) => [`the day ${day}`, whole.replace('2030-01-31', day)]),
    ...links.map((each) => [`the link ${each}`, whole.replace(link, each)]),
  ]),
};

test('a malformed file is refused with one sentence', () => {
  const refusalOf = (text: string): string => {
    try {
      return `${parseKnownFailures(text, 'f.yaml').length} entries`;
    } catch (error) {
      return error instanceof KnownFailuresError ? error.message : String(error);
    }
  };
  expectGolden('malformed.txt', malformed, refusalOf);
  for (const text of Object.values(malformed)) expect(refusalOf(text)).not.toMatch(/\n|word@/);
});

function folderWith(...files: readonly string[]): string {
  const folder = test.info().outputPath('known-failures');
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), whole);
  return folder;
}

test('the file is named after the target or its folder, unless the environment names a different file', () => {
  const unnamed = `${targetFolder('embedded sandbox')}.yaml`;
  const folder = folderWith('staging.yaml', 'Staging_EU.yaml', 'other.yaml', unnamed);
  const day = '2030-01-02';
  const read = (target: string, named?: string) =>
    readKnownFailures({ day, ...(named && { knownFailures: named }) }, target, folder);
  const other = join(folder, 'other.yaml');
  for (const target of ['staging', 'Staging_EU', 'embedded sandbox'])
    expect(read(target)?.entries).toHaveLength(1);
  for (const target of ['production', '127.0.0.1:8080']) expect(read(target)).toBeUndefined();
  expect(read('staging', other)?.file).toBe(other);
  expect(read('staging', 'none')).toBeUndefined();
  expect(read('staging')?.file).toContain('staging.yaml');
  expect(() => read('staging', '/nowhere/known.yaml')).toThrow(
    'There is no file /nowhere/known.yaml, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.',
  );
  expect(() => read('staging', folder)).toThrow(/can't be read \(EISDIR\): make it a file/);
  expect(read('staging')?.day).toBe(day);
});

test('an entry covers the failures of its requirement, operation and write until its last day', () => {
  for (const [entry, finding, known] of [
    [{}, {}, true],
    [{}, { operationId: 'getShipResults' }, true],
    [{}, { requirement: 'BAT-10' }, false],
    [{ operation: 'updateProductStatus' }, { operationId: 'updateProductStatus' }, true],
    [{ operation: 'updateProductStatus' }, { write: 'updateProductStatus' }, true],
    [{ operation: 'updateProductStatus' }, {}, false],
    [{ expires: '2030-01-31' }, {}, true],
    [{ expires: '2030-01-30' }, {}, false],
    [{}, { judgement: 'warned' }, true],
    // A deviation gates nothing, so it needs no acceptance.
    [{}, { judgement: 'deviated' }, false],
  ] as const) {
    const all = { file: 'f', day: '2030-01-31', entries: [exampleKnownFailure(entry)] };
    expect([entry, finding, isKnown(exampleFinding(finding), all)]).toEqual([entry, finding, known]);
  }
  expect(isKnown(exampleFinding(), undefined)).toBe(false);
});

const passed = exampleEvidence({ verified: { 'BAT-09': { getStatusResults: 3 } } });
const blocked = exampleEvidence({
  covers: ['BAT-09'],
  blocked: [{ requirement: 'BAT-09', reason: 'no orders' }],
});
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

/** An entry, the evidence and the conditions of a run, and the entry's standing, with `!` if it excuses. */
const standings: readonly (readonly [
  entry: Partial<KnownFailure>,
  evidence: readonly Evidence[],
  line: string | RegExp,
  conditions?: Partial<SeenInRun>,
])[] = [
  [{}, [found()], 'fails!: It still fails: 1 finding.'],
  // Even a partial run that ended early shows a failure.
  [{}, [found()], /^fails!/, { ...none, hasEnded: false }],
  // A warning excuses only if it would gate.
  [{}, [warned], /^fails:/],
  [{}, [warned], /^fails!/, { strict: true }],
  [{}, [passed], 'passes: It was verified in 3 exchanges, and nothing failed: remove the entry.'],
  [at('getStatusResults'), [passed], /^passes/],
  [at('getStatusResults'), [passed, found()], /^fails/],
  [at('getStatusResults'), [passed, found({ operationId: 'x' })], /^passes/],
  [at('getShipResults'), [passed, found({ operationId: 'getShipResults' })], /^fails/],
  // The results of a batch write show what it did.
  [at('updateProductStatus'), [passed], /^passes/],
  [
    at('getShipResults'),
    [passed],
    'unmatched: Nothing was found or verified there: correct the operation, or remove the entry.',
  ],
  // The configuration may leave out exactly the part that the entry names.
  [
    at('getShipResults'),
    [passed, inapplicable],
    'not exercised: This run says nothing about it: writes are denied.',
  ],
  [{}, [passed, inapplicable], /^passes/],
  [{}, [], 'not exercised: This run says nothing about it: no check of it ran.'],
  [{}, [passed, blocked], 'not exercised: This run says nothing about it: no orders.'],
  [at('getShipResults'), [passed, blocked], 'not exercised: This run says nothing about it: no orders.'],
  [at('getStatusResults'), [passed, blocked], /^passes/],
  // A part of a run says that something passes only if it has everything that may show it.
  [{}, [passed], /^not exercised/, { hasEnded: false }],
  [{ requirement: 'REF-06' }, [verified('REF-06')], /^passes/, { chosen: (id) => id === 'REF-06' }],
  [
    { requirement: 'REF-06' },
    [verified('REF-06')],
    'not exercised: This run says nothing about it: a check that could show it did not run.',
    none,
  ],
  // A rule that is checked in every exchange may fail in a test that was left out.
  [{ requirement: 'SHP-02' }, [verified('SHP-02')], /^not exercised/, { chosen: () => true }],
  [{ requirement: 'SHP-02' }, [verified('SHP-02')], /^passes/],
  [
    expired,
    [found()],
    'expired: It expired on 2030-01-01, and still fails in this run: fix it, agree on a later day, or remove the entry.',
  ],
  [expired, [passed], /^expired: .* and was not seen to fail in this run/],
  [expired, [], /^expired/],
  [expired, [], /^not exercised/, none],
  [{}, [passed, found({ judgement: 'deviated' })], /^deviates/],
  [{ requirement: 'NOT-01' }, [], /^unmatched/],
];

test('the standing of an entry follows from the evidence of the run', () => {
  for (const [given, evidence, line, conditions] of standings) {
    const entry = exampleKnownFailure(given);
    const results = [requirementResult(requirement(entry.requirement), evidence, operations)];
    const seen: SeenInRun = {
      results,
      evidence,
      hasEnded: true,
      chosen: 'all',
      strict: false,
      ...conditions,
    };
    const [made] = standingsOf({ file: 'f', day: '2030-01-15', entries: [entry] }, seen);
    const said = `${made?.standing}${made?.excuses ? '!' : ''}: ${made?.says}`;
    if (typeof line === 'string') expect(said).toBe(line);
    else expect(said).toMatch(line);
  }
});
