import { expect, test } from '#unit-test';
import { KnownFailuresError, parseKnownFailures } from './parse-known-failures.js';

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
