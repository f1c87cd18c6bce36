import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { runConformance } from './conformance-run.js';
import { changingProxy } from './proxies.js';

test('neither a redirect nor the documentation page leads a run to a denied host', async () => {
  const asked: unknown[] = [];
  await using elsewhere = await serve(({ url, headers }, response) => {
    asked.push([url, headers]);
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n');
  });
  const there = elsewhere.url.replace('127.0.0.1', 'localhost');
  await using sandbox = await startSandbox('--world', 'terse');
  await using target = await changingProxy(sandbox.url, ({ to, status, headers, text }) => {
    if (to.endsWith('/docs'))
      return { text: text.replace('</body>', `<img src="${there}/seen" alt=""></body>`) };
    const isLeading = status === 302 && to.endsWith('/download');
    return isLeading ? { headers: { ...headers, location: `${there}/internal` } } : {};
  });
  const file = test.info().outputPath('leading.yaml');
  writeFileSync(file, 'contract: 1.3.0\noperations:\n  downloadReport: { success: 302 }\n');
  const settings = { ...targetSettings(sandbox), TARGET_URL: target.url, TARGET_DENIED_HOSTS: 'localhost' };
  const { report, output } = await runConformance(
    { ...settings, [targetFileVariable]: file },
    ...['--grep', '@RPT-02|@VER-06'],
  );
  expect(asked, output).toEqual([]);
  const of = (id: string) => report.requirements.find((each) => each.id === id);
  const reason = `it leads to ${there}, which "localhost" in TARGET_DENIED_HOSTS forbids`;
  expect(of('RPT-02')).toMatchObject({ verdict: 'partial', reason: expect.stringContaining(reason) });
  // The run says what the page requested.
  expect(of('VER-07')?.findings).toMatchObject([{ actual: `${there}/seen` }]);
});
