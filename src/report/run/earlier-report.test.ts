import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { EarlierReport } from './earlier-report.js';

/** A folder with the reports of a run, told by its name. */
function written(folder: string, run: string, verdict = 'conformant'): string {
  mkdirSync(join(folder, 'playwright'), { recursive: true });
  writeFileSync(join(folder, 'conformance.json'), `{\n  "format": 1,\n  "verdict": "${verdict}"\n}`);
  for (const name of ['index.html', 'playwright/index.html']) writeFileSync(join(folder, name), run);
  return folder;
}

const pages = (folder: string) =>
  ['index.html', 'playwright/index.html'].map((name) => readFileSync(join(folder, name), 'utf8'));

const newFolder = () => mkdtempSync(test.info().outputPath('reports-'));

test.beforeEach(() => mkdirSync(test.info().outputPath(), { recursive: true }));

test('a run that says something replaces the earlier reports, which are out of sight while it goes on', () => {
  const folder = written(newFolder(), 'before');
  const earlier = new EarlierReport(folder);
  earlier.setAside();
  expect(readdirSync(folder)).toEqual(['.earlier']);
  written(folder, 'now', 'non-conformant');
  expect(earlier.placeOf(join(folder, 'index.html'), 1)).toBe(join(folder, 'index.html'));
  earlier.settle(1, false);
  expect(pages(folder)).toEqual(['now', 'now']);
  expect(readdirSync(folder).sort()).toEqual(['conformance.json', 'index.html', 'playwright']);
});

test('a run that says nothing never replaces the earlier reports', () => {
  const folder = written(newFolder(), 'before');
  const earlier = new EarlierReport(folder);
  earlier.setAside();
  written(folder, 'now', 'nothing can be said');
  const apart = join(folder, 'nothing-said');
  expect(earlier.placeOf(join(folder, 'index.html'), 2)).toBe(join(apart, 'index.html'));
  earlier.settle(2, false);
  expect([...pages(folder), ...pages(apart)]).toEqual(['before', 'before', 'now', 'now']);
  // One that didn't even begin leaves nothing.
  const next = new EarlierReport(folder);
  next.setAside();
  written(folder, 'then', 'nothing can be said');
  next.settle(2, true);
  next.settle(2, true);
  expect(pages(folder)).toEqual(['before', 'before']);
  expect(existsSync(apart)).toBe(false);
});

test('reports that say nothing are replaced by any, and what a killed run had set aside is taken up again', () => {
  const folder = written(newFolder(), 'before', 'nothing can be said');
  const earlier = new EarlierReport(folder);
  earlier.setAside();
  expect(existsSync(join(folder, 'conformance.json'))).toBe(false);
  written(folder, 'now');
  earlier.settle(2, false);
  expect(pages(folder)).toEqual(['now', 'now']);
  // The first is killed before it has written anything, the second before its reports have made way.
  new EarlierReport(folder).setAside();
  new EarlierReport(folder).setAside();
  written(folder, 'then', 'nothing can be said');
  const next = new EarlierReport(folder);
  next.setAside();
  next.settle(2, true);
  expect(pages(folder)).toEqual(['now', 'now']);
});
