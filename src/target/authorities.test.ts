import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { authoritiesIn } from './authorities.js';

const authority = fileURLToPath(new URL('../../selftest/certificates/authority.pem', import.meta.url));
const text = readFileSync(authority, 'utf8');
const [lacks, isDamaged] = ['contains no certificate', 'contains a damaged certificate'];

test('a file of authorities without intact certificates is refused in a sentence', () => {
  const folder = test.info().outputPath();
  const path = `${folder}/authorities.pem`;
  for (const [content, sentence] of [
    ['\x30\x82\x01\xff', lacks],
    [text.replace(/MII.{8}/, 'MIIAAAAAAAA'), isDamaged],
    [`${text}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`, isDamaged],
  ] as const) {
    writeFileSync(path, content);
    expect(() => authoritiesIn(path)).toThrow(
      `TARGET_CA_FILE ${path} ${sentence}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  }
  expect(() => authoritiesIn(folder)).toThrow(
    `TARGET_CA_FILE ${folder} can't be read (EISDIR): set it to the path of a file of PEM certificates.`,
  );
});

test('a file that Node trusts may be missing, and means nothing without TARGET_CA_FILE', () => {
  for (const trusted of [authority, '/none.pem']) {
    expect(authoritiesIn(authority, trusted)).toBeDefined();
    expect(authoritiesIn(undefined, trusted)).toBeUndefined();
  }
});
