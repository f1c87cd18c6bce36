import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { expect, test } from '@playwright/test';
import { exampleReport, exampleRequirement, exampleTest } from '#testing/example-report';
import { serve } from '#testing/loopback-server';
import { stepped } from '../../fixtures/steps.js';
import { trust } from '../../src/http/connections.js';
import { type ResponseLimits, responseLimits } from '../../src/http/response.js';
import { type Transport, TransportError, undiciTransport } from '../../src/http/transports/transport.js';
import { authorityFile, startNetworkProxy } from '../proxies.js';
import { type BadNetwork, badNetworks, judge, judgementLines } from './bad-network.js';

// One process for all of them: their imports take longer than the tests.
test.describe.configure({ mode: 'default' });

const short = { connecting: 1500, milliseconds: 1500, bytes: 1024 * 1024 };
const authority = readFileSync(authorityFile);
/** The largest number of milliseconds until the sentence appears, on a busy machine. */
const atMost = 5_000;
const megabyte = 1024 * 1024;

trust(createSecureContext({ ca: authority }));

function transport(limits: ResponseLimits = responseLimits): Transport {
  return undiciTransport(1, limits);
}

for (const { name, meets, says } of badNetworks) {
  // A lossy line sometimes carries a response, and one redirect is not a loop: whole runs test both.
  if (meets.kind === 'lossy' || name === 'redirect loop') continue;

  test(`${name}: both transports give up soon, use little memory, and report the trouble`, async () => {
    await using target = await serve((_request, response) => response.end('[]'));
    await using proxy = await startNetworkProxy(target.url, meets.kind === 'certificate');
    const url = `${meets.kind === 'url' ? meets.url : proxy.url}/api/v1/brands/`;
    const request = { method: 'GET', url, headers: { 'x-api-key': 'sk-good-1' } };
    if (meets.kind !== 'url') {
      // The network is bad, not the transport.
      const before = transport();
      expect(await before.send(request)).toMatchObject({ status: 200 });
      await before.close();
      proxy.turn(meets);
    }

    const transports = [transport(short), transport(short)] as const;
    const ways = [transports[0], stepped(transports[1])];
    const [began, held] = [performance.now(), process.memoryUsage().rss];
    const errors = await Promise.all(ways.map((way) => way.send(request).catch((thrown: unknown) => thrown)));
    for (const error of errors) {
      expect(error).toBeInstanceOf(TransportError);
      expect(String(error)).toMatch(says);
      expect(String(error)).toContain(new URL(url).host);
      expect(String(error)).not.toContain('sk-good-1');
    }
    expect(performance.now() - began).toBeLessThan(atMost);
    expect(process.memoryUsage().rss - held).toBeLessThan(60 * megabyte);
    await Promise.all(transports.map((each) => each.close()));
  });
}

const refused: BadNetwork = { name: 'refused', meets: { kind: 'closed' }, says: /connection refused/ };
const reason = 'GET / got no complete response: connection refused';
const tests = [exampleTest('t1', { covers: ['REF-01'] }), exampleTest('t2', { covers: ['REF-02'] })];

function report(given: Parameters<typeof exampleReport>[0]) {
  const { verdicts, ...totals } = exampleReport().totals;
  return exampleReport({ totals: { ...totals, verdicts: { ...verdicts, passed: 1 } }, ...given });
}

const run = (given: Parameters<typeof exampleReport>[0], more: object = {}) => ({
  exitCode: 3,
  milliseconds: 20_000,
  peakMemory: 500 * megabyte,
  output: reason,
  report: report(given),
  ...more,
});

const clean = run(
  { tests, requirements: [exampleRequirement('REF-01', 'passed'), exampleRequirement('REF-02', 'passed')] },
  { exitCode: 0, output: '' },
);
const bad = {
  tests: [
    exampleTest('t1', { covers: ['REF-01'] }),
    exampleTest('t2', { outcome: 'skipped', covers: ['REF-02'] }),
  ],
  requirements: [exampleRequirement('REF-01', 'passed'), exampleRequirement('REF-02', 'blocked', { reason })],
};

test('a run over a bad network is correct if it ends soon, prints the reason and keeps its verified requirements', () => {
  const judgement = judge(refused, 'in the middle', run(bad), clean);
  expect(judgement).toMatchObject({ wrong: [], sentence: reason, exitCode: 3, passed: 1, seconds: 20 });
  expect(judgementLines(judgement)).toMatch(/^refused +in the middle +20\.0 s +3 +500 MB +1 +GET \/ got/);
});

const lost = [
  exampleRequirement('REF-01', 'unverified'),
  exampleRequirement('REF-02', 'blocked', { reason }),
];
test('a run over a bad network is wrong if it is late, large, silent, green or loses a requirement', () => {
  for (const [each, wrong] of [
    [run(bad, { exitCode: 1 }), 'it ended with 1, not with 2 or 3'],
    [run(bad, { milliseconds: 120_000 }), 'it took more than 90 s longer than over a good network'],
    [run(bad, { peakMemory: 700 * megabyte }), 'it took more than 100 MB more than over a good network'],
    [run(bad, { output: '' }), 'it prints no sentence that names the problem'],
    [run({ ...bad, requirements: lost }), 'REF-01 was verified, but does not count as verified'],
  ] as const) {
    const judgement = judge(refused, 'in the middle', each, clean);
    expect(judgement.wrong).toEqual([wrong]);
    expect(judgementLines(judgement)).toContain(`wrong: ${wrong}`);
  }
});

test('a run over a bad network is wrong if its sentence names a different problem', () => {
  const { wrong } = judge({ ...refused, says: /reset/ }, 'in the middle', run(bad), clean);
  expect(wrong).toEqual(['it prints no sentence that names the problem']);
});
