import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
function ended(target: string, day: number, files = ['conformance.json', 'index.html', 'playwright/a.html']) {
  const folder = newRunFolder(target, new Date(Date.UTC(2030, 0, day)));
  for (const name of ['evidence.jsonl', ...files]) plant(join(folder, name), target);
  return folder;
}

const latest = () => readFileSync('reports/latest/index.html', 'utf8');

test('a run has a folder of its own, whose name tells its moment, its target and its process', () => {
  const folder = newRunFolder('eu/shop 1', new Date('2030-01-02T03:04:05.678Z'));
  expect(folder).toBe(`reports/runs/2030-01-02T03-04-05Z-eu-shop-1-${process.pid}`);
  expect(existsSync('reports')).toBe(false);
  expect(freeFolder(folder)).toBe(folder);
  for (const path of [folder, `${folder}.2`]) plant(join(path, 'evidence.jsonl'));
  expect(freeFolder(folder)).toBe(`${folder}.3`);
  expect([runFolderOf(process.pid), runFolderOf(0)]).toEqual([folder, undefined]);
});

test('the run that ended last and says something is the latest, as a copy of what people read; the others stay', () => {
  plant('mine/conformance.json');
  publish('mine', 0);
  expect(existsSync('reports'), 'a folder that a person named').toBe(false);
  publish(ended('one', 2), 2);
  expect(readdirSync('reports/latest').toSorted()).toEqual(['conformance.json', 'index.html', 'playwright']);
  publish(ended('two', 1), 0);
  publish(ended('without a report', 5, []), 3);
  publish(ended('silent', 3), 2);
  publish(ended('refused', 4), 2, false);
  expect(latest()).toBe('two');
  expect(readdirSync('reports/runs')).toHaveLength(4);
  expect(readdirSync('reports').toSorted()).toEqual(['latest', 'runs']);
});

test('a latest report that no run copied becomes one of the runs', () => {
  plant('reports/latest/notes.txt', 'mine');
  publish(ended('new', 1), 0);
  expect(latest()).toBe('new');
  const moved = readdirSync('reports/runs').find((name) => name.includes('-latest-')) ?? '';
  expect(readFileSync(join('reports/runs', moved, 'notes.txt'), 'utf8')).toBe('mine');
});

test('the last 20 runs of each target are kept, and what no run made', () => {
  plant('reports/runs/notes/a.txt');
  const [oldest] = [ended('staging', 2, []), ended('other', 1)];
  for (let day = 3; day <= 22; day++) publish(ended('staging', day), 0);
  expect(readdirSync('reports/runs')).toHaveLength(20 + 2);
  expect(existsSync(oldest)).toBe(false);
  expect(existsSync('reports/runs/notes/a.txt')).toBe(true);
});

test('a named folder must be new or empty, and one that can be written to', () => {
  for (const folder of [newRunFolder('a'), 'new/folder', 'new/folder', 'reports/nightly'])
    requireFolder(folder);
  expect(readdirSync('new/folder')).toEqual([]);
  plant('new/folder/thesis.txt', 'mine');
  expect(() => requireFolder('new/folder')).toThrow(
    `A run can't write to ${resolve('new/folder')}, because it holds thesis.txt: name a new or an empty folder with --output.`,
  );
  for (const place of ['new/folder/thesis.txt', '/sys/nowhere'])
    expect(() => requireFolder(place)).toThrow(
      /^A run can't write to \S+ \(E[A-Z]+\): name a folder that you can write to with --output\.$/,
    );
});
