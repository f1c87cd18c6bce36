import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { freeFolder, newRunFolder, publish, requireFolder, runFolderOf } from './run-folder.js';

const before = process.cwd();

test.beforeEach(() => {
  mkdirSync(test.info().outputPath('project'), { recursive: true });
  process.chdir(test.info().outputPath('project'));
});

test.afterEach(() => process.chdir(before));

function plant(file: string, text = ''): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The folder of a run that has ended, on a day of January. */
function ended(target: string, day: number, text = target): string {
  const folder = newRunFolder(target, new Date(Date.UTC(2030, 0, day)));
  for (const name of ['conformance.json', 'index.html', 'evidence.jsonl', 'playwright/index.html'])
    plant(join(folder, name), text);
  return folder;
}

const runs = () => readdirSync('reports/runs').toSorted();
const textOf = (file: string) => readFileSync(file, 'utf8');

test('a run has a folder of its own, whose name tells its moment, its target and its process', () => {
  const folder = newRunFolder('eu/shop 1', new Date('2030-01-02T03:04:05.678Z'));
  expect(folder).toBe(`reports/runs/2030-01-02T03-04-05Z-eu-shop-1-${process.pid}`);
  expect(existsSync('reports')).toBe(false);
  expect(freeFolder(folder)).toBe(folder);
  for (const path of [folder, `${folder}.2`]) plant(join(path, 'evidence.jsonl'));
  expect(freeFolder(folder)).toBe(`${folder}.3`);
  expect(runFolderOf(process.pid)).toBe(folder);
  expect(runFolderOf(0)).toBeUndefined();
});

test('the run that ended last and says something is the latest, as a copy of what people read; the others stay', () => {
  plant('mine/conformance.json');
  publish('mine', 0);
  expect(existsSync('reports'), 'a folder that a person named').toBe(false);
  publish(ended('staging', 2, 'one'), 2);
  expect(readdirSync('reports/latest').toSorted()).toEqual(['conformance.json', 'index.html', 'playwright']);
  publish(ended('other', 1, 'two'), 0);
  publish(ended('silent', 3, 'three'), 2);
  publish(ended('refused', 4, 'four'), 2, false);
  for (const name of ['index.html', 'playwright/index.html'])
    expect(textOf(`reports/latest/${name}`)).toBe('two');
  expect(runs()).toHaveLength(3);
  expect(readdirSync('reports').toSorted()).toEqual(['latest', 'runs']);
});

test('a latest report that no run copied becomes one of the runs, and a link is only replaced', () => {
  plant('reports/latest/conformance.json', 'old');
  plant('reports/latest/notes.txt', 'mine');
  utimesSync('reports/latest', 1_900_000_000, 1_900_000_000);
  publish(ended('staging', 1, 'new'), 0);
  expect(textOf('reports/latest/index.html')).toBe('new');
  const moved = `reports/runs/2030-03-17T17-46-40Z-latest-${process.pid}`;
  expect([textOf(`${moved}/conformance.json`), textOf(`${moved}/notes.txt`)]).toEqual(['old', 'mine']);
  plant('elsewhere/index.html', 'theirs');
  rmSync('reports/latest', { recursive: true });
  symlinkSync(resolve('elsewhere'), 'reports/latest');
  publish(ended('staging', 2, 'newer'), 0);
  expect(textOf('reports/latest/index.html')).toBe('newer');
  expect(textOf('elsewhere/index.html')).toBe('theirs');
});

test('a run without a report leaves the latest one', () => {
  publish(ended('staging', 1, 'one'), 0);
  const empty = newRunFolder('staging', new Date(Date.UTC(2030, 0, 2)));
  plant(join(empty, 'evidence.jsonl'));
  publish(empty, 3);
  expect(textOf('reports/latest/index.html')).toBe('one');
});

test('the last 20 runs of each target are kept, and what no run made', () => {
  const killed = ended('staging', 2);
  rmSync(join(killed, 'conformance.json'));
  const own = ['notes', '2030-01-01T00-00-00Z-staging-1'].map((name) => join('reports/runs', name, 'a.txt'));
  for (const file of own) plant(file);
  ended('other', 1);
  for (let day = 3; day <= 24; day++) publish(ended('staging', day), 0);
  const left = runs();
  expect(left).toHaveLength(20 + 1 + own.length);
  expect(existsSync(killed)).toBe(false);
  for (const file of own) expect(existsSync(file)).toBe(true);
});

test('a named folder must be new or empty, its own, and one that can be written to', () => {
  for (const folder of [newRunFolder('a'), 'new/folder', 'new/folder', 'reports/nightly'])
    requireFolder(folder);
  expect(readdirSync('new/folder')).toEqual([]);
  const refusal = (place: string, why: string) =>
    `A run can't write to ${resolve(place)}, because ${why}: name a new or an empty folder with --output.`;
  plant('new/folder/thesis.txt', 'mine');
  for (const [place, why] of [
    ['new/folder', 'it holds thesis.txt'],
    ...['reports', '.', resolve('reports'), '../', 'reports/runs', 'reports/latest', 'reports/history/a'].map(
      (each) => [each, 'all runs share it'] as const,
    ),
  ] as const)
    expect(() => requireFolder(place)).toThrow(refusal(place, why));
  for (const place of ['new/folder/thesis.txt', '/sys/nowhere'])
    expect(() => requireFolder(place)).toThrow(
      /^A run can't write to \S+ \(E[A-Z]+\): name a folder that you can write to with --output\.$/,
    );
});
