import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './proxies.js';

test('a service leads no run to a denied host, and gives no other host its key', async () => {
  const keys: string[] = [];
  await using elsewhere = await serve(({ headers }, response) => {
    keys.push(String(headers['x-api-key']));
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n');
  });
  const there = elsewhere.url.replace('127.0.0.1', 'localhost');
  await using sandbox = await startSandbox('--world', 'terse');
  await using target = await changingProxy(sandbox.url, ({ to, status, headers }) =>
    status === 302 && to.endsWith('/download')
      ? { headers: { ...headers, location: `${there}/internal?${to}` } }
      : {},
  );
  const file = test.info().outputPath('leading.yaml');
  writeFileSync(file, 'contract: 1.3.0\noperations:\n  downloadReport: { success: 302 }\n');
  const settings = { ...targetSettings(sandbox), TARGET_URL: target.url, [targetFileVariable]: file };

  const followed = await runConformance(settings, '--grep', '@RPT-02');
  expect(new Set(keys), followed.output).toEqual(new Set(['undefined']));

  keys.length = 0;
  const denied = await runConformance({ ...settings, TARGET_DENIED_HOSTS: 'localhost' }, '--grep', '@RPT-02');
  expect(keys, denied.output).toEqual([]);
  expect(denied.report.requirements.find(({ id }) => id === 'RPT-02')).toMatchObject({
    verdict: 'partial',
    reason: expect.stringContaining(`it leads to ${there}, which "localhost" in TARGET_DENIED_HOSTS forbids`),
  });
});

test('a documentation page leads no browser of a run to a denied host', async () => {
  const asked: (string | undefined)[] = [];
  await using elsewhere = await serve(({ url }, response) => {
    asked.push(url);
    response.end();
  });
  const there = elsewhere.url.replace('127.0.0.1', 'localhost');
  await using sandbox = await startSandbox();
  await using target = await changingProxy(sandbox.url, ({ to, text }) =>
    to.endsWith('/docs') ? { text: text.replace('</body>', `<img src="${there}/seen" alt=""></body>`) } : {},
  );
  const settings = { ...targetSettings(sandbox), TARGET_URL: target.url };

  const led = await runConformance(settings, '--grep', '@VER-06');
  expect(asked, led.output).toEqual(['/seen']);

  asked.length = 0;
  const denied = await runConformance({ ...settings, TARGET_DENIED_HOSTS: 'localhost' }, '--grep', '@VER-06');
  expect(asked, denied.output).toEqual([]);
  // The page is the same, and the run says what it requested.
  for (const { report } of [led, denied])
    expect(report.requirements.find(({ id }) => id === 'VER-07')).toMatchObject({
      findings: [expect.objectContaining({ actual: `${there}/seen` })],
    });
});
