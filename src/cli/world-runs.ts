import type { ConformanceReport } from '../report/conformance-report.js';

/** What came of a run of the suite in one world of the sandbox. */
export interface WorldRun {
  readonly world: string;
  /** Null where the run was ended before it could end by itself. */
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Undefined where the run ended before it wrote one. */
  readonly report: ConformanceReport | undefined;
}

/** What a reader wants to know of a run first. */
interface Counts {
  /** Ids of the musts that were called failed: in a world that keeps the description, there are none. */
  readonly failed: readonly string[];
  readonly verified: number;
  /** Verified at some of the operations that they speak of. */
  readonly partial: number;
  /** Requirements that have a check. */
  readonly of: number;
  readonly warned: number;
  readonly deviated: number;
  /** Of which no test said anything. */
  readonly unverified: number;
  readonly blocked: number;
  /** Ids of the requirements that were blocked, somewhere or everywhere, for a reason that names no gap. */
  readonly withoutGap: readonly string[];
}

function countsOf(requirements: ConformanceReport['requirements']): Counts {
  const withVerdict = (wanted: string) => requirements.filter(({ verdict }) => verdict === wanted);
  const blocked = withVerdict('blocked');
  return {
    failed: withVerdict('failed').map(({ id }) => id),
    verified: withVerdict('passed').length,
    partial: withVerdict('partial').length,
    of: requirements.length - withVerdict('untested').length,
    warned: withVerdict('warned').length,
    deviated: withVerdict('deviated').length,
    unverified: withVerdict('unverified').length,
    blocked: blocked.length,
    withoutGap: requirements
      .filter(({ verdict, missed }) => verdict === 'blocked' || missed?.kind === 'blocked')
      .filter(({ reason = '', missed }) => !/\bG-\d\d\b/.test(missed?.reason ?? reason))
      .map(({ id }) => id),
  };
}

/**
 * Whether the verdict is right: it can be said, no must failed, none is unverified, and every requirement that was blocked,
 * at some operations or at all, names the gap to close.
 */
export function isRightVerdict({ exitCode, report }: WorldRun): boolean {
  if (report === undefined || (exitCode !== 0 && exitCode !== 3)) return false;
  const { failed, unverified, withoutGap } = countsOf(report.requirements);
  return failed.length + unverified + withoutGap.length === 0;
}

const columns = [
  'world',
  'exit code and verdict',
  'musts failed',
  'verified',
  'partial',
  'warned',
  'deviated',
  'unverified',
  'blocked',
  'blocked without a named gap',
  'seconds',
];

/**
 * The runs as a table in Markdown, which reads well in a terminal too. Below it stand the requirements of each world that
 * are blocked without a named gap: there can be many.
 */
export function worldTable(runs: readonly WorldRun[]): string {
  const rows = [columns, ...runs.map(cellsOf)];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const details = runs.flatMap(({ world, report }) => {
    const { withoutGap } = countsOf(report?.requirements ?? []);
    return withoutGap.length === 0
      ? []
      : ['', `Blocked without a named gap in ${world}: ${withoutGap.join(' ')}`];
  });
  return [lines[0], rule, ...lines.slice(1), ...details].map((line) => `${line}\n`).join('');
}

function cellsOf({ world, exitCode, seconds, report }: WorldRun): readonly string[] {
  const end = exitCode ?? 'none';
  const time = seconds.toFixed(0);
  if (report === undefined) return [world, `${end} no report`, ...columns.slice(3).map(() => ''), time];
  const counts = countsOf(report.requirements);
  return [
    world,
    `${end} ${report.verdict}`,
    listed(counts.failed),
    `${counts.verified} of ${counts.of}`,
    String(counts.partial),
    String(counts.warned),
    String(counts.deviated),
    String(counts.unverified),
    String(counts.blocked),
    String(counts.withoutGap.length),
    time,
  ];
}

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? '0' : `${ids.length}: ${ids.join(' ')}`;
}
