import { expect, test } from '@playwright/test';
import { Secrets } from './secrets.js';

const key = 'k+y/"=~1é';

/** The forms in which a key may show, written down by hand. */
const forms: readonly (readonly [name: string, form: string])[] = [
  ['plain', key],
  ['percent-encoded', 'k%2By%2F%22%3D~1%C3%A9'],
  ['as a query writes it', 'k%2By%2F%22%3D%7E1%C3%A9'],
  ['as JSON writes it', 'k+y/\\"=~1é'],
  ['in base64', 'ayt5LyI9fjHDqQ=='],
  ['in base64url', 'ayt5LyI9fjHDqQ'],
  ['in hexadecimal', '6b2b792f223d7e31c3a9'],
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
