import { expect, test } from '@playwright/test';
import { runConformance } from './conformance-run.js';
import {
  always,
  closing,
  dripping,
  type NullServer,
  serve,
  serveConnections,
  silent,
} from './null-server.js';

const settings = { TARGET_API_KEY: 'a-key-of-nobody', TARGET_WRITES: 'allow' };

/**
 * What may pass on a server that never succeeds: requirements about errors, and about what no response may do.
 * Each speaks of any answer, not of a success.
 */
const withoutSuccess = [
  'AUTH-11', // no response repeats the key
  'ERR-01', // a 404 with a message is a proper error
  'ERR-08', // no server error was seen
  'ERR-09', // the errors were JSON
  'ERR-12', // the errors leak nothing
];

test('A server that answers everything with 200 {} is non-conformant', async () => {
  await using server = await serve(always(200, {}));
  const run = await runConformance({ ...settings, TARGET_URL: server.url });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.report.verdict).toBe('non-conformant');
  expect(passedIn(run.report).filter((id) => /^(BAT|PRD|REF|ORD|RPT|WHK|SHP-0|AUTH-0|LIM)/.test(id))).toEqual(
    [],
  );
});

test('A server that answers everything with 404 is non-conformant, and nothing that speaks of a success passes', async () => {
  await using server = await serve(always(404, { message: 'not found' }));
  const run = await runConformance({ ...settings, TARGET_URL: server.url });
  expect(run.exitCode, run.output).toBe(1);
  expect(passedIn(run.report).filter((id) => !withoutSuccess.includes(id))).toEqual([]);
});

const unusable: readonly (readonly [does: string, start: () => Promise<NullServer>])[] = [
  ['never answers', () => serve(silent)],
  ['closes each connection at once', () => serveConnections(closing)],
  ['answers one byte a second', () => serveConnections(dripping)],
];

for (const [does, start] of unusable) {
  test(`A server that ${does} ends the run with one sentence, and nothing is said of it`, async () => {
    await using server = await start();
    const run = await runConformance({ ...settings, TARGET_URL: server.url });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.report.verdict).toBe('nothing can be said');
    expect(passedIn(run.report)).toEqual([]);
    expect(run.output).toContain(`Nothing usable answers at TARGET_URL ${server.url}`);
  });
}

function passedIn(report: { requirements: readonly { id: string; verdict: string }[] }): string[] {
  return report.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
}
