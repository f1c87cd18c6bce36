import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { FormSearch, Secrets } from './secrets.js';

const key = 'k+y/"=~1é';

/** The forms in which a key may appear, written by hand. */
const forms: readonly (readonly [name: string, form: string])[] = [
  ['plain', key],
  ['percent-encoded', 'k%2By%2F%22%3D~1%C3%A9'],
  ['as a query writes it', 'k%2By%2F%22%3D%7E1%C3%A9'],
  ['as JSON writes it', 'k+y/\\"=~1é'],
  ['in base64', 'ayt5LyI9fjHDqQ=='],
  ['in base64url', 'ayt5LyI9fjHDqQ'],
  ['in base64 as a query writes it', 'ayt5LyI9fjHDqQ%3D%3D'],
  ['in hexadecimal', '6b2b792f223d7e31c3a9'],
  ['in hexadecimal with capitals', '6B2B792F223D7E31C3A9'],
  ['percent-encoded with small letters', 'k%2by%2f%22%3d~1%c3%a9'],
];

for (const [name, form] of forms) {
  test(`a secret is found and replaced ${name}`, () => {
    const secrets = new Secrets();
    secrets.add(key);
    expect(secrets.foundIn(`before ${form} behind`)).toBe(true);
    expect(secrets.redact(`before ${form} behind, and ${form}`)).toBe(
      'before [redacted] behind, and [redacted]',
    );
  });
}

for (const before of ['', 'u', 'us', 'user', 'Bearer of '])
  for (const behind of ['', ':', '::', ':x-1'])
    for (const encoding of ['base64', 'base64url'] as const)
      test(`a secret is found and replaced in the ${encoding} of "${before}KEY${behind}"`, () => {
        const value = 'sk_live-Ab3~/?>>ü-42';
        const secrets = new Secrets();
        secrets.add(value);
        const text = Buffer.from(before + value + behind).toString(encoding);
        expect(secrets.foundIn(`{"token":"${text}"}`)).toBe(true);
        const shown = secrets.redact(text);
        const rest = shown.split('[redacted]').map((part) => Buffer.from(part, 'base64').toString('latin1'));
        expect(shown).toContain('[redacted]');
        // The characters that the value shares with its neighbours reveal no whole byte of it.
        expect(before.startsWith(rest[0]?.slice(0, before.length) ?? '?')).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(
          text.length - Buffer.from(value).toString('base64').length + 16,
        );
      });

test('secrets that overlap leave nothing of either', () => {
  const secrets = new Secrets();
  secrets.add('abcdefgh', 'efghijkl', 'ghijkl');
  expect(secrets.redact('<abcdefghijkl> <efghijklabcdefgh>')).toBe('<[redacted]> <[redacted][redacted]>');
});

test('a hundred secrets are looked for in one pass', () => {
  const secrets = new Secrets();
  const values = Array.from({ length: 100 }, (_, index) => `sk-${index * 7919}-secret`);
  secrets.add(...values);
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `secret ${id}` })));
  const start = process.cpuUsage();
  for (let times = 0; times < 20; times += 1) expect(secrets.foundIn(text)).toBe(false);
  // CPU time of this process in microseconds. Searching for each form separately would take a hundred times as long.
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  expect(secrets.redact(values.join(' '))).toBe(values.map(() => '[redacted]').join(' '));
});

test('other text is left as it is', () => {
  const secrets = new Secrets();
  secrets.add(key, undefined);
  const text = key.slice(0, -1);
  expect(secrets.foundIn(text)).toBe(false);
  expect(secrets.redact(text)).toBe(text);
});

test('every secret is replaced, not just the first', () => {
  const secrets = new Secrets();
  secrets.add('first-secret', 'second-secret');
  secrets.add('third-secret');
  expect(secrets.redact('third-secret second-secret first-secret')).toBe('[redacted] [redacted] [redacted]');
});

test('a secret that begins another leaves no rest of it', () => {
  const secrets = new Secrets();
  secrets.add('key-of-merchant', 'key-of-merchant-2');
  expect(secrets.redact('<key-of-merchant-2> <key-of-merchant>')).toBe('<[redacted]> <[redacted]>');
});

test('a value of five characters blanks out nothing, one of six does', () => {
  const secrets = new Secrets();
  secrets.add('items', 'status');
  expect(secrets.redact('items status')).toBe('items [redacted]');
});

test('a blank value is no secret: text has blanks of its own', () => {
  const secrets = new Secrets();
  secrets.add(' '.repeat(8));
  expect(secrets.foundIn(' '.repeat(20))).toBe(false);
});

test('what the target gives out is replaced too, but not looked for', () => {
  const secrets = new Secrets();
  secrets.hide('secret-of-subscription', undefined);
  secrets.add('secret-of-merchant');
  expect(secrets.foundIn('<secret-of-subscription>')).toBe(false);
  expect(secrets.redact('<secret-of-subscription> <secret-of-merchant>')).toBe('<[redacted]> <[redacted]>');
});

test('percent-encoding may spare letters and digits alone', () => {
  const secrets = new Secrets();
  secrets.add('sk_live-1.2~3');
  expect(secrets.redact('?key=sk%5Flive%2D1%2E2%7E3 sk%5flive%2d1%2e2%7e3')).toBe(
    '?key=[redacted] [redacted]',
  );
});

/** Only a few characters, so that forms often overlap; some take two bytes or a surrogate pair. */
const letter = fc.constantFrom('a', 'b', 'é', '\u0161', '😀');
const form = fc.string({ unit: letter, minLength: 4, maxLength: 8 });

test('the first place of the longest form is found, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.array(form, { maxLength: 6 }),
      fc.string({ unit: letter, maxLength: 60 }),
      fc.nat({ max: 10 }),
      (forms, text, from) => {
        const search = new FormSearch();
        for (const each of forms) search.add(each);
        const places = forms
          .map((each) => ({ start: text.indexOf(each, from), length: each.length }))
          .filter(({ start }) => start >= 0)
          .toSorted((a, b) => a.start - b.start || b.length - a.length);
        const [first] = places;
        expect(search.firstIn(text, from)).toEqual(
          first && { start: first.start, end: first.start + first.length },
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a form that is added later is found beside the others', () => {
  const search = new FormSearch();
  search.add('begin-1');
  search.add('begin-12');
  search.add('begin-1');
  expect(search.firstIn('<begin-12>')).toEqual({ start: 1, end: 9 });
  expect(search.firstIn('<begin-13>')).toEqual({ start: 1, end: 8 });
  expect(search.firstIn('<begin->')).toBeUndefined();
});
