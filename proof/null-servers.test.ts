import { expect, test } from '@playwright/test';
import { runConformance } from './conformance-run.js';
import { judge } from './null-servers/judgement.js';
import { type NullServerId, nullServers, settingsOf } from './null-servers/null-servers.js';

/** One of each kind: `npm run prove` tests the others. */
const sample: readonly NullServerId[] = [
  'always-401',
  'always-404',
  'none-remaining',
  'closes-at-once',
  'one-byte-a-second',
];

for (const server of nullServers.filter(({ id }) => sample.includes(id))) {
  test(`A server that ${server.does} passes only requirements on the list`, async () => {
    await using running = await server.start();
    const run = await runConformance(settingsOf(running));
    expect([1, 2], run.output).toContain(run.exitCode);
    expect(judge(server, run)).toMatchObject({ unlisted: [], unneeded: [] });
    expect(run.output).toContain(run.report.reason);
    if (run.exitCode === 2) expect(run.report.reason).toContain('TARGET_');
    else expect(run.report.reason).toMatch(/^Every answer had status \d{3}; /);
  });
}
