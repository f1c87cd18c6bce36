import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runConformance } from '#testing/started-command';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { type HollowingId, isHollow, type NullServer, nullServers, settingsOf } from './null-servers.js';

const refusing = ['always-400', 'always-404', 'always-500'] as const;
const accepting = ['always-200-canned', 'always-200-empty', 'always-html'] as const;
const inJson = [...refusing, 'always-200-canned', 'always-200-empty'] as const;

/** Every requirement that may pass on a null server, and on which, with the reason; any other pass is wrong. */
const allowedPasses: Readonly<Partial<Record<RequirementId, readonly string[]>>> = {
  // These concern acceptance alone, and the servers accept everything; other requirements check the refusals.
  'SHP-10': accepting,
  'AUTH-01': accepting,
  'AUTH-07': accepting,
  // They concern two responses to almost the same request, and theirs are always the same.
  'ERR-14': accepting,
  'VER-05': accepting,
  // It concerns the status of every response, and theirs is below 500.
  'ERR-08': ['always-400', 'always-404', ...accepting],
  // It concerns every response in JSON, and theirs is declared as JSON and parses.
  'ERR-09': inJson,
  // It concerns every response, and a response that is always the same repeats no key.
  'AUTH-11': [...refusing, ...accepting],
  // It concerns the body of every 400, 401 and 404, and theirs is an object with a message.
  'ERR-01': ['always-400', 'always-404'],
  // It concerns the status alone, and theirs is documented for every operation that can be called there.
  'ERR-11': ['always-400', ...accepting],
  // It concerns every error, and theirs reveals nothing about the server.
  'ERR-12': refusing,
  // It concerns the presence of the headers; LIM-03 checks that they count down.
  'LIM-01': inJson,
  // Every X-RateLimit-Reset is a number of seconds; only a batch would show that it never counts down, and there is
  // no batch.
  'LIM-04': inJson,
};

/**
 * Requirements about statuses, errors, headers and the settings area, which a hollow server doesn't change, and about two
 * responses that must be alike, both of which it changes.
 */
const apartFromBodies =
  /^(AUTH-(0[1-7]|1[01])|KEYS-\d\d|ERR-(01|08|09|11|12|14)|LIM-\d\d|REJ-0[34]|SHP-10|VER-0[15])$/;
const inTheDescription = /^VER-0[234678]$/;

/** The requirements that may pass on each hollow server: those that don't need what it removes from the responses. */
const leftBy: Readonly<Record<HollowingId, (id: RequirementId) => boolean>> = {
  // Its live description has no lists that matter, and the first page is still the first.
  'empty-lists': (id) => id === 'REJ-02' || apartFromBodies.test(id) || inTheDescription.test(id),
  'no-fields': (id) => apartFromBodies.test(id),
  'null-fields': (id) => apartFromBodies.test(id),
  // A list whose entries have other names is still a list.
  'other-names': (id) => apartFromBodies.test(id) || id === 'REF-05' || id === 'RPT-01',
  'no-headers': (id) => !/^(LIM-(0[1-46789]|1[124])|VER-03|RPT-02)$/.test(id),
  'no-errors': (id) =>
    !/^(AUTH-(0[2-689]|10)|BAT-(14|17)|ERR-(0[1-7]|13)|LIM-11|PRD-(09|12|13|17)|REJ-0[34]|STS-(06|10)|STK-03|PRC-03|WHK-03)$/.test(
      id,
    ),
};

/** The requirements that may pass on a server; on a hollow one they need not. */
export function allowedOn(server: string): readonly RequirementId[] {
  const isAllowed = isHollow(server)
    ? leftBy[server]
    : (id: RequirementId) => allowedPasses[id]?.includes(server) === true;
  return requirements.map(({ id }) => id).filter(isAllowed);
}

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
  readonly server: string;
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
  const verified = (run.report?.requirements ?? []).filter(
    ({ verdict }) => verdict === 'passed' || verdict === 'partial',
  );
  const passed = verified.map((each) => each.id);
  // A requirement of which a test was left out has not passed, whatever the other tests showed.
  const inFull = verified.filter(({ leftOutTests }) => leftOutTests === undefined).map((each) => each.id);
  const allowed = allowedOn(id);
  return {
    server: id,
    does,
    exitCode: run.exitCode,
    seconds: Math.round(run.milliseconds / 100) / 10,
    reason: run.report?.reason ?? 'The run ended without a report.',
    passed,
    unlisted: inFull.filter((each) => !allowed.includes(each)),
    unneeded: isHollow(id) ? [] : allowed.filter((each) => !passed.includes(each)),
  };
}

/**
 * Whether the suite saw through a null server: the run was red or said nothing, and only allowed requirements passed.
 */
export function isSeenThrough(judgement: Judgement): boolean {
  return problemsOf(judgement).length === 0;
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
    ...wrong.flatMap(problemsOf),
    `${judgements.length} servers that do nothing or leave something out, ${judgements.length - wrong.length} seen through`,
  ].join('\n');
}

/** A sentence for each way in which the suite didn't see through a server. */
function problemsOf({ server, does, exitCode, unlisted, unneeded }: Judgement): string[] {
  const name = `A server that ${does} (${server})`;
  // Even on a hollow server, much can be verified; the rest is blocked, and the run is incomplete.
  const exitCodes = isHollow(server) ? [1, 2, 3] : [1, 2];
  return [
    ...(exitCodes.includes(exitCode ?? -1)
      ? []
      : [`${name} was not judged: the run ended with ${exitCode}.`]),
    ...(unlisted.length === 0 ? [] : [`${name} passes ${unlisted.join(', ')}, which is not on the list.`]),
    ...(unneeded.length === 0
      ? []
      : [`${name} no longer passes ${unneeded.join(', ')}: remove it from the list.`]),
  ];
}

/** How many runs go on at the same time: one begins or ends, which keeps one core busy, while another one tests. */
const atOnce = 2;

/**
 * Runs the whole suite against each server that does nothing, prints the results and saves them in a file.
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
  const left = nullServers.values();
  const judgements = new Map<string, Judgement>();
  const judgeLeft = async () => {
    for (const server of left) {
      await using running = await server.start();
      // Only the data from these runs is judged, so they need no other report.
      const args = ['--seed', String(seed), '--reporter', 'null'];
      const run = await runConformance(settingsOf(running), join(folder, server.id), args, signal);
      if (signal.aborted) return;
      const judgement = judge(server, run);
      judgements.set(server.id, judgement);
      standardOutput.printAsIs(judgementLine(judgement));
    }
  };
  standardOutput.printAsIs('');
  await Promise.all(Array.from({ length: atOnce }, judgeLeft));
  if (signal.aborted) return 1;
  const servers = nullServers.flatMap(({ id }) => judgements.get(id) ?? []);
  writeFileSync(file, `${JSON.stringify({ seed, servers }, undefined, 2)}\n`);
  standardOutput.printAsIs(judgementSummary(servers));
  return servers.every(isSeenThrough) ? 0 : 1;
}
