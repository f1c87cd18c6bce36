import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { type ExampleCall, exampleHar } from '#testing/example-har';
import { runCommand } from '#testing/started-command';
import { formsOf } from './proxies.js';
import { textsIn } from './searched-texts.js';

const places: Readonly<Record<string, ExampleCall>> = parse(
  readFileSync(new URL('secret-places.yaml', import.meta.url), 'utf8'),
);

test('no output of judge contains a secret of a recording, wherever it was and whoever repeats it', async () => {
  const secrets = Object.entries(places).map(([name, place], index) => {
    const secret = `whsec-${index}-0123456789abcdef`;
    const inBase64 = Buffer.from(`me:${secret}`).toString('base64');
    const text = JSON.stringify(place).replaceAll('SECRET', secret).replaceAll('BASE64', inBase64);
    return { name, secret, call: JSON.parse(text) as ExampleCall, forms: Object.values(formsOf(secret)) };
  });
  // The service repeats what was said before, and what is yet to come.
  const repeating = secrets.map(({ secret }) => ({ status: 404, answer: { message: `no ${secret}` } }));
  const calls = [...repeating, ...secrets.map(({ call }) => call), ...repeating, { answer: 'no JSON' }];
  const file = test.info().outputPath('secrets.har');
  writeFileSync(file, JSON.stringify(exampleHar(calls)));
  const output = test.info().outputPath('report');
  const judged = await runCommand(['src/cli/main', 'judge', file, '--output', output], {}, 600_000);
  expect(judged.exitCode, judged.output).toBe(1);
  const texts = [...textsIn(output), ['terminal', judged.output] as const];
  const written = ['conformance.json', 'index.html', 'summary.md', 'terminal'];
  expect(texts.map(([name]) => name).sort()).toEqual(written);
  const found = secrets.flatMap(({ name, forms }) =>
    texts
      .filter(([, text]) => forms.some((form) => text.includes(form)))
      .map(([where]) => `${name} in ${where}`),
  );
  expect(found).toEqual([]);
  expect(secrets).toHaveLength(100);
});
