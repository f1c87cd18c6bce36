import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { authoritiesIn, trustInWorkers } from './authorities.js';

const file = (name: string) => fileURLToPath(new URL(`../../selftest/certificates/${name}`, import.meta.url));
const text = (name: string) => readFileSync(file(name), 'utf8');
const authority = file('authority.pem');

const lacks = 'contains no certificate';
const isDamaged = 'contains a damaged certificate';
const badFiles: readonly (readonly [what: string, content: string, sentence: string])[] = [
  ['nothing', '', lacks],
  ['a key alone', text('server-key.pem'), lacks],
  ['binary', '\x30\x82\x01\xff', lacks],
  ['a damaged certificate', text('authority.pem').replace(/MII.{8}/, 'MIIAAAAAAAA'), isDamaged],
  [
    'a second, damaged one',
    `${text('authority.pem')}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    isDamaged,
  ],
];
test('a file of authorities without intact certificates is refused in a sentence', () => {
  const folder = test.info().outputPath();
  for (const [what, content, sentence] of badFiles) {
    const path = `${folder}/${what}.pem`;
    writeFileSync(path, content);
    expect(() => authoritiesIn({ caFile: path })).toThrow(
      `TARGET_CA_FILE ${path} ${sentence}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  }
  expect(() => authoritiesIn({ caFile: `${folder}/none.pem` })).toThrow(
    `TARGET_CA_FILE ${folder}/none.pem can't be read (ENOENT): set it to the path of a file of PEM certificates.`,
  );
  expect(() => authoritiesIn({ caFile: folder })).toThrow(`${folder} can't be read (EISDIR)`);
});

const asked = (others?: string): NodeJS.ProcessEnv => ({
  TARGET_URL: 'https://a.example',
  TARGET_CA_FILE: authority,
  NODE_EXTRA_CA_CERTS: others,
});

test('workers trust the file through the variable that Node reads when it starts', () => {
  for (const others of [undefined, '/none.pem']) {
    const environment = asked(others);
    trustInWorkers(environment);
    expect(environment.NODE_EXTRA_CA_CERTS).toBe(authority);
    expect(authoritiesIn({ caFile: authority, trustedFile: others })).toBeDefined();
    expect(authoritiesIn({ trustedFile: others })).toBeUndefined();
  }
  const embedded: NodeJS.ProcessEnv = { TARGET_CA_FILE: authority };
  trustInWorkers(embedded);
  expect(embedded).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
});

test('the authorities that Node already trusts stay trusted', () => {
  const others = test.info().outputPath('company.pem');
  writeFileSync(others, text('server.pem'));
  const environment = asked(others);
  trustInWorkers(environment);
  const joined = environment.NODE_EXTRA_CA_CERTS ?? '';
  expect(readFileSync(joined, 'utf8')).toBe(`${text('server.pem')}\n${text('authority.pem')}`);
  trustInWorkers(environment);
  expect(environment.NODE_EXTRA_CA_CERTS, 'as a worker finds it').toBe(joined);
});
