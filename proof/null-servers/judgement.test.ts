import { expect, test } from '#unit-test';
import { requirement } from '../../src/contract/requirements/catalogue.js';
import { allowedOn, allowedPasses } from './allowed-passes.js';
import { isSeenThrough, type Judgement, judge, judgementLine, judgementSummary } from './judgement.js';
import { nullServers } from './null-servers.js';

const server = { id: 'always-404', does: 'answers 404' } as const;

function judged(exitCode: number | null, passed: readonly string[]): Judgement {
  const requirements = [
    ...passed.map((id) => ({ id, verdict: 'passed' })),
    { id: 'BAT-09', verdict: 'failed' },
  ];
  return judge(server, {
    exitCode,
    milliseconds: 1234,
    report: { reason: 'It is no API.', requirements } as never,
  });
}

test('what may pass, and nothing else, is no matter', () => {
  const judgement = judged(1, allowedOn('always-404'));
  expect(judgement).toMatchObject({ seconds: 1.2, unlisted: [], unneeded: [], reason: 'It is no API.' });
  expect(isSeenThrough(judgement)).toBe(true);
  expect(judgementLine(judgement)).toMatch(/^always-404 +exit 1 +1\.2 s {2}\d passed {2}It is no API\.$/);
  expect(judgementSummary([judgement])).toContain(
    '1 servers that do nothing or leave something out, 1 seen through',
  );
});

test('what passes beside the list, and what the list allows in vain, are named', () => {
  const more = judged(1, [...allowedOn('always-404'), 'BAT-01']);
  expect(isSeenThrough(more)).toBe(false);
  expect(judgementSummary([more])).toContain(
    'A server that answers 404 (always-404) passes BAT-01, which is not on the list.',
  );
  const less = judged(1, allowedOn('always-404').slice(1));
  expect(isSeenThrough(less)).toBe(false);
  expect(judgementSummary([less])).toMatch(/no longer passes \w+-\d\d: remove it from the list\./);
});

test('a run that is green, ends without a report, or not at all, judges nothing', () => {
  for (const exitCode of [0, 3, null])
    expect(isSeenThrough(judged(exitCode, allowedOn('always-404')))).toBe(false);
  const without = judge(
    { id: 'never-answers', does: '' },
    { exitCode: 2, milliseconds: 1, report: undefined },
  );
  expect(without.reason).toBe('The run ended without a report.');
});

test('on a server that leaves something out much may be verified, in any time, but the run is never green', () => {
  const hollow = (exitCode: number | null) => ({ ...judged(exitCode, []), server: 'no-headers' as const });
  const seenThrough = ({ exitCode }: Pick<Judgement, 'exitCode'>) => {
    const allowed = { unlisted: [], unneeded: [] };
    return isSeenThrough({ ...hollow(exitCode), ...allowed, seconds: 61 });
  };
  const exitCodes = [0, 1, 2, 3, null];
  expect(exitCodes.filter((exitCode) => seenThrough({ exitCode }))).toEqual([1, 2, 3]);
  const green = { ...hollow(0), unlisted: [], unneeded: [] };
  expect(judgementSummary([green])).toContain('(no-headers) was not judged: the run ended with 0.');
});

test('what is verified at some operations alone has to be on the list as well', () => {
  const requirements = [{ id: 'BAT-01', verdict: 'partial' }];
  const report = { reason: 'It is no API.', requirements } as never;
  const { passed, unlisted } = judge(server, { exitCode: 1, milliseconds: 1, report });
  expect([passed, unlisted]).toEqual([['BAT-01'], ['BAT-01']]);
});

test('each pass on the list has a reason, stands there once, and names servers that there are', () => {
  const ids = allowedPasses.map((each) => each.requirement);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { requirement: id, servers, reason } of allowedPasses) {
    expect(requirement(id)).toBeDefined();
    expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(nullServers.map((each) => each.id)).toEqual(expect.arrayContaining([...servers]));
  }
});
