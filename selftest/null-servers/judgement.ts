import { join } from 'node:path';
import { type ConformanceRun, runConformance } from '#testing/started-command';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import type { ProofSetting } from '../faults/proof.js';
import { type HollowingId, type NullServer, nullServers, unknownKey } from './null-servers.js';

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

/** How many runs go on at the same time: one begins or ends, which keeps one core busy, while another one tests. */
const atOnce = 2;

/**
 * Runs the whole suite against each server that does nothing, and prints the results.
 * @returns 0 if the suite saw through all of them, otherwise 1
 */
export async function proveNullServers({ seed, folder, signal }: ProofSetting): Promise<0 | 1> {
  const left = nullServers.values();
  const problems: string[] = [];
  const judgeLeft = async () => {
    for (const server of left) {
      await using running = await server.start();
      // Only the data from these runs is judged, so they need no other report.
      const args = ['--seed', String(seed), '--reporter', 'null'];
      const run = await runConformance(running.settings, join(folder, server.id), args, signal);
      if (signal.aborted) return;
      problems.push(...problemsOf(server, run));
      const { reason = 'The run ended without a report.', totals } = run.report ?? {};
      const seconds = (run.milliseconds / 1000).toFixed(1);
      standardOutput.printAsIs(
        `${server.id.padEnd(18)}exit ${run.exitCode ?? '-'}  ${seconds} s  ${totals?.verdicts.passed ?? 0} passed  ${reason}`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, judgeLeft));
  standardOutput.printAsIs(
    ['', ...problems, `${nullServers.length} servers that do nothing or leave something out`].join('\n'),
  );
  return problems.length === 0 ? 0 : 1;
}

/**
 * A sentence for each way in which the suite didn't see through a server: the run must be red or say nothing, and exactly
 * the requirements on the list must pass.
 */
function problemsOf(
  { id: server, does, isHollow }: NullServer,
  { exitCode, output, report }: ConformanceRun,
): string[] {
  const verified = (report?.requirements ?? []).filter(
    ({ verdict }) => verdict === 'passed' || verdict === 'partial',
  );
  const isAllowed = isHollow
    ? leftBy[server as HollowingId]
    : (id: RequirementId) => allowedPasses[id]?.includes(server) === true;
  const allowed = requirements.map(({ id }) => id).filter(isAllowed);
  // A requirement of which a test was left out has not passed, whatever the other tests showed.
  const unlisted = verified.filter(
    ({ id, leftOutTests }) => leftOutTests === undefined && !allowed.includes(id),
  );
  const unneeded = isHollow ? [] : allowed.filter((id) => !verified.some((each) => each.id === id));
  // Even on a hollow server, much can be verified; the rest is blocked, and the run is incomplete.
  const exitCodes = isHollow ? [1, 2, 3] : [1, 2];
  const name = `A server that ${does} (${server})`;
  return [
    ...(exitCodes.includes(exitCode ?? -1)
      ? []
      : [`${name} was not judged: the run ended with ${exitCode}.`]),
    ...unlisted.map(({ id }) => `${name} passes ${id}, which is not on the list.`),
    ...unneeded.map((id) => `${name} no longer passes ${id}: remove it from the list.`),
    ...(output.includes(unknownKey) ? [`The run against a server that ${does} prints the key.`] : []),
  ];
}
