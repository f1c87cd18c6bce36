import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import {
  blankKeys,
  headerSpellings,
  type MisplacedKey,
  misplacedKey,
  otherEndedKey,
  wrongKeys,
} from './wrong-key.js';

const valid = 'sk-Live/0a1B 2c3D';

test('a misplaced key is in one place, never in X-API-Key, and can be sent', () => {
  assertSound(() => misplacedKey(valid), placeProblem);
});

test('the label of a misplaced key shows no key', () => {
  assertSound(
    () => misplacedKey(valid),
    ({ label, written }) =>
      label.includes(valid) || label.includes(written) ? 'a label with the key' : undefined,
  );
});

test('every place is drawn', () => {
  const drawn = fc.sample(misplacedKey(valid), { seed: 1, numRuns: 500 });
  const places = new Set(drawn.map(({ query = '', headers = {} }) => placeOf(query, headers)));
  expect([...places].sort()).toEqual([
    'Api-Key',
    'Authorization',
    'Authorization ApiKey',
    'Authorization Basic',
    'Authorization Bearer',
    'Cookie X-API-Key',
    'Cookie api_key',
    'Proxy-Authorization',
    'X-API-Key-2',
    'X-Api-Token',
    'query X-API-Key',
    'query access_token',
    'query api_key',
    'query apikey',
    'query key',
  ]);
});

test('none of the wrong keys is the valid one, and both of its ends are missed, changed and followed in every draw', () => {
  assertSound(
    () => wrongKeys(valid),
    (wrong) => {
      const keys = wrong.map(({ key }) => key);
      if (keys.includes(valid)) return 'the valid key';
      if (wrong.some(({ label }) => label.includes(valid))) return 'a label with the key';
      const near: readonly ((key: string) => boolean)[] = [
        (key) => key === valid.slice(0, -1),
        (key) => key === valid.slice(1),
        (key) => key.length === valid.length && key.startsWith(valid.slice(0, -1)),
        (key) => key.length > valid.length && key.startsWith(valid),
        (key) => key.length > valid.length && key.endsWith(valid),
        (key) => key.toLowerCase() === valid.toLowerCase(),
      ];
      return near.every((is) => keys.some(is)) ? undefined : `only ${keys.join(' and ')}`;
    },
  );
});

test('another end differs by more than its case', () => {
  assertSound(
    () => otherEndedKey(valid),
    ({ key }) => (key.toLowerCase() === valid.toLowerCase() ? 'the same end' : undefined),
  );
});

test('blank keys are blank, and can be sent', () => {
  for (const { key, label } of blankKeys) {
    expect(key.trim(), label).toBe('');
    expect(() => validateHeaderValue('x-api-key', key), label).not.toThrow();
  }
  expect(new Set(blankKeys.map(({ key }) => key)).size).toBe(blankKeys.length);
});

test('the spellings of the header are one name', () => {
  expect(new Set(headerSpellings).size).toBe(4);
  expect(new Set(headerSpellings.map((spelling) => spelling.toLowerCase()))).toEqual(new Set(['x-api-key']));
});

function placeProblem({ query, headers = {}, written }: MisplacedKey): string | undefined {
  const all = Object.entries(headers);
  if (all.length + (query === undefined ? 0 : 1) !== 1) return 'not in one place';
  for (const [name, value] of all) {
    if (name.toLowerCase() === 'x-api-key') return 'in the right header';
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const text = query ?? all.map(([, value]) => value).join();
  if (!text.includes(written)) return 'written otherwise';
  const read = [decodeURIComponent(written), Buffer.from(written, 'base64').toString()];
  return read.includes(valid) || read.includes(`${valid}:`) ? undefined : 'another key';
}

function placeOf(query: string, headers: Readonly<Record<string, string>>): string {
  const [header] = Object.entries(headers);
  if (header === undefined) return `query ${query.split('=')[0]}`;
  const [name, value] = header;
  if (name === 'Cookie') return `Cookie ${value.split('=')[0]}`;
  const scheme = /^(Bearer|Basic|ApiKey) /.exec(value)?.[1];
  return scheme === undefined ? name : `${name} ${scheme}`;
}
