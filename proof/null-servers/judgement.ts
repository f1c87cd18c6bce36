import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runConformance } from '../../src/cli/conformance-process.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import type { ConformanceReport } from '../../src/report/conformance-report.js';
import { allowedOn } from './allowed-passes.js';
import { isHollow, type NullServer, type NullServerId, nullServers, settingsOf } from './null-servers.js';

/** How a run against a null server ended. */
interface JudgedRun {
  /** Null if it had to be stopped from outside. */
  readonly exitCode: number | null;
  readonly milliseconds: number;
  /** Undefined if it wrote none. */
  readonly report: Pick<ConformanceReport, 'reason' | 'requirements'> | undefined;
}

/** How the suite handled a null server. */
export interface Judgement {
  readonly server: NullServerId;
  readonly does: string;
  readonly exitCode: number | null;
  readonly seconds: number;
  /** The sentence in which the run names the problem. */
  readonly reason: string;
  readonly passed: readonly RequirementId[];
  /** Requirements that passed although they may not. */
  readonly unlisted: readonly RequirementId[];
  /** Requirements that may pass and didn't: the list is longer than necessary. */
  readonly unneeded: readonly RequirementId[];
}

/** Compares the requirements that passed on a null server with those that may. */
export function judge({ id, does }: Pick<NullServer, 'id' | 'does'>, run: JudgedRun): Judgement {
  const passed = (run.report?.requirements ?? [])
    .filter(({ verdict }) => verdict === 'passed' || verdict === 'partial')
    .map((each) => each.id);
  const allowed = allowedOn(id);
  return {
    server: id,
    does,
    exitCode: run.exitCode,
    seconds: Math.round(run.milliseconds / 100) / 10,
    reason: run.report?.reason ?? 'The run ended without a report.',
    passed,
    unlisted: passed.filter((each) => !allowed.includes(each)),
    unneeded: isHollow(id) ? [] : allowed.filter((each) => !passed.includes(each)),
  };
}

/**
 * Whether the suite saw through a null server: the run was red or said nothing, and only allowed requirements passed.
 */
export function isSeenThrough({ server, exitCode, unlisted, unneeded }: Judgement): boolean {
  const isJudged = exitCodesOn(server).includes(exitCode ?? -1);
  return isJudged && unlisted.length === 0 && unneeded.length === 0;
}

/** A hollow server lets much be verified: the rest is blocked, and keeps the run from being complete. */
function exitCodesOn(server: NullServerId): readonly number[] {
  return isHollow(server) ? [1, 2, 3] : [1, 2];
}

/** A judgement as a line for the terminal. */
export function judgementLine({ server, exitCode, seconds, passed, reason }: Judgement): string {
  const width = Math.max(...nullServers.map(({ id }) => id.length));
  return [
    server.padEnd(width),
    `exit ${exitCode ?? '-'}`,
    `${seconds.toFixed(1)} s`.padStart(7),
    `${passed.length} passed`,
    reason,
  ].join('  ');
}

/** The summary below the lines of the judgements: all problems in full. */
export function judgementSummary(judgements: readonly Judgement[]): string {
  const wrong = judgements.filter((judgement) => !isSeenThrough(judgement));
  return [
    '',
    ...wrong.flatMap(whatIsWrong),
    `${judgements.length} servers that do nothing or leave something out, ${judgements.length - wrong.length} seen through`,
  ].join('\n');
}

function whatIsWrong({ server, does, exitCode, unlisted, unneeded }: Judgement): string[] {
  const name = `A server that ${does} (${server})`;
  return [
    ...(exitCodesOn(server).includes(exitCode ?? -1)
      ? []
      : [`${name} was not judged: the run ended with ${exitCode}.`]),
    ...(unlisted.length === 0 ? [] : [`${name} passes ${unlisted.join(', ')}, which is not on the list.`]),
    ...(unneeded.length === 0
      ? []
      : [`${name} no longer passes ${unneeded.join(', ')}: remove it from the list.`]),
  ];
}

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
    // Only the data from these runs is judged, so they need no other report.
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
