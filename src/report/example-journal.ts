import { exampleEvidence } from '../verdicts/finding.js';
import { type JournalHeader, journalFormat } from './evidence-journal.js';
import { exampleTest } from './example-report.js';
import type { EndedTest } from './history.js';

/** The first line of the journal of a run of three tests against staging, except for the fields that a unit test sets. */
export function exampleHeader(given: Partial<JournalHeader> = {}): JournalHeader {
  return {
    format: journalFormat,
    target: {
      name: 'staging',
      url: 'https://staging.example.com',
      confirmedGaps: [],
      settings: { TARGET_WRITES: 'allow' },
    },
    contractVersion: '1.3.0',
    profile: 'standard',
    seed: 7,
    strict: false,
    prefix: 'ct-8a1f02-',
    startedAt: '2030-01-02T03:04:05.678Z',
    command: 'npm run conformance -- --target staging --seed 7',
    tests: ['one', 'two', 'three'].map((id) => ({ id, path: `api batches/entries.spec.ts ${id}` })),
    ...given,
  };
}

/** A test that ended passed, except for the fields that a unit test sets. */
export function exampleEnded(id: string, given: Partial<EndedTest> = {}): EndedTest {
  return { test: exampleTest(id), evidence: exampleEvidence(), status: 'passed', ...given };
}

/** The text of a journal, with a line for each of these objects. */
export function journalText(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
