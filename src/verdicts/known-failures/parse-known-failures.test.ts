import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { targetFolder } from '../../contract/closings/target-file.js';
import { KnownFailuresError, parseKnownFailures } from './parse-known-failures.js';
import { dayOf, readKnownFailures } from './read-known-failures.js';

const whole = `
- requirement: REF-06
  operation: listBrands
  reason: >-
    Two brands share an id
    since the import.
  link: https://tracker.example.com/SHOP-123
  expires: 2030-01-31
`;

test('an entry is read with its day as it is written, and its reason as one line', () => {
  expect(parseKnownFailures(whole, 'f.yaml')).toEqual([
    {
      requirement: 'REF-06',
      operation: 'listBrands',
      reason: 'Two brands share an id since the import.',
      link: 'https://tracker.example.com/SHOP-123',
      expires: '2030-01-31',
    },
  ]);
});

test('an operation may be left out, and a file may hold no entry', () => {
  const [entry] = parseKnownFailures(without('operation'), 'f.yaml');
  expect(entry).not.toHaveProperty('operation');
  for (const empty of ['', '# none at present\n', '[]', 'null'])
    expect(parseKnownFailures(empty, 'f.yaml')).toEqual([]);
});

/** The content of the file, and the sentence about it. */
const malformed: readonly (readonly [what: string, text: string, says: RegExp])[] = [
  ['broken YAML', '- requirement: [REF-06', /^f\.yaml is not valid YAML, .*\(1:\d+\)/],
  [
    'a member twice',
    `${whole}  reason: Another.\n`,
    /^f\.yaml is not valid YAML, .*duplicated mapping key \(9:\d+\)/,
  ],
  ['no list', 'requirement: REF-06', /^f\.yaml is not a list of known failures: begin each entry with/],
  ['two documents', '[]\n---\n[]', /^f\.yaml is not a list of known failures/],
  ['an entry that is a text', '- REF-06', /^f\.yaml: entry 1 is "REF-06": give it the members requirement, /],
  ['an entry that is nothing', `${whole}-\n`, /^f\.yaml: entry 2 is null: give it the members/],
  [
    'an unknown member',
    `${whole}  until: 2030-01-31\n`,
    /^f\.yaml: entry 1 \(REF-06\) has a member "until", .*its members are requirement, operation, reason, link, expires\.$/,
  ],
  [
    'an unknown requirement',
    whole.replace('REF-06', 'REF-99'),
    /^f\.yaml: entry 1 \(REF-99\) names the requirement "REF-99", which schemas\/requirements\.yaml doesn't have/,
  ],
  [
    'an unknown operation',
    whole.replace('listBrands', 'listBrand'),
    /^f\.yaml: entry 1 \(REF-06\) names the operation "listBrand", which the contract doesn't have/,
  ],
  [
    'a reason of blanks',
    without('reason').concat('  reason: " "\n'),
    /^f\.yaml: entry 1 \(REF-06\) has an empty reason/,
  ],
  ['a reason that is a number', without('reason').concat('  reason: 12\n'), /has 12 as its reason, .*quotes/],
  ...['requirement', 'reason', 'link', 'expires'].map(
    (name) =>
      [`no ${name}`, without(name), new RegExp(`^f\\.yaml: entry 1.* has no ${name}: add it`)] as const,
  ),
  ...['2030-02-30', '2030-1-31', '31.01.2030', 'never', '2030-01-31T00:00:00Z'].map(
    (day) =>
      [
        `the day ${day}`,
        whole.replace('2030-01-31', day),
        /entry 1 \(REF-06\) expires on ".*": give a day of the calendar, as in 2030-01-31\.$/,
      ] as const,
  ),
  ...['SHOP-123', 'ftp://tracker.example.com/1', 'javascript:alert(1)', 'https://me:word@example.com/'].map(
    (link) =>
      [
        `the link ${link}`,
        whole.replace('https://tracker.example.com/SHOP-123', link),
        /entry 1 \(REF-06\) has a link that is not an http or https URL, or has a user name in it/,
      ] as const,
  ),
  [
    'two entries about the same',
    `${whole}${whole}`,
    /^f\.yaml: entry 2 \(REF-06 at listBrands\) is about the same as entry 1: remove one of them\.$/,
  ],
];

for (const [what, text, says] of malformed) {
  test(`${what} is refused with one sentence`, () => {
    const refusal = refusalOf(text);
    expect(refusal).toMatch(says);
    expect(refusal).not.toContain('\n');
    expect(refusal).not.toContain('word@');
  });
}

function refusalOf(text: string): string {
  try {
    parseKnownFailures(text, 'f.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(KnownFailuresError);
    return (error as Error).message;
  }
  return 'nothing was refused';
}

/** The complete entry without one member; its reason is on one line. */
function without(name: string): string {
  const lines = whole.replace(/>-\n\s+(.*)\n\s+(.*)/, '$1 $2').split('\n');
  const kept = lines.filter((line) => !line.includes(`${name}: `)).join('\n');
  return name === 'requirement' ? kept.replace(/^ {2}operation/m, '- operation') : kept;
}

const text = `
- requirement: REF-06
  reason: Two brands share an id.
  link: https://tracker.example.com/SHOP-123
  expires: 2030-01-31
`;

function folderWith(...files: readonly string[]): string {
  const folder = test.info().outputPath('known-failures');
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), text);
  return folder;
}

test('a target has the file of its name, just as --target takes it', () => {
  const folder = folderWith('staging.yaml', 'Staging_EU.yaml');
  expect(readKnownFailures({}, 'staging', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, 'Staging_EU', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, 'production', folder)).toBeUndefined();
});

test('a target without a name has the file of its folder of kept runs', () => {
  const folder = folderWith(`${targetFolder('embedded sandbox')}.yaml`);
  expect(readKnownFailures({}, 'embedded sandbox', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, '127.0.0.1:8080', folder)).toBeUndefined();
});

test('CONFORMANCE_KNOWN_FAILURES names another file, or none', () => {
  const folder = folderWith('staging.yaml', 'other.yaml');
  const other = join(folder, 'other.yaml');
  const named = (value: string) =>
    readKnownFailures({ CONFORMANCE_KNOWN_FAILURES: value }, 'staging', folder);
  expect(named(other)?.file).toBe(other);
  expect(named('none')).toBeUndefined();
  expect(named(' ')?.file).toContain('staging.yaml');
});

test('a file that is named must be there, and must be a file', () => {
  const named = (value: string) => () =>
    readKnownFailures({ CONFORMANCE_KNOWN_FAILURES: value }, 'staging', folderWith());
  expect(named('/nowhere/known.yaml')).toThrow(
    'There is no file /nowhere/known.yaml, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.',
  );
  expect(named(folderWith())).toThrow(/can't be read \(EISDIR\): make it a file/);
});

test('the day is that of the run, in UTC', () => {
  const folder = folderWith('staging.yaml');
  expect(readKnownFailures({ CONFORMANCE_DAY: '2030-01-02' }, 'staging', folder)?.day).toBe('2030-01-02');
  expect(dayOf({}, new Date('2030-01-02T23:30:00-05:00'))).toBe('2030-01-03');
});
