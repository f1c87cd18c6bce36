import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { readSettings, secretsIn, settingNames, shownSettings } from './settings.js';

const url = 'https://staging.example.com';
const minimal = { TARGET_URL: url };
const secrets = {
  ...{ TARGET_API_KEY: 'sk-first-1,sk-second-2', TARGET_OTHER_API_KEY: 'sk-other-3' },
  ...{ TARGET_EXPIRED_API_KEY: 'sk-expired-4', TARGET_REVOKED_API_KEY: 'sk-revoked-5' },
  ...{ TARGET_CONTROL_URL: 'http://127.0.0.1:9000/', TARGET_CONTROL_TOKEN: 'token-6' },
};
const secretValues = ['sk-first-1', 'sk-second-2', 'sk-other-3', 'sk-expired-4', 'sk-revoked-5', 'token-6'];
const authority = fileURLToPath(new URL('../../selftest/certificates/authority.pem', import.meta.url));

test('.env.example has every setting, in the order of the table, with its default', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const written = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(written.map(([name]) => name)).toEqual(settingNames);
  expect(readSettings(Object.fromEntries(written))).toEqual(readSettings(minimal));
});

test('every setting is read, and shown without its secrets', () => {
  const orders = test.info().outputPath('orders.txt');
  writeFileSync(orders, 'A-1\nA-2, A-3\n\n');
  const settings = readSettings({
    ...secrets,
    TARGET_URL: ` ${url}/shop/ `,
    TARGET_API_KEY: ' sk-first-1 , ,sk-second-2,',
    TARGET_WRITES: 'allow',
    TARGET_IMAGE_URL: 'https://images.shop.example/shirt.jpg',
    TARGET_REJECTED_IMAGE_URL: 'https://images.shop.example/reject.jpg',
    TARGET_PROBLEM_IMAGE_URL: 'https://images.shop.example/problem.jpg',
    TARGET_DESCRIPTION_URL: 'https://docs.example.com/openapi.json',
    TARGET_CA_FILE: authority,
    TARGET_NAME: 'staging',
    TARGET_ORDERS: `@${orders}`,
    TARGET_CONFIRMED_GAPS: 'G-01, G-18',
    TARGET_CLOCK_SPEED: '1000',
    TARGET_BATCH_DEADLINE: '0.01',
    TARGET_RATE_SHARE: ' ',
    TARGET_DENIED_HOSTS: ' a.example , ,*.B.example,',
    CONFORMANCE_EMBEDDED: '1',
  });
  expect(secretsIn(settings)).toEqual(secretValues);
  expectGolden('shown-settings.txt', { all: settings, none: readSettings(minimal) }, (each) => ({
    ...shownSettings(each),
    ...(each.caFile && { TARGET_CA_FILE: each.caFile.replace(/.*(?=selftest)/, '/') }),
  }));
  expect(settings).toMatchObject({
    ...{ name: 'staging', embedded: true, deniedHosts: ['a.example', '*.b.example'] },
    control: { url: 'http://127.0.0.1:9000', token: 'token-6' },
  });
});

const denying = { TARGET_DENIED_HOSTS: '*.production.example.com' };
/** Values that must be refused, by their settings. */
const wrongValues: Readonly<Record<string, readonly string[]>> = {
  TARGET_URL: [
    ...[' ', 'staging.example.com', 'ftp://staging.example.com', '/api', `${url}/api/v1`, `${url}/api/v1//`],
    ...['https://user@a.example', 'https://:word@a.example', `${url}/?tenant=1`, `${url}/?`, `${url}/#top`],
  ],
  TARGET_API_KEY: ['good,not good', 'line\nbreak', '$STAGING_KEY', '$(STAGING_KEY)'],
  TARGET_WRITES: ['Allow'],
  TARGET_ORDERS: ['@/nowhere', '@/dev/null'],
  TARGET_CONFIRMED_GAPS: ['G-00', 'G-99', 'G-1', 'G-01,all', 'G-01,,G-99'],
  TARGET_CLOCK_SPEED: ['0', '-1', '1000.1', '1e2', 'fast'],
  TARGET_CONTROL_URL: ['ws://localhost:9000', 'http://127.0.0.1:9000'],
  TARGET_CONTROL_TOKEN: ['token-6'],
  TARGET_PROBLEM_IMAGE_URL: ['https://images.example/1.jpg'],
  TARGET_DENIED_HOSTS: [
    ...['https://shop.example.com', 'shop.example.com/api', 'a b', '*', '*.', '*.0.0.1', '*.[::1]'],
    ...['a.*.example', 'a@b', '%', '[::1'],
  ],
  TARGET_APIKEY: ['sk-first-1'],
  CONFORMANCE_RESUME: ['1'],
  NODE_TLS_REJECT_UNAUTHORIZED: ['0'],
};
/** Settings that must be refused. */
const refused: readonly Readonly<Record<string, string | undefined>>[] = [
  ...Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  { ...denying, TARGET_URL: 'https://www.production.example.com' },
  { ...denying, TARGET_DESCRIPTION_URL: 'https://docs.production.example.com/openapi.json' },
  { ...denying, TARGET_CONTROL_URL: 'https://production.example.com', TARGET_CONTROL_TOKEN: 't' },
];

test('a wrong value is refused in a sentence that begins with its setting', () => {
  const rows = Object.fromEntries(refused.map((own) => [JSON.stringify(own), own]));
  expectGolden('refused-settings.txt', rows, (own) => problemIn({ ...minimal, ...own }));
  const others = { MY_TARGET_KEY: 'x', TARGETS: 'y', NODE_TLS_REJECT_UNAUTHORIZED: '1' };
  expect(problemIn({ TARGET_URL: `${url}/api/v1/mirror`, ...others })).toBe('');
});

test('no sentence quotes a key or a token, whichever setting is wrong', () => {
  // The secret itself is wrong.
  const wrongSecrets = Object.entries(secrets).map(([name, value]) => ({ [name]: `${value}\u00e9` }));
  for (const own of [...refused, ...wrongSecrets, { TARGET_CONTROL_URL: undefined }]) {
    const sentence = problemIn({ ...minimal, ...secrets, ...own });
    expect(secretValues.filter((secret) => sentence.includes(secret))).toEqual([]);
  }
});

/** An entry of the denied hosts, addresses that it forbids, and others that it doesn't, each separated by spaces. */
const entries: readonly (readonly [entry: string, denied: string, others?: string])[] = [
  [
    'shop.example.com',
    'https://shop.example.com http://shop.example.com:8443/base https://SHOP.Example.COM.',
  ],
  ['shop.example.com', '', 'https://eu.shop.example.com https://shop.example.com.evil.example'],
  ['Shop.Example.Com.:443', 'https://shop.example.com:9000', 'https://a.example.com/shop.example.com'],
  ['*.example.com', 'https://eu.shop.example.com. https://example.com', 'https://myexample.com'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['*.xn--bcher-kva.example', 'https://shop.BÜCHER.example'],
  ['10.1.2.3', 'http://10.1.2.3:80 http://0x0a010203 http://[::ffff:10.1.2.3]', 'http://[::ffff:10.1.2.4]'],
  ['10.1.2.3', 'http://[64:ff9b::10.1.2.3] http://[2002:a01:203::1]', 'http://[2003:a01:203::1]'],
  ['::ffff:10.1.2.3', 'http://10.1.2.3', 'http://10.1.2.30'],
  ['::1', 'http://[::1]:8080 http://[0:0:0:0:0:0:0:1]', 'http://[::2]'],
  ['[2001:DB8::1]:443', 'https://[2001:db8:0::1]'],
];

test('an entry of the denied hosts forbids a host in each of its spellings, and no other', () => {
  for (const [entry, denied, others = ''] of entries)
    for (const address of `${denied} ${others}`.trim().split(' ')) {
      const sentence = problemIn({ TARGET_URL: address, TARGET_DENIED_HOSTS: entry });
      const isDenied = denied.split(' ').includes(address);
      expect(sentence.includes('is forbidden by'), `${entry} ${address}`).toBe(isDenied);
    }
});

/** The sentence with which settings are refused; empty if they aren't. */
function problemIn(environment: Readonly<Record<string, string | undefined>>): string {
  try {
    return readSettings(environment) && '';
  } catch (error) {
    return (error as Error).message;
  }
}
