import { expect, test } from '@playwright/test';
import { runCommand } from '#testing/started-command';
import { topics } from '../src/contract/requirements/catalogue.js';
import { repeatAnnotation, seedVariable } from '../testing/seed.js';
import { listWorlds } from './faults/plantings.js';

/** The topics of the catalogue in five parts that take about equally long; the seed chooses one of them. */
const parts = ['LIM,NOT', 'ERR,RPT,REF', 'AUTH,KEYS,WHK,VER,STK,PRC', 'PRD,REJ,STS', 'BAT,SHP,ORD'];

/** Milliseconds after which it hangs: even on a busy machine it doesn't take this long. */
const patience = 1_100_000;

test('a service that fills the gaps in its own way is learned, and the verdicts about a fifth of the topics are right', async () => {
  expect(parts.join().split(',').sort(), 'every topic').toEqual(topics.map(({ prefix }) => prefix).sort());
  const worlds = await listWorlds();
  const seed = process.env[seedVariable] ?? '';
  const world = worlds[Number(seed) % worlds.length] ?? '';
  const part = parts[Math.floor(Number(seed) / worlds.length) % parts.length] ?? '';
  const args = [world, '--topics', part, '--stages', 'learned', '--seed', seed];
  const description = `npm run worlds -- ${args.join(' ')}`;
  test.info().annotations.push({ type: repeatAnnotation, description });
  const { exitCode, output } = await runCommand(['selftest/worlds', ...args], {}, patience);
  expect(exitCode, output).toBe(0);
});
