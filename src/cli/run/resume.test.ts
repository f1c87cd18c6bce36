import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampleEnded, exampleHeader, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { JournalHeader } from '../../report/run/evidence-journal.js';
import { keyFingerprints } from '../../report/run/journal-header.js';
import { readSettings } from '../../target/settings.js';
import type { AskedRun } from '../program.js';
import { resumedEnvironment } from './resume.js';

const staging = {
  TARGET_NAME: 'staging',
  TARGET_URL: 'https://staging.example.com',
  TARGET_API_KEY: 'an-invented-key-0123456789',
  TARGET_WRITES: 'allow',
};

const keys = keyFingerprints(readSettings(staging));

/** Resumes a run whose journal has these lines after the first. */
function resume(
  {
    header = {},
    lines = [{ ended: exampleEnded('one'), after: 10 }],
    environment = staging,
  }: {
    readonly header?: Partial<JournalHeader>;
    readonly lines?: readonly object[];
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
  asked: Partial<AskedRun> = {},
) {
  const file = test.info().outputPath('reports', 'evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, journalText({ run: exampleHeader(header) }, ...lines));
  return resumedEnvironment(
    { environment: {}, playwrightArguments: [], ...asked },
    { CONFORMANCE_REPORTS: dirname(file) },
    (given) => ({ ...environment, ...given }),
  );
}

test('a resumed run keeps its seed, its profile and its prefix', () => {
  expect(resume({ header: { strict: true, profile: 'release', keys } })).toEqual({
    environment: {
      CONFORMANCE_SEED: '7',
      CONFORMANCE_PROFILE: 'release',
      CONFORMANCE_RUN_PREFIX: 'ct-8a1f02-',
      CONFORMANCE_STRICT: '1',
      CONFORMANCE_RESUMES: '1',
    },
  });
});

test('a partial run resumes if the same part is requested, and the embedded sandbox on any port', () => {
  const header = {
    deselected: '--grep @BAT-10',
    shard: { current: 2, total: 4 },
    target: { name: 'embedded sandbox', url: 'http://127.0.0.1:1', confirmedGaps: 'all', settings: {} },
  } as const;
  const asked = {
    environment: {},
    playwrightArguments: ['--grep', '@BAT-10', '--shard=2/4', '--workers', '1'],
  };
  expect(resume({ header, environment: {} }, asked)).toHaveProperty('environment.CONFORMANCE_SEED', '7');
});

const asked = (...playwrightArguments: string[]) => ({ playwrightArguments });
const now = (given: Readonly<Record<string, string>>) => ({ environment: { ...staging, ...given } });

/** Runs that can't be resumed: the interrupted run, the current settings, the message, and the requested options. */
const refused: readonly (readonly [
  what: string,
  given: Parameters<typeof resume>[0],
  says: RegExp,
  options?: Partial<AskedRun>,
])[] = [
  [
    'a different target',
    now({ TARGET_NAME: 'eu' }),
    /from a run against staging, but the target is eu: use the same/,
  ],
  ['the embedded sandbox', { environment: {} }, /but the target is embedded sandbox: use the same target/],
  [
    'a different address',
    now({ TARGET_URL: 'https://eu.example.com' }),
    /with TARGET_URL https:\/\/staging\.example\.com, but it is https:\/\/eu\.example\.com now: restore it/,
  ],
  [
    'different rights',
    now({ TARGET_WRITES: 'deny' }),
    /with TARGET_WRITES allow, but it is deny now: restore it/,
  ],
  [
    'different orders',
    now({ TARGET_ORDERS: '1001,1002' }),
    /with TARGET_ORDERS none, but it is 1001,1002 now/,
  ],
  [
    'the key of a different merchant',
    { header: { keys }, ...now({ TARGET_API_KEY: 'another-key-9876543210' }) },
    /is from a run with a different TARGET_API_KEY: restore it/,
  ],
  [
    'an additional key',
    { header: { keys }, ...now({ TARGET_REVOKED_API_KEY: 'revoked-key-1' }) },
    /is from a run with a different TARGET_REVOKED_API_KEY: restore it/,
  ],
  [
    'different confirmed gaps',
    now({ TARGET_CONFIRMED_GAPS: 'G-05,G-09' }),
    /with TARGET_CONFIRMED_GAPS none, but it is G-05,G-09 now/,
  ],
  [
    'a different contract',
    { header: { contractVersion: '1.2.0' } },
    /is from a run under contract 1\.2\.0, but this is 1\.\d+\.\d+: use that version/,
  ],
  [
    'a different seed',
    {},
    /with seed 7, but --seed says 8: omit it/,
    { environment: { CONFORMANCE_SEED: '8' } },
  ],
  [
    'a different profile',
    {},
    /with the profile standard, but --profile says release: omit it/,
    { environment: { CONFORMANCE_PROFILE: 'release' } },
  ],
  [
    'a part of a whole run',
    {},
    /is from a run that left nothing out, but this one is chosen by --grep @BAT-10: choose the same/,
    asked('--grep', '@BAT-10'),
  ],
  [
    'more tests than were chosen',
    { header: { deselected: '--grep @BAT-10' } },
    /is from a run chosen by --grep @BAT-10, but this one is a whole one: choose the same/,
  ],
  [
    'a different shard',
    { header: { shard: { current: 2, total: 4 } } },
    /is from a run of shard 2\/4, but this one is of shard 3\/4: choose the same with --shard/,
    asked('--shard=3/4'),
  ],
];

for (const [what, given, says, options] of refused)
  test(`resuming refuses ${what} in one sentence`, () => {
    const { problem } = resume(given, options) as { problem: string };
    expect(problem).toMatch(says);
    expect(problem).toMatch(/, or start again without --resume\.$/);
    expect(problem).not.toContain(staging.TARGET_API_KEY);
  });

test('a run with no tests left has nothing to resume', () => {
  const lines = ['one', 'two', 'three'].map((id) => ({ ended: exampleEnded(id), after: 10 }));
  expect(resume({ lines })).toEqual({
    problem: expect.stringMatching(
      /^There is nothing left to resume: all 3 tests of .*evidence\.jsonl have their results\.$/,
    ),
  });
});

test('a missing journal and a wrong setting are each reported in one sentence', () => {
  const nowhere = resumedEnvironment(
    { environment: {}, playwrightArguments: [] },
    { CONFORMANCE_REPORTS: test.info().outputPath('nowhere') },
    (given) => given,
  );
  expect(nowhere).toEqual({
    problem: expect.stringMatching(
      /^--resume needs the journal of an interrupted run: there is no journal at .*nowhere\/evidence\.jsonl\.$/,
    ),
  });
  expect(resume({ environment: { ...staging, TARGET_WRITES: 'yes' } })).toEqual({
    problem: 'TARGET_WRITES must be allow or deny, but is "yes".',
  });
});
