import { expect, test } from '#testing/unit-test';
import { Secrets } from './secrets.js';

const key = 'k+y/"=~1é-_';

/** The forms in which a key may appear, written by hand; the next test looks at those in base64. */
const forms: Readonly<Record<string, string>> = {
  plain: key,
  'percent-encoded': 'k%2By%2F%22%3D~1%C3%A9-_',
  'percent-encoded with small letters': 'k%2by%2f%22%3d~1%c3%a9-_',
  'as a query writes it': 'k%2By%2F%22%3D%7E1%C3%A9-_',
  'percent-encoded except letters and digits': 'k%2By%2F%22%3D%7E1%C3%A9%2D%5F',
  'the same with small letters': 'k%2by%2f%22%3d%7e1%c3%a9%2d%5f',
  'as JSON writes it': 'k+y/\\"=~1é-_',
  'as JSON with escaped slashes': String.raw`k+y\/"=~1é-_`,
  'in hexadecimal': '6b2b792f223d7e31c3a92d5f',
  'in hexadecimal with capitals': '6B2B792F223D7E31C3A92D5F',
};

test('a secret is found and replaced in each form', () => {
  const secrets = new Secrets();
  secrets.add(key, undefined);
  for (const [name, form] of Object.entries(forms)) {
    expect(secrets.foundIn(`<${form}>`), name).toBe(true);
    expect(secrets.redact(`${form}, ${form}`), name).toBe('[redacted], [redacted]');
  }
});

test('a secret inside a longer string in base64 is found and replaced, wherever it begins', () => {
  const value = 'sk_live-Ab3~/?>>ü-42';
  const secrets = new Secrets();
  secrets.add(value);
  for (const encoding of ['base64', 'base64url'] as const)
    for (const before of ['', 'u', 'us', 'user', 'Bearer of '])
      for (const after of ['', ':', '::', ':x-1']) {
        const text = Buffer.from(before + value + after).toString(encoding);
        expect(secrets.foundIn(`{"token":"${text}"}`), text).toBe(true);
        // Of the value, only the bits that share a character with its neighbours are left.
        const most = Buffer.from(before + after).toString('base64').length + 8;
        expect(secrets.redact(text).replace('[redacted]', '').length).toBeLessThanOrEqual(most);
      }
});

/** Secrets that no response may contain, texts, and what is shown of them. */
const replaced: readonly (readonly [values: string, text: string, shown: string])[] = [
  ['abcdefgh efghijkl ghijkl', '<abcdefghijkl> <efghijklabcdefgh>', '<[redacted]> <[redacted][redacted]>'],
  ['the-key the-key-2', '<the-key-2> <the-key> <the-ke>', '<[redacted]> <[redacted]> <the-ke>'],
  ['ébébéb ébébéb😀', 'éébébébébéb😀 ébébéb', 'é[redacted] [redacted]'],
  // A value of fewer than six characters is not a secret.
  ['items status', 'items status', 'items [redacted]'],
];

test('secrets that overlap, or begin alike, are replaced completely, and other text stays', () => {
  for (const [values, text, shown] of replaced) {
    const secrets = new Secrets();
    secrets.add(...values.split(' '), ' '.repeat(8));
    expect(secrets.redact(text + ' '.repeat(20))).toBe(shown + ' '.repeat(20));
  }
});

test('many secrets, and texts full of them, take time in proportion to the text', () => {
  const secrets = new Secrets();
  const values = Array.from({ length: 1000 }, (_, index) => `sk-${index * 7919}-secret`);
  secrets.add(...values, 'sk_live-Ab3/XYZ');
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `secret ${id}` })));
  const start = process.cpuUsage();
  for (let times = 0; times < 20; times += 1) expect(secrets.foundIn(text)).toBe(false);
  const many = 30_000;
  expect(secrets.redact(String.raw`sk_live-Ab3\/XYZ%20`.repeat(many))).toBe('[redacted]%20'.repeat(many));
  secrets.redact('\\'.repeat(300_000));
  // CPU time of this process in microseconds. Searching for each form separately would take thousands of times as long.
  expect(process.cpuUsage(start).user).toBeLessThan(4_000_000);
  expect(secrets.redact(values.join(' '))).toBe(values.map(() => '[redacted]').join(' '));
});

test('secrets that the target gives out, and those of an outer list, are replaced, but a response may contain them', () => {
  const outer = new Secrets();
  const secrets = new Secrets(outer);
  secrets.add('key-of-this-test');
  secrets.hide('secret-of-subscription', undefined);
  outer.add('key-of-another-test', 'test> <key');
  const returned = 'secret-of-subscription, key-of-another-test';
  expect([secrets.foundIn(returned), secrets.redact(returned)]).toEqual([false, '[redacted], [redacted]']);
  expect(secrets.redact('<key-of-this-test> <key-of-no-test>')).toBe('<[redacted]-of-no-test>');
  expect(outer.redact('<key-of-this-test>')).toBe('<key-of-this-test>');
});

test('each word that contains a mark is replaced, in every form, and JSON stays JSON', () => {
  const secrets = new Secrets();
  secrets.hideWordsWith('0f1e2d3c4b5a6978');
  const key = 'sk-live_0f1e2d3c4b5a6978Ab-3_z.9';
  const hex = Buffer.from(key).toString('hex');
  const percent = key.replaceAll(/[-_.]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  const base64 = ['', 'u', 'us'].map((before) => Buffer.from(`${before}${key}`).toString('base64url'));
  for (const form of [key, percent, hex, hex.toUpperCase(), ...base64])
    expect(secrets.redact(`{"${form}": 1}, /${form}?a=${form}&b`)).toBe(
      '{"[redacted]": 1}, /[redacted]?a=[redacted]&b',
    );
  for (const before of ['\n', '\u001b', '\\', '"', '\\n'])
    expect(JSON.parse(secrets.redact(JSON.stringify(`${before}${key}`)))).toMatch(/\[redacted\]$/);
  const start = process.cpuUsage();
  expect(secrets.redact('0f1e2d3c4b5a6978'.repeat(100_000))).toBe('[redacted]');
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  expect(secrets.foundIn(key)).toBe(false);
});
