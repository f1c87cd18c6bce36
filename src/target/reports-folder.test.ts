import { resolve } from 'node:path';
import { expect, test } from '#unit-test';
import { historyFolder, reportsFolder } from './reports-folder.js';

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
