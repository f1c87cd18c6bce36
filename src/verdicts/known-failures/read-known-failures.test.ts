import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { targetFolder } from '../../contract/closings/target-file-path.js';
import { dayOf, readKnownFailures } from './read-known-failures.js';

const text = `
- requirement: REF-06
  reason: Two brands share an id.
  link: https://tracker.example.com/SHOP-123
  expires: 2030-01-31
`;

function folderWith(...files: readonly string[]): string {
  const folder = test.info().outputPath('known-failures');
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), text);
  return folder;
}

test('a target has the file of its name, just as --target takes it', () => {
  const folder = folderWith('staging.yaml', 'Staging_EU.yaml');
  expect(readKnownFailures({}, 'staging', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, 'Staging_EU', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, 'production', folder)).toBeUndefined();
});

test('a target without a name has the file of its folder of kept runs', () => {
  const folder = folderWith(`${targetFolder('embedded sandbox')}.yaml`);
  expect(readKnownFailures({}, 'embedded sandbox', folder)?.entries).toHaveLength(1);
  expect(readKnownFailures({}, '127.0.0.1:8080', folder)).toBeUndefined();
});

test('CONFORMANCE_KNOWN_FAILURES names another file, or none', () => {
  const folder = folderWith('staging.yaml', 'other.yaml');
  const other = join(folder, 'other.yaml');
  const named = (value: string) =>
    readKnownFailures({ CONFORMANCE_KNOWN_FAILURES: value }, 'staging', folder);
  expect(named(other)?.file).toBe(other);
  expect(named('none')).toBeUndefined();
  expect(named(' ')?.file).toContain('staging.yaml');
});

test('a file that is named must be there, and must be a file', () => {
  const named = (value: string) => () =>
    readKnownFailures({ CONFORMANCE_KNOWN_FAILURES: value }, 'staging', folderWith());
  expect(named('/nowhere/known.yaml')).toThrow(
    'There is no file /nowhere/known.yaml, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.',
  );
  expect(named(folderWith())).toThrow(/can't be read \(EISDIR\): make it a file/);
});

test('the day is that of the run, in UTC', () => {
  const folder = folderWith('staging.yaml');
  expect(readKnownFailures({ CONFORMANCE_DAY: '2030-01-02' }, 'staging', folder)?.day).toBe('2030-01-02');
  expect(dayOf({}, new Date('2030-01-02T23:30:00-05:00'))).toBe('2030-01-03');
});
