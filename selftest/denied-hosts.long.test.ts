import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './proxies.js';

test('neither a redirect nor the documentation page leads a run to a denied host, and no other host receives its key', async () => {
  const asked: { readonly url: string; readonly key: string | undefined }[] = [];
  await using elsewhere = await serve(({ url = '', headers }, response) => {
    asked.push({ url, key: headers['x-api-key']?.toString() });
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n');
  });
  const there = elsewhere.url.replace('127.0.0.1', 'localhost');
  await using sandbox = await startSandbox('--world', 'terse');
  await using target = await changingProxy(sandbox.url, ({ to, status, headers, text }) => {
    if (to.endsWith('/docs'))
      return { text: text.replace('</body>', `<img src="${there}/seen" alt=""></body>`) };
    return status === 302 && to.endsWith('/download')
      ? { headers: { ...headers, location: `${there}/internal` } }
      : {};
  });
  const file = test.info().outputPath('leading.yaml');
  writeFileSync(file, 'contract: 1.3.0\noperations:\n  downloadReport: { success: 302 }\n');
  const settings = { ...targetSettings(sandbox), TARGET_URL: target.url, [targetFileVariable]: file };
  const led = ['--grep', '@RPT-02|@VER-06'];

  const followed = await runConformance(settings, ...led);
  const urls = asked.map(({ url }) => url);
  expect(urls, followed.output).toContain('/internal');
  expect(urls.filter((url) => url !== '/internal')).toEqual(['/seen']);
  expect(asked.filter(({ key }) => key !== undefined)).toEqual([]);

  asked.length = 0;
  const denied = await runConformance({ ...settings, TARGET_DENIED_HOSTS: 'localhost' }, ...led);
  expect(asked, denied.output).toEqual([]);
  expect(denied.report.requirements.find(({ id }) => id === 'RPT-02')).toMatchObject({
    verdict: 'partial',
    reason: expect.stringContaining(`it leads to ${there}, which "localhost" in TARGET_DENIED_HOSTS forbids`),
  });
  // The page is the same, and the run says what it requested.
  for (const { report } of [followed, denied])
    expect(report.requirements.find(({ id }) => id === 'VER-07')).toMatchObject({
      findings: [expect.objectContaining({ actual: `${there}/seen` })],
    });
});
