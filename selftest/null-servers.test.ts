import { expect, test } from '@playwright/test';
import { judge } from '../src/null-servers/judgement.js';
import { nullServers } from '../src/null-servers/null-servers.js';
import { runConformance } from './conformance-run.js';

for (const server of nullServers) {
  test(`A server that ${server.does} passes nothing but what is on the list`, async () => {
    await using running = await server.start();
    const settings = {
      TARGET_URL: running.url,
      TARGET_API_KEY: 'a-key-of-nobody',
      TARGET_WRITES: 'allow',
      TARGET_CONFIRMED_GAPS: 'all',
    };
    const run = await runConformance(settings);
    expect([1, 2], run.output).toContain(run.exitCode);
    expect(judge(server, run)).toMatchObject({ unlisted: [], unneeded: [] });
    expect(run.output).toContain(run.report.reason);
    if (run.exitCode === 2) expect(run.report.reason).toContain('TARGET_');
    else expect(run.report.reason).toMatch(/^Whatever was asked, the answer had status \d{3}; /);
  });
}
