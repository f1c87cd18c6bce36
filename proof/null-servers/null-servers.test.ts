import { expect, test } from '@playwright/test';
import { expectNothingSaid, runConformance } from '../conformance-run.js';
import {
  allowedOn,
  isSeenThrough,
  type Judgement,
  judge,
  judgementLine,
  judgementSummary,
} from './judgement.js';
import { type NullServerId, nullServers, settingsOf } from './null-servers.js';

/** One of each kind: `npm run prove` tests the others. */
const sample: readonly NullServerId[] = ['always-401', 'always-404', 'none-remaining', 'one-byte-a-second'];

for (const server of nullServers.filter(({ id }) => sample.includes(id))) {
  test(`A server that ${server.does} passes only requirements on the list`, async () => {
    await using running = await server.start();
    const run = await runConformance(settingsOf(running));
    expect([1, 2], run.output).toContain(run.exitCode);
    expect(judge(server, run)).toMatchObject({ unlisted: [], unneeded: [] });
    expect(run.output).toContain(run.report.reason);
    expect(run.output).not.toContain('a-key-of-nobody');
    const sentence =
      server.id === 'always-401' ? /TARGET_API_KEY was refused by .* with status 401/ : /TARGET_/;
    if (run.exitCode === 2) expectNothingSaid(run, sentence);
    else expect(run.report.reason).toMatch(/^Every answer had status \d{3}; /);
  });
}

const server = { id: 'always-404', does: 'answers 404' } as const;

function judged(exitCode: number | null, passed: readonly string[]): Judgement {
  const requirements = [
    ...passed.map((id) => ({ id, verdict: 'passed' })),
    { id: 'BAT-09', verdict: 'failed' },
  ];
  return judge(server, {
    exitCode,
    milliseconds: 1234,
    report: { reason: 'It is not an API.', requirements } as never,
  });
}

test('the suite sees through a server if only allowed requirements pass', () => {
  const judgement = judged(1, allowedOn('always-404'));
  expect(judgement).toMatchObject({ seconds: 1.2, unlisted: [], unneeded: [], reason: 'It is not an API.' });
  expect(isSeenThrough(judgement)).toBe(true);
  expect(judgementLine(judgement)).toMatch(/^always-404 +exit 1 +1\.2 s {2}\d passed {2}It is not an API\.$/);
  expect(judgementSummary([judgement])).toContain(
    '1 servers that do nothing or leave something out, 1 seen through',
  );
});

test('requirements that pass unlisted, and listed ones that do not pass, are named', () => {
  const more = judged(1, [...allowedOn('always-404'), 'BAT-01']);
  expect(isSeenThrough(more)).toBe(false);
  expect(judgementSummary([more])).toContain(
    'A server that answers 404 (always-404) passes BAT-01, which is not on the list.',
  );
  const less = judged(1, allowedOn('always-404').slice(1));
  expect(isSeenThrough(less)).toBe(false);
  expect(judgementSummary([less])).toMatch(/no longer passes \w+-\d\d: remove it from the list\./);
});

test('a run that is green, or has no exit code or report, proves nothing', () => {
  for (const exitCode of [0, 3, null])
    expect(isSeenThrough(judged(exitCode, allowedOn('always-404')))).toBe(false);
  const without = judge(
    { id: 'never-answers', does: '' },
    { exitCode: 2, milliseconds: 1, report: undefined },
  );
  expect(without.reason).toBe('The run ended without a report.');
});

test('a run against a hollow server may verify much and take any time, but is never green', () => {
  const hollow = (exitCode: number) => ({
    ...judged(exitCode, []),
    server: 'no-headers' as const,
    unlisted: [],
    unneeded: [],
    seconds: 61,
  });
  expect([0, 1, 2, 3].filter((exitCode) => isSeenThrough(hollow(exitCode)))).toEqual([1, 2, 3]);
  expect(judgementSummary([hollow(0)])).toContain('(no-headers) was not judged: the run ended with 0.');
});

test('a requirement that is verified at some operations only must be on the list too', () => {
  const requirements = [{ id: 'BAT-01', verdict: 'partial' }];
  const report = { reason: 'It is not an API.', requirements } as never;
  const { passed, unlisted } = judge(server, { exitCode: 1, milliseconds: 1, report });
  expect([passed, unlisted]).toEqual([['BAT-01'], ['BAT-01']]);
});
