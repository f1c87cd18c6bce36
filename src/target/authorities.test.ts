import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { authoritiesIn, trustInWorkers } from './authorities.js';
import { serveSecurely } from './loopback-server.js';
import { preflight } from './preflight.js';
import { readSettings } from './settings.js';

const file = (name: string) => fileURLToPath(new URL(`../../selftest/certificates/${name}`, import.meta.url));
const text = (name: string) => readFileSync(file(name), 'utf8');
const identity = { key: text('server-key.pem'), cert: text('server.pem') };
const authority = file('authority.pem');

function settingsFor(url: string, caFile?: string) {
  return readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', TARGET_CA_FILE: caFile });
}

test('a certificate of a private authority is accepted where TARGET_CA_FILE names that, and only there', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.end('{}'));
  await preflight(settingsFor(server.url, authority));
  await expect(preflight(settingsFor(server.url))).rejects.toThrow(
    '(its certificate is from an authority that is not known here): name the file of that authority in TARGET_CA_FILE',
  );
});

test('whose certificate it is counts, whoever signed it', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.end('{}'));
  const url = server.url.replace('127.0.0.1', 'localhost');
  await expect(preflight(settingsFor(url, authority))).rejects.toThrow(
    '(its certificate is for another host name)',
  );
});

test('the control interface is reached by the same authorities', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.writeHead(200).end());
  const settings = {
    TARGET_URL: server.url,
    TARGET_CONTROL_URL: server.url,
    TARGET_CONTROL_TOKEN: 'token-6',
  };
  await preflight(readSettings({ ...settings, TARGET_CA_FILE: authority }));
});

test('without the setting there is nothing beside the authorities of the system', () => {
  expect(authoritiesIn({}, { NODE_EXTRA_CA_CERTS: '/elsewhere.pem' })).toBeUndefined();
});

const badFiles: readonly (readonly [what: string, content: string, sentence: string])[] = [
  ['nothing', '', 'holds no certificate'],
  ['a key alone', text('server-key.pem'), 'holds no certificate'],
  ['binary', '\x30\x82\x01\xff', 'holds no certificate'],
  [
    'a damaged certificate',
    text('authority.pem').replace(/MII.{8}/, 'MIIAAAAAAAA'),
    'holds a damaged certificate',
  ],
  [
    'a damaged certificate behind a good one',
    `${text('authority.pem')}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    'holds a damaged certificate',
  ],
];
for (const [what, content, sentence] of badFiles)
  test(`a file with ${what} is refused in a sentence`, () => {
    const path = test.info().outputPath('authorities.pem');
    writeFileSync(path, content);
    expect(() => authoritiesIn({ caFile: path }, {})).toThrow(
      `TARGET_CA_FILE ${path} ${sentence}: give a file of certificates in PEM, as in -----BEGIN CERTIFICATE-----.`,
    );
  });

test('a file that is not there, or is a folder, is refused in a sentence', () => {
  const folder = test.info().outputPath();
  expect(() => authoritiesIn({ caFile: `${folder}/none.pem` }, {})).toThrow(
    `TARGET_CA_FILE ${folder}/none.pem can't be read (ENOENT): give the path of a file of certificates in PEM.`,
  );
  expect(() => authoritiesIn({ caFile: folder }, {})).toThrow(
    `TARGET_CA_FILE ${folder} can't be read (EISDIR)`,
  );
});

test('workers are told by the variable that Node reads when it starts', () => {
  const environment: NodeJS.ProcessEnv = { TARGET_URL: 'https://a.example', TARGET_CA_FILE: authority };
  trustInWorkers(environment);
  expect(environment.NODE_EXTRA_CA_CERTS).toBe(authority);
  expect(authoritiesIn({ caFile: authority }, environment)).toBeDefined();
});

test('what Node reads already is read with them', () => {
  const others = test.info().outputPath('company.pem');
  writeFileSync(others, text('server.pem'));
  const environment: NodeJS.ProcessEnv = {
    TARGET_URL: 'https://a.example',
    TARGET_CA_FILE: authority,
    NODE_EXTRA_CA_CERTS: others,
  };
  trustInWorkers(environment);
  const joined = environment.NODE_EXTRA_CA_CERTS ?? '';
  expect(readFileSync(joined, 'utf8')).toBe(`${text('server.pem')}\n${text('authority.pem')}`);
  trustInWorkers(environment);
  expect(environment.NODE_EXTRA_CA_CERTS, 'as a worker finds it').toBe(joined);
});

test("a file that Node could not read either is in nobody's way", () => {
  const environment = {
    TARGET_URL: 'https://a.example',
    TARGET_CA_FILE: authority,
    NODE_EXTRA_CA_CERTS: '/none.pem',
  };
  expect(authoritiesIn({ caFile: authority }, environment)).toBeDefined();
  trustInWorkers(environment);
  expect(environment.NODE_EXTRA_CA_CERTS).toBe(authority);
});

test('the embedded sandbox needs no authority', () => {
  const environment: NodeJS.ProcessEnv = { TARGET_CA_FILE: authority };
  trustInWorkers(environment);
  expect(environment).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
});
