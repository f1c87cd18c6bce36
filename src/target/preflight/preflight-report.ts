/** The findings of the preflight, before the first test. */
export interface PreflightReport {
  /** What the run tests, and how. */
  readonly checks: string;
  /** How the target fills the gaps: its file, or the command that proposes one; absent if all gaps are confirmed. */
  readonly closings?: string;
  /** What the configuration leaves out, and why. */
  readonly leftOut: readonly LeftOut[];
  /** A sentence for each thing that an operator should know, but that doesn't prevent the run. */
  readonly noticed: readonly string[];
  /** The number of requests that the preflight sent. */
  readonly requests: number;
  /** How long the run will take; absent if there is no plan. */
  readonly expectedMinutes?: number;
}

export interface LeftOut {
  readonly what: string;
  readonly reason: string;
}

/**
 * The environment variable that passes the report from the global setup to the reporter; both run in the main process.
 */
export const preflightVariable = 'CONFORMANCE_PREFLIGHT';

/** The report that the global setup left; undefined if it left none. */
export function preflightIn(
  environment: Readonly<Record<string, string | undefined>>,
): PreflightReport | undefined {
  const text = environment[preflightVariable];
  return text ? JSON.parse(text) : undefined;
}

/** The report as a terminal shows it, a line for each thing. */
export function preflightLines({
  checks,
  closings,
  leftOut,
  noticed,
  expectedMinutes,
}: PreflightReport): readonly string[] {
  return [
    `Checks    ${checks}`,
    ...(closings === undefined ? [] : [`Closings  ${closings}`]),
    ...leftOut.map(leftOutLine),
    ...noticed.map((sentence) => `Noticed   ${sentence}`),
    ...(expectedMinutes === undefined ? [] : [`Time      about ${minutesInWords(expectedMinutes)}`]),
  ];
}

/** A left-out part, as a terminal shows it. */
export function leftOutLine({ what, reason }: LeftOut): string {
  return `Left out  ${what}: ${reason}`;
}

/** A number of minutes in words, as precise as a plan can be. */
export function minutesInWords(minutes: number): string {
  if (minutes < 1) return 'a minute at most';
  const whole = Math.round(minutes);
  return whole === 1 ? 'a minute' : `${whole} minutes`;
}
