import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';
import { authoritiesIn, trustInWorkers } from './authorities.js';

const file = (name: string) => fileURLToPath(new URL(`../../proof/certificates/${name}`, import.meta.url));
const text = (name: string) => readFileSync(file(name), 'utf8');
const authority = file('authority.pem');

test('without the setting there is nothing beside the authorities of the system', () => {
  expect(authoritiesIn({}, { NODE_EXTRA_CA_CERTS: '/elsewhere.pem' })).toBeUndefined();
});

const badFiles: readonly (readonly [what: string, content: string, sentence: string])[] = [
  ['nothing', '', 'contains no certificate'],
  ['a key alone', text('server-key.pem'), 'contains no certificate'],
  ['binary', '\x30\x82\x01\xff', 'contains no certificate'],
  [
    'a damaged certificate',
    text('authority.pem').replace(/MII.{8}/, 'MIIAAAAAAAA'),
    'contains a damaged certificate',
  ],
  [
    'a damaged certificate behind a good one',
    `${text('authority.pem')}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    'contains a damaged certificate',
  ],
];
for (const [what, content, sentence] of badFiles)
  test(`a file with ${what} is refused in a sentence`, () => {
    const path = test.info().outputPath('authorities.pem');
    writeFileSync(path, content);
    expect(() => authoritiesIn({ caFile: path }, {})).toThrow(
      `TARGET_CA_FILE ${path} ${sentence}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  });

test('a file that is not there, or is a folder, is refused in a sentence', () => {
  const folder = test.info().outputPath();
  expect(() => authoritiesIn({ caFile: `${folder}/none.pem` }, {})).toThrow(
    `TARGET_CA_FILE ${folder}/none.pem can't be read (ENOENT): set it to the path of a file of PEM certificates.`,
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
