import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runConformance } from '../src/cli/conformance-process.js';
import {
  isSeenThrough,
  type Judgement,
  judge,
  judgementLine,
  judgementSummary,
} from './null-servers/judgement.js';
import { nullServers, settingsOf } from './null-servers/null-servers.js';

/**
 * Runs the whole suite against each server that does nothing, one after the other, prints what came of it and keeps it
 * in a file.
 * @param folder for what the runs write
 * @param file where the judgements are kept, as JSON
 * @param signal ends the runs: then nothing is kept
 * @returns 0 where the suite saw through all of them, else 1
 */
export async function proveNullServers(
  seed: number,
  folder: string,
  file: string,
  signal: AbortSignal,
): Promise<0 | 1> {
  const judgements: Judgement[] = [];
  process.stdout.write('\n');
  for (const server of nullServers) {
    await using running = await server.start();
    const reports = join(folder, server.id);
    const artifacts = join(folder, `${server.id}-artifacts`);
    // Of a run that is judged by its data alone, nobody reads another report.
    const args = ['--seed', String(seed), '--reporter', 'null', '--output', artifacts];
    const run = await runConformance(settingsOf(running), reports, args, signal);
    if (signal.aborted) return 1;
    const judgement = judge(server, run);
    judgements.push(judgement);
    process.stdout.write(`${judgementLine(judgement)}\n`);
  }
  writeFileSync(file, `${JSON.stringify({ seed, servers: judgements }, undefined, 2)}\n`);
  process.stdout.write(`${judgementSummary(judgements)}\n`);
  return judgements.every(isSeenThrough) ? 0 : 1;
}
