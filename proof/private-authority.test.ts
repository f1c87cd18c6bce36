import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { handedOn, serveSecurely } from '../src/http/loopback-server.js';
import { startSandbox, targetSettings } from '../src/target/sandbox-process.js';
import { runConformance } from './conformance-run.js';

const certificates = fileURLToPath(new URL('certificates/', import.meta.url));
const identity = {
  key: readFileSync(join(certificates, 'server-key.pem'), 'utf8'),
  cert: readFileSync(join(certificates, 'server.pem'), 'utf8'),
};

test('a browser sees the documentation of a target that a private authority vouches for', async () => {
  await using sandbox = await startSandbox();
  await using target = await serveSecurely(identity, async (incoming, outgoing) => {
    const { status, headers, bytes } = await handedOn(sandbox.url, incoming);
    outgoing.writeHead(status, headers).end(bytes);
  });
  const settings = { ...targetSettings(sandbox), TARGET_URL: target.url };
  const trusting = { ...settings, TARGET_CA_FILE: join(certificates, 'authority.pem') };
  const run = await runConformance(trusting, '--grep', '@browser');
  expect(run.exitCode, run.output).toBe(0);
  const seen = run.report.requirements.filter(({ id }) => /^(KEYS-01|VER-0[67])/.test(id));
  expect(seen.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['KEYS-01', 'inapplicable'],
    ['VER-06', 'passed'],
    ['VER-07', 'passed'],
  ]);
});
