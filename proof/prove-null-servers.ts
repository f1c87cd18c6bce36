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
 * Runs the whole suite against each server that does nothing, one after another, prints the results and saves them in
 * a file.
 * @param folder for the output of the runs
 * @param file for the judgements, as JSON
 * @param signal stops the runs; nothing is saved then
 * @returns 0 if the suite saw through all of them, otherwise 1
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
    // Only the data of these runs is judged, so that they need no other report.
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
