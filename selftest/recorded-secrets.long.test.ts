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

/** What people write between the groups of a long number. */
const joints = [' ', '-', '.', '/', ',', ';', ':', '_', '  ', '\u00a0'];

/** A secret as a machine makes it, or of letters only, wherever a call of a recording may carry it. */
function planted(ofLetters: boolean) {
  const all = Object.entries(places).flatMap(([name, place]) =>
    (JSON.stringify(place).includes('GROUPS') ? joints : ['']).map((joint) => ({ name, place, joint })),
  );
  return all.map(({ name, place, joint }, index) => {
    const letters = [...String(index)].map((digit) => 'qwertzuiop'[Number(digit)]).join('');
    const secret = ofLetters ? `${letters}horsebattery${letters}staple` : `whsec-${index}-0123456789abcdef`;
    const number = String(73_194_600_000 + index * 2 + Number(ofLetters));
    const forms = {
      SECRET: secret,
      BASE64: Buffer.from(`me:${secret}`).toString('base64'),
      PERCENT: secret.replaceAll(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`),
      '"NUMBER"': number,
      NUMBER: number,
      GROUPS: number.replaceAll(/\d{4}(?=\d)/g, (group) => group + joint),
    };
    const text = Object.entries(forms).reduce(
      (call, [form, value]) => call.replaceAll(form, value),
      JSON.stringify(place),
    );
    return {
      name: `${name}${joint && `, "${joint}" between them`}${ofLetters ? ', of letters' : ''}`,
      secret,
      call: JSON.parse(text) as ExampleCall,
      // A secret that was cut is one, too.
      searched: [...Object.values(formsOf(secret)), forms.PERCENT, secret.slice(0, 12), number, forms.GROUPS],
    };
  });
}

test('no output of judge contains a secret of a recording, wherever it was and whoever repeats it', async () => {
  const secrets = [...planted(false), ...planted(true)];
  // The service repeats what was said before, and what is yet to come.
  const repeating = secrets.map(({ secret }) => ({
    status: 404,
    answer: { message: `no ${secret}` },
    headers: { 'x-next-key': secret },
  }));
  const many = Array.from({ length: 6000 }, (_, index) => ({ token: `token-${index}-0123456789` }));
  const calls = [
    { path: '/api/v1/brands/', answer: many },
    ...repeating,
    ...secrets.map(({ call }) => call),
    ...repeating,
    { answer: 'no JSON' },
  ];
  const file = test.info().outputPath('secrets.har');
  writeFileSync(file, JSON.stringify(exampleHar(calls)));
  const output = test.info().outputPath('report');
  const judged = await runCommand(['src/cli/main', 'judge', file, '--output', output], {}, 600_000);
  expect(judged.exitCode, judged.output).toBe(1);
  const texts = [...textsIn(output), ['terminal', judged.output] as const];
  const written = ['conformance.json', 'index.html', 'summary.md', 'terminal'];
  expect(texts.map(([name]) => name).sort()).toEqual(written);
  const found = secrets.flatMap(({ name, searched }) =>
    texts
      .filter(([, text]) => searched.some((form) => text.includes(form)))
      .map(([where]) => `${name} in ${where}`),
  );
  expect(found).toEqual([]);
  expect(secrets).toHaveLength(2 * 193);
});
