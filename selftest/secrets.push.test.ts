import { expect, test } from '@playwright/test';
import { startSandbox, targetSettings } from '#testing/sandbox-process';
import { runConformance } from './conformance-run.js';
import { formsOf } from './proxies.js';
import { namesOfTextsWithSecrets, textsIn } from './searched-texts.js';

test('no file or output of a run contains a key that the service repeats', async () => {
  await using sandbox = await startSandbox('--fault', 'repeats-key-in-header');
  const run = await runConformance(targetSettings(sandbox), '--grep', '@REF-01', '--trace', 'on');
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('[redacted]');
  const texts = textsIn(run.folder);
  expect([...texts.keys()]).toContainEqual(expect.stringMatching(/trace\.zip\//));
  expect(namesOfTextsWithSecrets(new Map([...texts, ['output', run.output]]))).toEqual([]);
});

test('each form of a secret is found', () => {
  const forms = Object.entries(formsOf('cs_sandbox_a1B2-_c3'));
  expect(namesOfTextsWithSecrets(new Map(forms))).toEqual(forms.map(([name]) => name));
});
