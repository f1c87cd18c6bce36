import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '#unit-test';
import { historyFolder, reportsFolder, withSettingsFile } from './environment.js';

test('a value of the process wins over the file, and neither is changed', () => {
  const folder = folderWith({ '.env': 'TARGET_URL=https://file.example.com\nTARGET_WRITES=allow\n' });
  const environment = { TARGET_URL: 'https://process.example.com', HOME: '/home/me' };
  expect(withSettingsFile(environment, folder)).toEqual({
    TARGET_URL: 'https://process.example.com',
    TARGET_WRITES: 'allow',
    HOME: '/home/me',
  });
  expect(environment).not.toHaveProperty('TARGET_WRITES');
});

test('a named target is read from its own file, and not from the other', () => {
  const folder = folderWith({
    '.env': 'TARGET_WRITES=allow\n',
    '.env.eu-1.staging': 'TARGET_URL=https://eu.example.com\n',
  });
  expect(withSettingsFile({ TARGET_NAME: 'eu-1.staging' }, folder)).toEqual({
    TARGET_NAME: 'eu-1.staging',
    TARGET_URL: 'https://eu.example.com',
  });
});

test('without a file and without a name the environment is all there is', () => {
  const environment = { TARGET_URL: 'https://process.example.com' };
  const merged = withSettingsFile(environment, folderWith({}));
  expect(merged).toEqual(environment);
  expect(merged).not.toBe(environment);
});

test('an empty name, as an unset variable of a CI server leaves it, is no name', () => {
  const folder = folderWith({ '.env': 'TARGET_WRITES=allow\n' });
  expect(withSettingsFile({ TARGET_NAME: '' }, folder)).toMatchObject({ TARGET_WRITES: 'allow' });
});

test('a run of the project itself takes nothing from the settings file but what is denied', () => {
  const folder = folderWith({
    '.env': 'TARGET_URL=https://file.example.com\nTARGET_DENIED_HOSTS=a.example\n',
    '.env.staging': 'TARGET_URL=https://staging.example.com\n',
  });
  const own = { CONFORMANCE_SETTINGS_FILE: 'none' };
  expect(withSettingsFile(own, folder)).toEqual({ ...own, TARGET_DENIED_HOSTS: 'a.example' });
  // A run that names a target still reads that target's file.
  expect(withSettingsFile({ ...own, TARGET_NAME: 'staging' }, folder)).toMatchObject({
    TARGET_URL: 'https://staging.example.com',
  });
  const named = { ...own, TARGET_NAME: 'nowhere', TARGET_URL: 'https://nowhere.example.com' };
  expect(withSettingsFile(named, folder)).toEqual({ ...named, TARGET_DENIED_HOSTS: 'a.example' });
});

test('a named target without a file is an error that names the file', () => {
  const folder = folderWith({ '.env': 'TARGET_WRITES=allow\n' });
  expect(() => withSettingsFile({ TARGET_NAME: 'staging' }, folder)).toThrow(
    '--target staging needs a file .env.staging next to package.json; copy .env.example and fill it in.',
  );
});

for (const name of ['../secrets', 'a/b', 'two words']) {
  test(`${JSON.stringify(name)} is no name of a target`, () => {
    expect(() => withSettingsFile({ TARGET_NAME: name }, folderWith({}))).toThrow(
      '--target takes the name of a settings file',
    );
  });
}

test('what is denied anywhere is denied for every target', () => {
  const folder = folderWith({
    '.env': 'TARGET_DENIED_HOSTS=a.example, b.example\nTARGET_WRITES=allow\n',
    '.env.staging': 'TARGET_DENIED_HOSTS=c.example,a.example\n',
    '.env.bare': 'TARGET_DENIED_HOSTS=\n',
  });
  const environment = { TARGET_NAME: 'staging', TARGET_DENIED_HOSTS: 'd.example' };
  const merged = withSettingsFile(environment, folder);
  expect(merged).toEqual({
    TARGET_NAME: 'staging',
    TARGET_DENIED_HOSTS: 'd.example,c.example,a.example,b.example',
  });
  expect(withSettingsFile(merged, folder), 'as a worker reads it again').toMatchObject({
    TARGET_DENIED_HOSTS: 'd.example,c.example,a.example,b.example',
  });
  expect(withSettingsFile({ TARGET_NAME: 'bare', TARGET_DENIED_HOSTS: '' }, folder)).toEqual({
    TARGET_NAME: 'bare',
    TARGET_DENIED_HOSTS: 'a.example,b.example',
  });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(test.info().outputPath(name), text);
  return test.info().outputPath();
}

const ours: readonly (readonly [named: string | undefined, reports: string, history: string])[] = [
  [undefined, 'reports/latest', 'reports/history'],
  ['', 'reports/latest', 'reports/history'],
  ['./reports/latest/', './reports/latest/', 'reports/history'],
  [resolve('reports/latest'), resolve('reports/latest'), 'reports/history'],
  ['reports', 'reports', 'reports/history'],
  ['/tmp/x', '/tmp/x', '/tmp/x/history'],
  ['out', 'out', 'out/history'],
];

for (const [named, reports, history] of ours) {
  test(`CONFORMANCE_REPORTS=${named} writes to ${reports} and keeps runs in ${history}`, () => {
    const environment = { CONFORMANCE_REPORTS: named };
    expect(reportsFolder(environment)).toBe(reports);
    expect(historyFolder(environment)).toBe(history);
  });
}
