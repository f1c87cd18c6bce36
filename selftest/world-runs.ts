import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { SandboxProcess } from '#testing/sandbox-process';
import { runCommand } from '#testing/started-command';
import { requirements } from '../src/contract/requirements/catalogue.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { ControlInterface } from '../src/target/merchants/control-interface.js';
import { whatIsMissing } from '../src/verdicts/requirement-verdict.js';

/**
 * The stages of setting the suite up for a world: without a file, with the file that `npm run learn` wrote, and with
 * the questions in that file answered.
 */
export const stages = ['without', 'learned', 'answered'] as const;

export type Stage = (typeof stages)[number];

/** The result of a run of the suite in one world of the sandbox. */
export interface WorldRun {
  readonly world: string;
  readonly stage: Stage;
  /** Null if the run was stopped from outside. */
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Undefined if the run ended before it wrote a report. */
  readonly report: ConformanceReport | undefined;
}

/** The results of a world at all requested stages. */
export interface WorldResult {
  readonly world: string;
  /** In the order of the stages; if no question was open, the run after learning also counts for the last stage. */
  readonly runs: readonly WorldRun[];
  /** The number of questions that learning left; undefined if nothing was learned. */
  readonly questions?: number;
  /** A sentence that says why a requested stage has no run. */
  readonly problem?: string;
}

/** Milliseconds after which a command that should have finished long ago is stopped. */
const patience = 1_800_000;

/** The number of orders of the merchant that learning reads. */
const orders = 3;

/** A key of a merchant with orders: without them, only a live description could show what an order looks like. */
export async function keyOfAShop(
  { control: address }: Pick<SandboxProcess, 'control'>,
  seed: number,
): Promise<string> {
  const control = new ControlInterface(address);
  const { apiKey, merchantId } = await control.createMerchant(seed);
  for (let made = 0; made < orders; made += 1) await control.makeOrder(merchantId, { items: 2 });
  return apiKey;
}

/**
 * Learns the file of a target in a world with `npm run learn`.
 * @param folder gets the file, and `learn.txt` with everything that the command printed; it must exist
 * @returns the path of the file, or a sentence that says why there is none
 */
export async function learnWorld(
  world: string,
  settings: Readonly<Record<string, string>>,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly seconds: number } | { readonly problem: string }> {
  const file = join(folder, `${world}.yaml`);
  rmSync(file, { force: true });
  const command = ['src/cli/main', 'learn', '--target', world, '--folder', folder];
  const { exitCode, output, milliseconds } = await runCommand(command, settings, patience, signal);
  writeFileSync(join(folder, 'learn.txt'), output);
  if ((exitCode !== 0 && exitCode !== 3) || !existsSync(file))
    return { problem: `${world}: npm run learn ended with ${exitCode}: ${output.trim()}` };
  return { file, seconds: milliseconds / 1000 };
}

/** How many of all requirements must be verified in a world at each stage; of some topics, nine tenths of their share. */
const goals: Readonly<Record<Stage, number>> = { without: 0, learned: 145, answered: 145 };

/** How many requirements a line that loses requests may leave unverified. */
const mostLost = 5;

const countChecked = requirements.filter(({ notTested }) => notTested === undefined).length;

/** What a report says about some topics, and any other failure; the whole report if no topic is named. */
export function reportOn(report: ConformanceReport, topics?: readonly string[]): ConformanceReport {
  const isChosen = ({ id, verdict }: ConformanceReport['requirements'][number]) =>
    verdict === 'failed' || (topics?.includes(id.replace(/-.*/, '')) ?? true);
  return { ...report, requirements: report.requirements.filter(isChosen) };
}

/**
 * Reports what is wrong with a world: a wrong verdict, or too few verified requirements. If no question is open, the
 * run after learning must do as well as one with all questions answered. Without a file, nothing must be verified.
 *
 * @returns a sentence for each mistake
 */
export function mistakesIn({ world, runs, questions, problem }: WorldResult): readonly string[] {
  // Without a live description, less is seen, and of some topics next to nothing: only a whole run has a goal there. It
  // is low, because until the questions are answered, no list is read past its first page.
  const required = world === 'undescribed' ? { ...goals, learned: 55 } : goals;
  const inRuns = runs.flatMap((run) => {
    const isLast = run.stage === 'learned' && questions === 0;
    const { verified, checked } = idsIn(run.report ?? { requirements: [] });
    const part = required === goals ? (0.9 * checked.length) / countChecked : 0;
    const share = checked.length < countChecked ? part : 1;
    const wanted = Math.floor(required[isLast ? 'answered' : run.stage] * share);
    const at = `${world}, ${run.stage}`;
    return [
      ...(isRightVerdict(run) ? [] : [`${at}: the verdict is wrong, as the table shows.`]),
      ...(verified.length < wanted
        ? [`${at}: ${verified.length} requirements were verified, but at least ${wanted} are required.`]
        : []),
    ];
  });
  return problem === undefined ? inRuns : [...inRuns, problem];
}

/**
 * Answers the questions of a learned file as a person who edits it would.
 *
 * @param learned - the text of the file
 * @param answers - by the key of each question, the answer as a JSON merge patch of the file (RFC 7396): a value is
 *   written to the file as given, and null removes the proposed value
 * @returns the text of the file, without the questions, or a sentence if questions and answers don't match
 */
export function withAnswers(
  learned: string,
  answers: Readonly<Record<string, unknown>>,
): { readonly text: string } | { readonly problem: string } {
  const file = parseDocument(learned);
  const open = Object.keys(Object(file.toJS()?.open));
  const stale = Object.keys(answers).find((question) => !open.includes(question));
  if (stale !== undefined) return { problem: `The answer to "${stale}" has no open question.` };
  const unanswered = open.find((question) => !Object.hasOwn(answers, question));
  if (unanswered !== undefined) return { problem: `The open question "${unanswered}" has no answer.` };
  const merge = (patch: object, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(patch))
      if (value === null) file.deleteIn([...path, name]);
      else if (typeof value === 'object' && !Array.isArray(value)) merge(value, [...path, name]);
      else file.setIn([...path, name], value);
  };
  for (const patch of Object.values(answers)) merge(Object(patch), []);
  file.delete('open');
  return { text: file.toString({ lineWidth: 0 }) };
}

/** The ids of a run's requirements, grouped as the tables show them. */
function idsIn({ requirements }: Pick<ConformanceReport, 'requirements'>) {
  const withVerdict = (wanted: string) =>
    requirements.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  return {
    checked: requirements.filter(({ verdict }) => verdict !== 'untested').map(({ id }) => id),
    failed: withVerdict('failed'),
    verified: withVerdict('passed'),
    partial: withVerdict('partial'),
    warned: withVerdict('warned'),
    deviated: withVerdict('deviated'),
    unverified: withVerdict('unverified'),
    blocked: withVerdict('blocked'),
    /** Blocked wholly or in part, for a reason that names no gap. */
    withoutGap: requirements
      .filter((each) => whatIsMissing(each, true)?.obstacles.some((kind) => kind.startsWith('G-')) === false)
      .map(({ id }) => id),
  };
}

/**
 * Whether the verdict is right: something can be said, no must failed, no requirement is unverified, and every
 * requirement that was blocked, at some or all operations, names the gap to close.
 */
function isRightVerdict({ world, exitCode, report }: WorldRun): boolean {
  const { failed = [''], unverified = [], withoutGap = [] } = report === undefined ? {} : idsIn(report);
  // Lost requests have no gap.
  const unexplained = world === 'gateway' ? withoutGap.slice(mostLost) : withoutGap;
  return (exitCode === 0 || exitCode === 3) && [...failed, ...unverified, ...unexplained].length === 0;
}

const columns =
  'world|stage|exit code and verdict|musts failed|verified|partial|warned|deviated|unverified|blocked|blocked without a named gap|seconds'.split(
    '|',
  );

/** The runs as a table in Markdown, which also reads well in a terminal. */
export function runTable(runs: readonly WorldRun[]): string {
  const rows = [columns, ...runs.map(cellsOf)];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  const [first = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  return [first, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines, ''].join('\n');
}

function cellsOf({ world, stage, exitCode, seconds, report }: WorldRun): readonly string[] {
  const end = exitCode ?? 'none';
  const time = seconds.toFixed(0);
  if (report === undefined)
    return [world, stage, `${end} no report`, ...columns.slice(4).map(() => ''), time];
  const { checked, failed, verified, withoutGap, ...others } = idsIn(report);
  const named = (ids: readonly string[]) => [ids.length, ...ids].join(' ');
  return [
    world,
    stage,
    `${end} ${report.verdict}`,
    named(failed),
    `${verified.length} of ${checked.length}`,
    // The other columns have the same order.
    ...Object.values(others).map((ids) => String(ids.length)),
    named(withoutGap),
    time,
  ];
}
