import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { markerName } from './claimed-folder.js';
import { newestFolder, runnerIn, takeFolder, takeReports } from './run-folder.js';

const latest = () => test.info().outputPath('latest');

test('each run that starts while others are going gets a folder of its own, and a sentence that names it', () => {
  const [first, second, third] = [takeFolder(latest()), takeFolder(latest()), takeFolder(latest())];
  expect([first, second, third].map(({ folder }) => basename(folder))).toEqual([
    'latest',
    'latest-2',
    'latest-3',
  ]);
  expect(first.notice).toBeUndefined();
  expect(second.notice).toBe(
    `A run is going in ${latest()} (process ${process.pid}): this one writes to ${latest()}-2.`,
  );
  expect(runnerIn(latest())?.pid).toBe(process.pid);
  first.shareWith(dead);
  expect(runnerIn(latest())).toMatchObject({ pid: process.pid, child: dead });
  first.release();
  expect(runnerIn(latest())).toBeUndefined();
  expect(readdirSync(latest())).toEqual([markerName]);
  expect(takeFolder(latest()).folder).toBe(latest());
});

const dead = spawnSync(process.execPath, ['--version']).pid;
for (const [what, lock] of [
  ['a process that has died', JSON.stringify({ pid: dead, host: hostname() })],
  ['a process on another machine', JSON.stringify({ pid: process.pid, host: 'elsewhere' })],
  ['no process', '{"pid":'],
  ['something that is not a process', '[-7]'],
] as const)
  test(`the lock of ${what} counts for nothing`, () => {
    mkdirSync(latest());
    writeFileSync(join(latest(), 'running.json'), lock);
    expect(runnerIn(latest())).toBeUndefined();
    const { folder, notice, release } = takeFolder(latest());
    expect([folder, notice]).toEqual([latest(), undefined]);
    expect(readdirSync(latest())).toEqual([markerName, 'running.json']);
    release();
  });

test('a run is still going if only its first process was killed', () => {
  mkdirSync(latest());
  const lock = JSON.stringify({ pid: dead, child: process.pid, host: hostname() });
  writeFileSync(join(latest(), 'running.json'), lock);
  expect(takeFolder(latest()).folder).toBe(`${latest()}-2`);
});

test('a process that a command started uses the folder that the command has locked, and leaves the lock', () => {
  mkdirSync(latest());
  writeFileSync(join(latest(), 'running.json'), JSON.stringify({ pid: process.ppid, host: hostname() }));
  const { folder, notice, release } = takeFolder(latest());
  expect([folder, notice]).toEqual([latest(), undefined]);
  release();
  expect(runnerIn(latest())?.pid).toBe(process.ppid);
});

test('the environment names the folder that a process took, and the requested one if it differs', () => {
  const said: string[] = [];
  const environment: NodeJS.ProcessEnv = { CONFORMANCE_REPORTS: latest() };
  const take = () => takeReports(environment, (notice) => said.push(notice));
  take();
  expect(environment).toEqual({ CONFORMANCE_REPORTS: latest() });
  take();
  expect(environment).toEqual({
    CONFORMANCE_REPORTS: `${latest()}-2`,
    CONFORMANCE_REQUESTED_REPORTS: latest(),
  });
  expect(said).toEqual([expect.stringContaining(`this one writes to ${latest()}-2.`)]);
});

test('the newest file of a name is found in all folders of the runs', () => {
  expect(newestFolder(latest(), 'index.html')).toBeUndefined();
  for (const [folder, at] of [
    [latest(), 200],
    [`${latest()}-2`, 300],
    [`${latest()}-4`, 100],
  ] as const) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '');
    utimesSync(join(folder, 'index.html'), at, at);
  }
  expect(newestFolder(latest(), 'index.html')).toBe(`${latest()}-2`);
});
