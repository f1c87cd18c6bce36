import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleEnded, exampleHeader, exampleTest, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { readSettings } from '../../target/settings.js';
import { JournalFile, laterRun, readJournal } from './evidence-journal.js';
import { keyFingerprints, keySettings } from './journal-header.js';

const header = { run: exampleHeader() };
const [one, two] = [exampleEnded('one'), exampleEnded('two')];

test('a resumed run took as long as both parts, and only the second closes it', () => {
  const lines = [
    header,
    { ended: one, after: 10 },
    { closed: { errors: [], interrupted: true }, after: 50 },
    { resumed: { at: '2030-01-02T04:00:00.000Z', kept: 1 } },
    { ended: two, after: 20 },
    { ended: one, after: 20 },
  ];
  const journal = readJournal(written(journalText(...lines)));
  // A test that ran again is listed once.
  expect(journal).toMatchObject({ ...header, durationMs: 70, resumed: [{ kept: 1 }], ended: [one, two] });
  expect(journal.closed).toBeUndefined();
});

test('an incomplete line at the end is ignored', () => {
  const whole = journalText(header, { ended: one, after: 10 });
  const half = journalText({ ended: two, after: 20 });
  for (const length of [1, 40, half.length - 1]) {
    const { ended } = readJournal(written(whole + half.slice(0, length)));
    expect(ended.map(({ test: { id } }) => id)).toEqual(['one']);
  }
});

/** Files that are not journals, and the error message for each. */
const refused: readonly (readonly [what: string, text: string | undefined, says: RegExp])[] = [
  ['no file', undefined, /^There is no journal at .*evidence\.jsonl\.$/],
  ['an empty file', '', /is empty: the run ended before its first test\.$/],
  ['half a first line', journalText(header).slice(0, 50), /is empty: the run ended before its first test\.$/],
  ['a different file', '{"a":1}\n', /is not the journal of a run: its first line doesn't describe one\.$/],
  ['text', 'hello\n', /is not the journal of a run/],
  [
    'a file in a different format',
    journalText({ run: { ...exampleHeader(), format: 99 } }),
    /was written by a different version of the suite: it has format 99, but this one reads format 1;/,
  ],
  [
    'a damaged line between others',
    `${journalText(header)}{"ended":\n${journalText({ ended: one, after: 1 })}`,
    /is damaged: line 2 is not a line of a journal\.$/,
  ],
  ['an unknown line', journalText(header, { other: 1 }), /is damaged: line 2/],
];

for (const [what, text, says] of refused)
  test(`reading ${what} as a journal ends with one sentence`, () => {
    expect(() => readJournal(written(text))).toThrow(says);
  });

test('each line is written as soon as it is added, without secrets', () => {
  const file = test.info().outputPath('new', 'evidence.jsonl');
  const journal = new JournalFile(file, (text) => text.replaceAll('staging.example', '[redacted]'));
  journal.begin(exampleHeader());
  expect(readFileSync(file, 'utf8')).toContain('https://[redacted].com');
  journal.add({ ended: one, after: 10 });
  expect(readJournal(file).ended).toEqual([one]);
  expect(journal.problem).toBeUndefined();
});

test('a new journal replaces an earlier one, and a resumed one continues after its last complete line', () => {
  const file = test.info().outputPath('evidence.jsonl');
  writeFileSync(file, 'of an earlier run\n');
  new JournalFile(file, (text) => text).begin(exampleHeader());
  appendFileSync(file, '{"ended":{"test":{"id":"on');
  const journal = new JournalFile(file, (text) => text);
  journal.goOn();
  journal.add({ resumed: { at: '2030-01-02T04:00:00.000Z', kept: 0 } });
  journal.add({ ended: two, after: 5 });
  expect(readJournal(file)).toMatchObject({ resumed: [{ kept: 0 }], ended: [two] });
});

test('a journal that cannot be written is reported in one sentence and stops nothing', () => {
  const folder = test.info().outputPath('file');
  writeFileSync(folder, '');
  const journal = new JournalFile(join(folder, 'evidence.jsonl'), (text) => text);
  journal.begin(exampleHeader());
  journal.add({ ended: one, after: 10 });
  expect(journal.problem).toMatch(
    /evidence\.jsonl could not be written: .*; this run can't be resumed or merged with others\.$/,
  );
});

function written(text: string | undefined): string {
  const file = test.info().outputPath('evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

const keys = { TARGET_API_KEY: 'sk-first-1,sk-second-2', TARGET_OTHER_API_KEY: 'sk-other-3' };
const of = (given: Readonly<Record<string, string>>, salt?: string) =>
  keyFingerprints(readSettings({ TARGET_URL: 'https://staging.example.com', ...given }), salt);

test('equal keys have equal fingerprints only with the same salt, and no part of a key shows', () => {
  const taken = of(keys);
  expect(of(keys, taken.salt)).toEqual(taken);
  expect(of(keys).TARGET_API_KEY).not.toBe(taken.TARGET_API_KEY);
  for (const name of keySettings) expect(taken[name]).toMatch(/^[0-9a-f]{12}$/);
});

test('a different key changes only the fingerprint of its own setting', () => {
  const taken = of(keys);
  const { TARGET_API_KEY: first, ...others } = of({ ...keys, TARGET_API_KEY: 'sk-first-1' }, taken.salt);
  expect(first).not.toBe(taken.TARGET_API_KEY);
  expect(taken).toMatchObject(others);
});

const blocked = [{ requirement: 'BAT-09' as const, reason: 'no orders' }];
const finding = exampleFinding();

test('the findings of a test are kept when it runs again, each only once', () => {
  const other = exampleFinding({ requirement: 'BAT-10', at: 'body items[3]' });
  const earlier = exampleEnded('a', {
    status: 'timedOut',
    evidence: exampleEvidence({ blocked, findings: [finding, other], seen: ['a'] }),
  });
  const met = { ...other, at: 'body items[0]' };
  const later = exampleEnded('a', {
    evidence: exampleEvidence({ findings: [met], verified: { 'BAT-12': { listBrands: 1 } } }),
  });
  const { test: report, evidence } = laterRun(earlier, later);
  expect(evidence?.findings).toEqual([finding, met]);
  expect(evidence).toMatchObject({ blocked: [], seen: ['a'], verified: { 'BAT-12': { listBrands: 1 } } });
  expect(report.outcome).toBe('failed');
});

test('a test that runs again keeps what it observed before, because other tests may have left it out', () => {
  const first = { operationId: 'listBrands', declared: 1, points: [] };
  const second = { ...first, declared: 2 };
  const moved = {
    machine: 'order',
    from: 'open',
    to: 'shipped',
    by: 'time',
    legal: false,
    times: 1,
  } as const;
  const waits = [{ kind: 'turn', from: 0, milliseconds: 60 }] as const;
  const earlier = exampleEvidence({ windows: [first], transitions: [moved], waits });
  const later = exampleEvidence({ windows: [second] });
  const { evidence } = laterRun(
    exampleEnded('a', { evidence: earlier }),
    exampleEnded('a', { evidence: later }),
  );
  expect(evidence).toMatchObject({ windows: [first, second], transitions: [moved] });
  expect(evidence).not.toHaveProperty('waits');
  expect(evidence).not.toHaveProperty('batches');
});

test('an earlier warning does not fail a test that runs again', () => {
  const evidence = exampleEvidence({ findings: [exampleFinding({ judgement: 'warned' })] });
  expect(laterRun(exampleEnded('a', { evidence }), exampleEnded('a')).test.outcome).toBe('passed');
});

test('a test that breaks when it runs again keeps its evidence', () => {
  const evidence = exampleEvidence({ findings: [finding] });
  const broken = { test: exampleTest('a', { outcome: 'broken' }), status: 'failed' } as const;
  expect(laterRun(exampleEnded('a', { evidence }), broken)).toEqual({ ...broken, evidence });
  expect(laterRun(undefined, broken)).toBe(broken);
});
