import { expect, test } from '@playwright/test';
import { runCommand } from '#testing/started-command';
import { repeatAnnotation, seedVariable } from '../testing/seed.js';
import { listWorlds } from './faults/plantings.js';

/** Milliseconds after which it hangs: even on a busy machine it doesn't take this long. */
const patience = 1_100_000;

test('a service that fills the gaps in its own way is learned, and every verdict about it is right', async () => {
  const worlds = await listWorlds();
  const seed = process.env[seedVariable] ?? '';
  const args = [worlds[Number(seed) % worlds.length] ?? '', '--stages', 'learned', '--seed', seed];
  test
    .info()
    .annotations.push({ type: repeatAnnotation, description: `npm run worlds -- ${args.join(' ')}` });
  const { exitCode, output } = await runCommand(['selftest/worlds', ...args], {}, patience);
  expect(exitCode, output).toBe(0);
});
