import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { workingFolder } from '../../contract/documents/folders.js';
import { SettingsError } from '../settings.js';
import { claimFolder, claimOutput, markerName } from './claimed-folder.js';

/** A folder with these files: a name that ends with a slash is a folder, and a string after an arrow is a link. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (text.startsWith('-> ')) symlinkSync(text.slice('-> '.length), join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** All paths below a folder, with what each file holds. */
function contentOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const textOf = (path: string) => (lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '');
  return Object.fromEntries(paths.map((path) => [path, textOf(join(folder, path))]));
}

const verdict = '{\n  "format": 1,\n  "verdict": "conformant"\n}\n';
const journal = '{"run":{"format":1,"target":{}}}\n';

const kept = { 'conformance.json': verdict, 'summary.md': '', 'index.html': '-> nowhere' };

/** Folders with files of somebody else, and the words that name what is in the way. */
const foreign: readonly (readonly [what: string, files: Readonly<Record<string, string>>, says: string])[] = [
  [
    'files in artifacts and playwright',
    { 'artifacts/mine.txt': '1', 'playwright/mine.txt': '2' },
    'artifacts',
  ],
  ['a page', { 'index.html': 'mine' }, 'index.html'],
  ['a journal of something else', { 'evidence.jsonl': '{"mine":1}' }, 'evidence.jsonl'],
  ['one other file', { 'thesis.txt': 'mine' }, 'thesis.txt'],
  ['a copied verdict next to artifacts', { 'conformance.json': verdict, 'artifacts/a': '' }, 'artifacts'],
  ['a different conformance.json', { 'conformance.json': '{}', 'index.html': '' }, 'conformance.json'],
  ['artifacts that are elsewhere', { [markerName]: '', artifacts: '-> ..' }, 'artifacts is a link'],
  ['a page that is elsewhere', kept, 'index.html is a link'],
];
for (const [what, files, says] of foreign)
  test(`a folder with ${what} is refused, and stays as it is`, () => {
    const folder = folderWith(files);
    const before = contentOf(folder);
    expect(() => claimFolder(folder)).toThrow(SettingsError);
    expect(() => claimFolder(folder)).toThrow(says);
    expect(contentOf(folder)).toEqual(before);
  });

test('the root, the folder of the command, one above it, a link to it, and the home of the user are refused', () => {
  const says = /but it is (the folder of the command|your home), or holds it: /;
  for (const folder of ['/', '.', join(workingFolder, '..'), homedir()])
    expect(() => claimFolder(folder)).toThrow(says);
  const link = test.info().outputPath('link');
  symlinkSync(workingFolder, link);
  expect(() => claimFolder(link)).toThrow('but it is the folder of the command');
});

const [artifacts, notes] = [{ 'artifacts/a': '' }, { 'index.html': '', 'notes.txt': '' }];
for (const [what, files] of [
  ['that is empty', {}],
  ['with the reports of an earlier version', { 'conformance.json': verdict, ...notes }],
  ['of an earlier version without a page', { 'conformance.json': verdict, 'summary.md': '', ...artifacts }],
  [
    'of a killed run of an earlier version',
    { 'evidence.jsonl': journal, ...artifacts, 'running.json': '{}' },
  ],
  [
    'with a restored ledger and an earlier proof',
    { 'ledger/a/b.jsonl': '', 'detection.json': '{}', 'findings.json': '[]' },
  ],
  ['that a run has claimed before', { [markerName]: '', ...artifacts }],
] as const)
  test(`a folder ${what} is accepted, and marked`, () => {
    const folder = folderWith(files);
    const before = contentOf(folder);
    claimFolder(folder);
    claimFolder(folder);
    expect(contentOf(folder)).toEqual({ ...before, [markerName]: expect.stringMatching(/\S/) });
  });

test('a new folder is made; a file, and a folder that cannot be made, are refused with the way out', () => {
  const folder = join(folderWith({ [markerName]: '' }), 'new/folder');
  claimFolder(folder);
  expect(readdirSync(folder)).toEqual([markerName]);
  const file = join(folder, markerName);
  expect(() => claimFolder(file)).toThrow(`in ${file}, but it is not a folder: name a new folder`);
  for (const place of [join(file, 'below'), '/sys/nowhere', '/proc/nowhere']) {
    const says = (wayOut: string) =>
      new RegExp(
        `^A run can't write to ${place} \\(E[A-Z]+\\): name a folder that you can write to ${wayOut}\\.$`,
      );
    expect(() => claimFolder(place)).toThrow(says('in CONFORMANCE_REPORTS'));
    expect(() => claimOutput(place, folder)).toThrow(says('with --output'));
  }
});

test('the folder for what tests attach is emptied only if it is new, inside the reports, or left by Playwright', () => {
  const reports = folderWith({ [markerName]: '', 'artifacts/a': '' });
  const other = test.info().outputPath('other');
  mkdirSync(other);
  for (const folder of [join(reports, 'artifacts'), other, test.info().outputPath('new')])
    claimOutput(folder, reports);
  writeFileSync(join(other, 'thesis.txt'), 'mine');
  for (const folder of [other, reports, relative(workingFolder, other)])
    expect(() => claimOutput(folder, reports)).toThrow(SettingsError);
  symlinkSync(other, join(reports, 'outside'));
  expect(() => claimOutput(join(reports, 'outside'), reports)).toThrow('it holds thesis.txt');
  writeFileSync(join(other, '.last-run.json'), '{}');
  claimOutput(other, reports);
});

test('a file, or a link to a file or to nothing, is refused for what tests attach, and stays as it is', () => {
  const reports = folderWith({ [markerName]: '' });
  const own = test.info().outputPath('README.md');
  writeFileSync(own, 'mine');
  symlinkSync(own, `${own}.link`);
  symlinkSync('nowhere', `${own}.dangling`);
  for (const path of [own, `${own}.link`, `${own}.dangling`, relative(workingFolder, own)])
    expect(() => claimOutput(path, reports), path).toThrow(
      `A run would replace ${resolve(path)}, which is not a folder: name a new or an empty folder with --output.`,
    );
  expect(readFileSync(own, 'utf8')).toBe('mine');
});
