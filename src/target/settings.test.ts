import { expect, test } from '#unit-test';
import {
  isConfirmed,
  readSettings,
  type SettingName,
  SettingsError,
  secretsIn,
  shownSettings,
} from './settings.js';

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

test('with an address alone, everything else is as careful as can be', () => {
  expect(readSettings(minimal)).toEqual({
    name: 'staging.example.com',
    baseUrl: url,
    apiKeys: [],
    writes: 'deny',
    orders: [],
    confirmedGaps: [],
    clockSpeed: 1,
    batchDeadline: 120,
    rateShare: 0.9,
    descriptionUrl: `${url}/api/v1/docs/openapi.json`,
    deniedHosts: [],
    embedded: false,
  });
});

test('every setting is read', () => {
  const settings = readSettings({
    ...minimal,
    ...secrets,
    TARGET_NAME: 'staging',
    TARGET_WRITES: 'allow',
    TARGET_ORDERS: 'A-1, A-2,',
    TARGET_IMAGE_URL: 'https://images.shop.example/shirt.jpg',
    TARGET_REJECTED_IMAGE_URL: 'https://images.shop.example/reject.jpg',
    TARGET_PROBLEM_IMAGE_URL: 'https://images.shop.example/problem.jpg',
    TARGET_CONFIRMED_GAPS: 'G-01, G-18',
    TARGET_CLOCK_SPEED: '2.5',
    TARGET_BATCH_DEADLINE: '30',
    TARGET_RATE_SHARE: '0.5',
    TARGET_DESCRIPTION_URL: 'https://docs.example.com/openapi.json',
    TARGET_CA_FILE: '/etc/authorities.pem',
    TARGET_DENIED_HOSTS: '*.production.example.com',
    CONFORMANCE_EMBEDDED: '1',
  });
  expect(settings).toEqual({
    name: 'staging',
    baseUrl: url,
    apiKeys: ['sk-first-1', 'sk-second-2'],
    otherApiKey: 'sk-other-3',
    expiredApiKey: 'sk-expired-4',
    revokedApiKey: 'sk-revoked-5',
    writes: 'allow',
    orders: ['A-1', 'A-2'],
    imageUrl: 'https://images.shop.example/shirt.jpg',
    provocations: {
      rejectedImageUrl: 'https://images.shop.example/reject.jpg',
      problemImageUrl: 'https://images.shop.example/problem.jpg',
    },
    confirmedGaps: ['G-01', 'G-18'],
    clockSpeed: 2.5,
    control: { url: 'http://127.0.0.1:9000', token: 'token-6' },
    batchDeadline: 30,
    rateShare: 0.5,
    descriptionUrl: 'https://docs.example.com/openapi.json',
    caFile: '/etc/authorities.pem',
    deniedHosts: ['*.production.example.com'],
    embedded: true,
  });
  expect(Object.isFrozen(settings)).toBe(true);
});

test('white space, empty values and empty keys in a list count as nothing', () => {
  const settings = readSettings({
    TARGET_URL: ` ${url}/shop/ `,
    TARGET_API_KEY: ' first , ,second,',
    TARGET_WRITES: '',
    TARGET_CLOCK_SPEED: ' ',
  });
  expect(settings).toMatchObject({
    baseUrl: `${url}/shop`,
    apiKeys: ['first', 'second'],
    writes: 'deny',
    clockSpeed: 1,
  });
});

test('the embedded sandbox is called so', () => {
  expect(readSettings({ ...minimal, CONFORMANCE_EMBEDDED: '1' }).name).toBe('embedded sandbox');
  expect(readSettings({ ...minimal, CONFORMANCE_EMBEDDED: '1', TARGET_NAME: 'mine' }).name).toBe('mine');
});

test('a target needs an address', () => {
  const sentence = 'TARGET_URL is not set: set it to the base URL of the service, without /api/v1.';
  expect(() => readSettings({})).toThrow(sentence);
  expect(() => readSettings({ TARGET_URL: '  ' })).toThrow(sentence);
});

for (const ending of ['/api/v1', '/api/v1/', '/shop/api/v1//']) {
  test(`the prefix of the operations is no part of the address: ${ending}`, () => {
    const base = `${url}${ending.replace(/\/api\/v1\/*$/, '')}`;
    expect(() => readSettings({ TARGET_URL: url + ending })).toThrow(
      `TARGET_URL ends in /api/v1: set it to the base URL without that, ${base}.`,
    );
  });
}

test('an address that only contains the prefix is taken', () => {
  expect(readSettings({ TARGET_URL: `${url}/api/v1/mirror` }).baseUrl).toBe(`${url}/api/v1/mirror`);
});

/** Values that must be refused, each with the distinctive part of its message. */
const refused: readonly (readonly [name: SettingName, value: string, sentence: string])[] = [
  ['TARGET_URL', 'staging.example.com', 'is not an absolute http or https URL'],
  ['TARGET_URL', 'ftp://staging.example.com', 'is not an absolute http or https URL'],
  ['TARGET_URL', '/api', 'is not an absolute http or https URL'],
  ['TARGET_URL', 'https://user@staging.example.com', 'must not contain a user, password, query or fragment'],
  ['TARGET_URL', 'https://:word@staging.example.com', 'must not contain a user, password, query or fragment'],
  ['TARGET_URL', `${url}/?tenant=1`, 'must not contain a user, password, query or fragment'],
  ['TARGET_URL', `${url}/?`, 'must not contain a user, password, query or fragment'],
  ['TARGET_URL', `${url}/#top`, 'must not contain a user, password, query or fragment'],
  ['TARGET_URL', `${url}/#`, 'must not contain a user, password, query or fragment'],
  ['TARGET_API_KEY', 'good,not good', 'contains a character that a key in an HTTP header cannot have'],
  ['TARGET_API_KEY', 'line\nbreak', 'contains a character that a key in an HTTP header cannot have'],
  ['TARGET_OTHER_API_KEY', 'kéy', 'contains a character that a key in an HTTP header cannot have'],
  ['TARGET_EXPIRED_API_KEY', 'k\u0000y', 'contains a character that a key in an HTTP header cannot have'],
  ['TARGET_REVOKED_API_KEY', 'k\u007fy', 'contains a character that a key in an HTTP header cannot have'],
  ['TARGET_WRITES', 'yes', 'must be allow or deny, but is "yes"'],
  ['TARGET_WRITES', 'Allow', 'must be allow or deny, but is "Allow"'],
  ['TARGET_CONFIRMED_GAPS', 'G-00', 'but contains "G-00"'],
  ['TARGET_CONFIRMED_GAPS', 'G-01,G-21', 'but contains "G-21"'],
  ['TARGET_CONFIRMED_GAPS', 'G-1', 'but contains "G-1"'],
  ['TARGET_CONFIRMED_GAPS', 'G-01,all', 'but contains "all"'],
  ['TARGET_CONFIRMED_GAPS', 'G-01,', 'but contains ""'],
  ['TARGET_CLOCK_SPEED', '0', 'must be a number above 0 and up to 1000, but is "0"'],
  ['TARGET_CLOCK_SPEED', '-1', 'must be a number above 0 and up to 1000, but is "-1"'],
  ['TARGET_CLOCK_SPEED', '1000.1', 'must be a number above 0 and up to 1000, but is "1000.1"'],
  ['TARGET_CLOCK_SPEED', '1e2', 'must be a number above 0 and up to 1000, but is "1e2"'],
  ['TARGET_CLOCK_SPEED', 'fast', 'must be a number above 0 and up to 1000, but is "fast"'],
  ['TARGET_CONTROL_URL', 'localhost:9000', 'is not an absolute http or https URL'],
  ['TARGET_BATCH_DEADLINE', '0', 'must be a number above 0 and up to 86400, but is "0"'],
  ['TARGET_BATCH_DEADLINE', '86401', 'must be a number above 0 and up to 86400, but is "86401"'],
  ['TARGET_RATE_SHARE', '0', 'must be a number above 0 and up to 1, but is "0"'],
  ['TARGET_RATE_SHARE', '90%', 'must be a number above 0 and up to 1, but is "90%"'],
  ['TARGET_BATCH_DEADLINE', '30 s', 'must be a number above 0 and up to 86400, but is "30 s"'],
  ['TARGET_DESCRIPTION_URL', 'openapi.json', 'is not an absolute http or https URL'],
  ['TARGET_DESCRIPTION_URL', 'file:///etc/passwd', 'is not an absolute http or https URL'],
  ['TARGET_CONTROL_URL', 'ws://localhost:9000', 'is not an absolute http or https URL'],
  ['TARGET_DENIED_HOSTS', 'https://shop.example.com', 'must be hosts separated by commas'],
];

for (const [name, value, sentence] of refused) {
  test(`${name} refuses ${JSON.stringify(value)}`, () => {
    const error = errorOf({ ...minimal, [name]: value });
    expect(error.setting).toBe(name);
    expect(error.message).toContain(`${name} `);
    expect(error.message).toContain(sentence);
  });
}

test('bounds belong to what is accepted', () => {
  const most = readSettings({ ...minimal, TARGET_CLOCK_SPEED: '1000', TARGET_BATCH_DEADLINE: '86400' });
  expect(most).toMatchObject({ clockSpeed: 1000, batchDeadline: 86_400 });
  const least = readSettings({ ...minimal, TARGET_CLOCK_SPEED: '0.01', TARGET_BATCH_DEADLINE: '0.01' });
  expect(least).toMatchObject({ clockSpeed: 0.01, batchDeadline: 0.01 });
  expect(readSettings({ ...minimal, TARGET_API_KEY: '!~' }).apiKeys).toEqual(['!~']);
});

test('the control interface needs both its address and its token', () => {
  expect(errorOf({ ...minimal, TARGET_CONTROL_TOKEN: 'token-6' }).message).toBe(
    'TARGET_CONTROL_URL is not set: TARGET_CONTROL_TOKEN is set, so the address of the control interface is needed too.',
  );
  expect(errorOf({ ...minimal, TARGET_CONTROL_URL: 'http://127.0.0.1:9000' }).message).toBe(
    'TARGET_CONTROL_TOKEN is not set: TARGET_CONTROL_URL is set, so the token of the control interface is needed too.',
  );
});

test('an image that provokes a rejection goes with one that provokes a problem', () => {
  const [rejected, problem] = ['TARGET_REJECTED_IMAGE_URL', 'TARGET_PROBLEM_IMAGE_URL'];
  for (const [name, other] of [
    [rejected, problem],
    [problem, rejected],
  ])
    expect(errorOf({ ...minimal, [String(other)]: 'https://images.example/1.jpg' }).message).toBe(
      `${name} is not set: ${other} is set, and a run uses both or neither.`,
    );
});

test('a misspelt setting is an error, a variable of somebody else is not', () => {
  expect(errorOf({ ...minimal, TARGET_APIKEY: 'sk-first-1' })).toMatchObject({
    setting: 'TARGET_APIKEY',
    message: expect.stringMatching(
      /^TARGET_APIKEY is not a setting of this suite; the settings are TARGET_URL, /,
    ),
  });
  expect(() => readSettings({ ...minimal, MY_TARGET_KEY: 'x', TARGETS: 'y' })).not.toThrow();
});

test('no sentence quotes a key or a token, whichever setting is wrong', () => {
  const values = Object.values(secrets).flatMap((value) => value.split(','));
  const faults = [
    ...refused.map(([name, value]) => ({ [name]: value })),
    // The secret itself is wrong.
    ...Object.entries(secrets).map(([name, value]) => ({ [name]: `${value}\u00e9` })),
    { TARGET_CONTROL_URL: undefined },
    { TARGET_URL: undefined },
    { TARGET_UNKNOWN: 'sk-first-1' },
  ];
  const sentences = faults.flatMap((fault) => messageOf({ ...minimal, ...secrets, ...fault }) ?? []);
  expect(sentences.length).toBeGreaterThanOrEqual(refused.length + 5);
  for (const secret of values.filter((value) => !value.startsWith('http'))) {
    expect(sentences.filter((sentence) => sentence.includes(secret))).toEqual([]);
  }
});

const denials: readonly (readonly [name: SettingName, settings: Readonly<Record<string, string>>])[] = [
  ['TARGET_URL', { TARGET_URL: 'https://www.production.example.com' }],
  ['TARGET_CONTROL_URL', { TARGET_CONTROL_URL: 'https://production.example.com', TARGET_CONTROL_TOKEN: 't' }],
  ['TARGET_DESCRIPTION_URL', { TARGET_DESCRIPTION_URL: 'https://docs.production.example.com/openapi.json' }],
];
for (const [name, own] of denials) {
  test(`a host that is denied is denied as ${name}`, () => {
    const error = errorOf({ ...minimal, ...own, TARGET_DENIED_HOSTS: 'a.example,*.production.example.com' });
    expect(error).toMatchObject({
      setting: name,
      message: `"*.production.example.com" in TARGET_DENIED_HOSTS forbids ${name} ${own[name]}: use another host, or remove the entry if the suite may test this one.`,
    });
    expect(() => readSettings({ ...minimal, ...own, TARGET_DENIED_HOSTS: 'example.com' })).not.toThrow();
  });
}

test('TLS that verifies nothing is refused', () => {
  expect(errorOf({ ...minimal, NODE_TLS_REJECT_UNAUTHORIZED: '0' }).message).toBe(
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so keys would go to any host that answers: unset it, and name a private authority in TARGET_CA_FILE.',
  );
  expect(() => readSettings({ ...minimal, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toThrow();
});

test('settings are shown without any secret, but with which of them are set', () => {
  const shown = shownSettings(readSettings({ ...minimal, ...secrets }));
  expect(JSON.stringify(shown)).not.toMatch(/sk-|token-6/);
  expect(shown).toMatchObject({
    TARGET_URL: url,
    TARGET_API_KEY: ['[redacted]', '[redacted]'],
    TARGET_OTHER_API_KEY: '[redacted]',
    TARGET_CONTROL_URL: 'http://127.0.0.1:9000',
    TARGET_CONTROL_TOKEN: '[redacted]',
  });
  expect(shownSettings(readSettings(minimal))).toMatchObject({
    TARGET_API_KEY: [],
    TARGET_REVOKED_API_KEY: 'not set',
    TARGET_CONTROL_URL: 'not set',
    TARGET_CONTROL_TOKEN: 'not set',
  });
});

test('every key and token is a secret, and nothing else is', () => {
  expect(secretsIn(readSettings({ ...minimal, ...secrets }))).toEqual([
    'sk-first-1',
    'sk-second-2',
    'sk-other-3',
    'sk-expired-4',
    'sk-revoked-5',
    'token-6',
  ]);
  expect(secretsIn(readSettings(minimal))).toEqual([]);
});

test('a gap is confirmed by its name, or with all of them', () => {
  expect(isConfirmed({ confirmedGaps: ['G-07'] }, 'G-07')).toBe(true);
  expect(isConfirmed({ confirmedGaps: ['G-07'] }, 'G-08')).toBe(false);
  expect(isConfirmed({ confirmedGaps: 'all' }, 'G-08')).toBe(true);
});

function errorOf(environment: Readonly<Record<string, string | undefined>>): SettingsError {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('The settings were accepted.');
}

function messageOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    readSettings(environment);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
