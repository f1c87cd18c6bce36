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
import { nullServers, settingsOf } from './null-servers.js';

/** One of each kind: `npm run prove` tests the others. */
const sample: readonly string[] = ['always-401', 'always-404', 'none-remaining', 'one-byte-a-second'];

for (const server of nullServers.filter(({ id }) => sample.includes(id))) {
  test(`A server that ${server.does} passes only requirements on the list`, async () => {
    await using running = await server.start();
    const run = await runConformance(settingsOf(running));
    expect([1, 2], run.output).toContain(run.exitCode);
    expect(judge(server, run)).toMatchObject({ unlisted: [], unneeded: [] });
    expect(run.output).toContain(run.report.reason);
    expect(run.output).not.toContain('an-unknown-key');
    const sentence =
      server.id === 'always-401' ? /TARGET_API_KEY was refused by .* with status 401/ : /TARGET_/;
    if (run.exitCode === 2) expectNothingSaid(run, sentence);
    else expect(run.report.reason).toMatch(/^Every response had status \d{3}; /);
  });
}

test('Unless the operator insists, a server that answers 404 to everything is not even tested', async () => {
  const [always404] = nullServers;
  if (always404?.id !== 'always-404') throw new Error('It is the first one.');
  await using running = await always404.start();
  const { CONFORMANCE_ANYWAY: _, ...settings } = settingsOf(running);
  const run = await runConformance(settings);
  expectNothingSaid(
    run,
    /This does not look like the Seller API: .* all returned 404 with application\/json; /,
  );
});

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

test('the suite sees through a null server if it is red, and exactly the listed requirements pass', () => {
  const listed = allowedOn('always-404');
  const judgement = judged(1, listed);
  expect(judgement).toMatchObject({ seconds: 1.2, unlisted: [], unneeded: [], reason: 'It is not an API.' });
  expect(isSeenThrough(judgement)).toBe(true);
  expect(judgementLine(judgement)).toMatch(/^always-404 +exit 1 +1\.2 s {2}\d passed {2}It is not an API\.$/);
  expect(judgementSummary([judgement])).toMatch(/1 servers that do nothing or .*, 1 seen through/);
  for (const [wrong, says] of [
    [
      judged(1, [...listed, 'BAT-01']),
      /A server that answers 404 \(always-404\) passes BAT-01, which is not on/,
    ],
    [judged(1, listed.slice(1)), /no longer passes \w+-\d\d: remove it from the list\./],
    ...[0, 3, null].map((code) => [judged(code, listed), /was not judged: the run ended with/] as const),
  ] as const) {
    expect(isSeenThrough(wrong)).toBe(false);
    expect(judgementSummary([wrong])).toMatch(says);
  }
  const without = judge(server, { exitCode: 2, milliseconds: 1, report: undefined });
  expect(without.reason).toBe('The run ended without a report.');
});

test('a run against a hollow server may be incomplete, but never green', () => {
  const hollow = (exitCode: number) => {
    return { ...judged(exitCode, []), server: 'no-headers', unlisted: [], unneeded: [] } as const;
  };
  expect([0, 1, 2, 3].filter((exitCode) => isSeenThrough(hollow(exitCode)))).toEqual([1, 2, 3]);
});

test('a requirement that is verified only at some operations must be on the list too', () => {
  const report = { reason: '', requirements: [{ id: 'BAT-01', verdict: 'partial' }] } as never;
  expect(judge(server, { exitCode: 1, milliseconds: 1, report })).toMatchObject({
    passed: ['BAT-01'],
    unlisted: ['BAT-01'],
  });
});
