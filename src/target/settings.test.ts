import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { SettingsError } from './setting.js';
import { readSettings, secretsIn, settingNames, shownSettings } from './settings.js';

const url = 'https://staging.example.com';
const minimal = { TARGET_URL: url };
const secrets = {
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
  TARGET_CONTROL_URL: 'http://127.0.0.1:9000/',
  TARGET_CONTROL_TOKEN: 'token-6',
};
const secretValues = ['sk-first-1', 'sk-second-2', 'sk-other-3', 'sk-expired-4', 'sk-revoked-5', 'token-6'];
const authority = new URL('../../selftest/certificates/authority.pem', import.meta.url);

test('.env.example has every setting, in the order of the table', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  expect([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name)).toEqual(settingNames);
});

test('every setting is read, and shown without its secrets', () => {
  const settings = readSettings({
    ...secrets,
    TARGET_URL: ` ${url}/shop/ `,
    TARGET_API_KEY: ' sk-first-1 , ,sk-second-2,',
    TARGET_WRITES: 'allow',
    TARGET_IMAGE_URL: 'https://images.shop.example/shirt.jpg',
    TARGET_REJECTED_IMAGE_URL: 'https://images.shop.example/reject.jpg',
    TARGET_PROBLEM_IMAGE_URL: 'https://images.shop.example/problem.jpg',
    TARGET_DESCRIPTION_URL: 'https://docs.example.com/openapi.json',
    TARGET_CA_FILE: fileURLToPath(authority),
    TARGET_NAME: 'staging',
    TARGET_ORDERS: 'A-1, A-2,',
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
    name: 'staging',
    control: { url: 'http://127.0.0.1:9000', token: 'token-6' },
    deniedHosts: ['a.example', '*.b.example'],
    embedded: true,
  });
  expect(readSettings({ ...minimal, CONFORMANCE_EMBEDDED: '1' }).name).toBe('embedded sandbox');
});

test('the orders may be the lines of a file', () => {
  const file = test.info().outputPath('orders.txt');
  const orders = () => readSettings({ ...minimal, TARGET_ORDERS: `@${file}` }).orders;
  expect(orders).toThrow(
    `TARGET_ORDERS names the file ${file}, which can't be read (ENOENT): write the numbers of orders into it.`,
  );
  writeFileSync(file, 'A-1\nA-2, A-3\n\n');
  expect(orders()).toEqual(['A-1', 'A-2', 'A-3']);
});

const [noUrl, noParts, noKey, noHost, isLonger] = [
  'is not an absolute http or https URL',
  'must not contain a user, password, query or fragment',
  'contains a character that is not allowed in an HTTP header',
  'must be hosts separated by commas, such as shop.example.com,*.production.example.com, but contains "VALUE"',
  `ends in /api/v1: set it to the base URL without it, ${url}.`,
];
/** Values that must be refused, each with the distinctive part of its message. */
const refusals: readonly (readonly [name: string, says: string, ...values: readonly string[]])[] = [
  ['TARGET_URL', 'is not set: set it to the base URL of the service, without /api/v1.', ' '],
  ['TARGET_URL', isLonger, `${url}/api/v1`, `${url}/api/v1//`],
  ['TARGET_URL', noUrl, 'staging.example.com', 'ftp://staging.example.com', '/api'],
  ['TARGET_URL', noParts, 'https://user@staging.example.com', 'https://:word@staging.example.com'],
  ['TARGET_URL', noParts, `${url}/?tenant=1`, `${url}/?`, `${url}/#top`],
  ['TARGET_API_KEY', noKey, 'good,not good', 'line\nbreak'],
  ['TARGET_OTHER_API_KEY', noKey, 'kéy'],
  ['TARGET_EXPIRED_API_KEY', noKey, 'k\u0000y'],
  ['TARGET_REVOKED_API_KEY', noKey, 'k\u007fy'],
  ['TARGET_WRITES', 'must be allow or deny, but is "VALUE"', 'Allow'],
  ['TARGET_CONFIRMED_GAPS', 'but contains "VALUE"', 'G-00', 'G-99', 'G-1'],
  ['TARGET_CONFIRMED_GAPS', 'but contains "all"', 'G-01,all'],
  ['TARGET_CLOCK_SPEED', 'above 0 and up to 1000, but is "VALUE"', '0', '-1', '1000.1', '1e2', 'fast'],
  ['TARGET_BATCH_DEADLINE', 'must be a number above 0 and up to 86400, but is "VALUE"', '86401', '30 s'],
  ['TARGET_RATE_SHARE', 'must be a number above 0 and up to 1, but is "VALUE"', '90%'],
  ['TARGET_CONTROL_URL', noUrl, 'ws://localhost:9000'],
  ['TARGET_DENIED_HOSTS', noHost, 'https://shop.example.com', 'shop.example.com/api', 'a b', '*', '*.'],
  ['TARGET_DENIED_HOSTS', noHost, '*.0.0.1', '*.[::1]', 'a.*.example', 'a@b', '%', '[::1'],
  ['TARGET_APIKEY', 'is not a setting of this suite; the settings are TARGET_URL, ', 'sk-first-1'],
  ['CONFORMANCE_RESUME', 'is not a setting of this suite; the settings are CONFORMANCE_ANYWAY, ', '1'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'is 0, so keys would go to any host that answers: unset it, and name',
    '0',
  ],
];
const refused = refusals.flatMap(([name, says, ...values]) => values.map((value) => ({ name, says, value })));

test('a wrong value is refused in a sentence that begins with its setting', () => {
  for (const { name, says, value } of refused) {
    const sentence = problemIn({ ...minimal, [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} `));
    expect(sentence).toContain(says.replace('VALUE', value));
  }
  const others = { MY_TARGET_KEY: 'x', TARGETS: 'y', NODE_TLS_REJECT_UNAUTHORIZED: '1' };
  expect(problemIn({ TARGET_URL: `${url}/api/v1/mirror`, ...others })).toBe('');
});

test('no sentence quotes a key or a token, whichever setting is wrong', () => {
  const faults = [
    ...refused.map(({ name, value }) => ({ [name]: value })),
    // The secret itself is wrong.
    ...Object.entries(secrets).map(([name, value]) => ({ [name]: `${value}\u00e9` })),
    { TARGET_CONTROL_URL: undefined },
    { TARGET_UNKNOWN: 'sk-first-1' },
  ];
  const sentences = faults.map((fault) => problemIn({ ...minimal, ...secrets, ...fault }));
  for (const secret of secretValues)
    expect(sentences.filter((sentence) => sentence.includes(secret))).toEqual([]);
});

test('the control interface needs its address and its token, and images that provoke something both of them', () => {
  const pairs = [
    ['TARGET_CONTROL_URL', 'TARGET_CONTROL_TOKEN'],
    ['TARGET_REJECTED_IMAGE_URL', 'TARGET_PROBLEM_IMAGE_URL'],
  ] as const;
  for (const [lacking, given] of [...pairs, ...pairs.map(([one, other]) => [other, one] as const)])
    expect(problemIn({ ...minimal, [given]: 'https://images.example/1.jpg' })).toBe(
      `${lacking} is not set: ${given} is set, and a run needs both or neither.`,
    );
});

test('a denied host is denied in every setting', () => {
  for (const [name, value, more] of [
    ['TARGET_URL', 'https://www.production.example.com', {}],
    ['TARGET_CONTROL_URL', 'https://production.example.com', { TARGET_CONTROL_TOKEN: 't' }],
    ['TARGET_DESCRIPTION_URL', 'https://docs.production.example.com/openapi.json', {}],
  ] as const)
    expect(
      problemIn({ ...minimal, ...more, [name]: value, TARGET_DENIED_HOSTS: '*.production.example.com' }),
    ).toBe(
      `${name} ${value} is forbidden by "*.production.example.com" in TARGET_DENIED_HOSTS: use a different host, or remove the entry if the suite may test this one.`,
    );
});

/** An entry of the denied hosts, addresses that it forbids, and others that it doesn't, each separated by spaces. */
const entries: readonly (readonly [entry: string, denied: string, others?: string])[] = [
  [
    'shop.example.com',
    'https://shop.example.com http://shop.example.com:8443/base https://SHOP.Example.COM.',
    'https://eu.shop.example.com https://myshop.example.com https://shop.example.com.evil.example https://other.example.com/shop.example.com',
  ],
  ['Shop.Example.Com.', 'https://shop.example.com'],
  ['shop.example.com:443', 'https://shop.example.com:9000'],
  ['*.example.com', 'https://eu.shop.example.com. https://example.com', 'https://myexample.com'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['*.xn--bcher-kva.example', 'https://shop.BÜCHER.example'],
  [
    '10.1.2.3',
    'http://10.1.2.3:80 http://0x0a010203/ http://[::ffff:10.1.2.3] http://[64:ff9b::10.1.2.3] http://[2002:a01:203::1]',
    'http://10.1.2.30 http://[::ffff:10.1.2.4] http://[2003:a01:203::1]',
  ],
  ['::ffff:10.1.2.3', 'http://10.1.2.3'],
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
    readSettings(environment);
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}
