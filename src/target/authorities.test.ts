import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { authoritiesIn } from './authorities.js';

const authority = fileURLToPath(new URL('../../selftest/certificates/authority.pem', import.meta.url));

test('a file of authorities without intact certificates is refused in a sentence', () => {
  const text = readFileSync(authority, 'utf8');
  const path = test.info().outputPath('authorities.pem');
  for (const [content, problem] of [
    ['\x30\x82\x01\xff', 'no certificate'],
    [text.replace(/MII.{8}/, 'MIIAAAAAAAA'), 'a damaged certificate'],
    [`${text}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`, 'a damaged certificate'],
  ] as const) {
    writeFileSync(path, content);
    expect(() => authoritiesIn(path)).toThrow(
      `TARGET_CA_FILE ${path} contains ${problem}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  }
  expect(() => authoritiesIn('/')).toThrow(/^TARGET_CA_FILE \/ can't be read \(EISDIR\): /);
  // Node itself warns of a file that it can't read.
  expect(authoritiesIn(authority, '/none.pem')).toBeDefined();
});
