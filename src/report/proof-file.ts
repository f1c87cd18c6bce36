import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';

/** The result of planting one fault. */
export interface Detection {
  readonly fault: string;
  readonly violates: RequirementId;
  readonly does: string;
  readonly showsFor?: string;
  /** Caught by a check of the requirement that it violates; missed even if a check of another requirement failed. */
  readonly caught: boolean;
  /** Tests that found the requirement violated. */
  readonly by: readonly string[];
  /** Steps of the target's file that the findings name, because they are about the same place. */
  readonly steps: readonly string[];
  /** Unconfirmed gaps that kept findings about the requirement from counting as catching the fault. */
  readonly openGaps: readonly string[];
  /** Other requirements that were found violated. */
  readonly alsoFailed: readonly RequirementId[];
  /** Number of tests that judged the requirement. */
  readonly tests: number;
  /** Exchanges up to the end of the first test that caught it; if none did, those of all tests. */
  readonly exchanges: number;
  /** Reasons why tests of the requirement could not be carried out. */
  readonly blocked: readonly string[];
}

/** A violation that was reported on a clean sandbox. */
export interface FalseAlarm {
  readonly test: string;
  readonly requirements: readonly RequirementId[];
}

/** The result of a proof: the content of detection.json. */
export interface DetectionReport {
  readonly seed: number;
  /** The world that the faults were planted in; absent for the usual sandbox. */
  readonly world?: string;
  /** Whether every fault was planted. */
  readonly complete: boolean;
  readonly durationMs: number;
  readonly faults: readonly Detection[];
  readonly falseAlarms: readonly FalseAlarm[];
  /** The number of faults that the tests of each file caught. */
  readonly files: Readonly<Record<string, number>>;
  /** Tests that could not be judged because of a mistake of the suite. */
  readonly errors: readonly string[];
}

/**
 * The result of `npm run prove`, from the detection.json next to a report.
 * @param file path of the report
 * @returns undefined if there is no such file or it can't be read: a report is complete without it
 */
export function proofBeside(file: string): DetectionReport | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dirname(file), 'detection.json'), 'utf8'));
    return isDetectionReport(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDetectionReport(value: unknown): value is DetectionReport {
  if (typeof value !== 'object' || value === null) return false;
  const { seed, complete, durationMs, faults, falseAlarms, files, errors } = value as Partial<
    Record<keyof DetectionReport, unknown>
  >;
  return (
    typeof seed === 'number' &&
    typeof complete === 'boolean' &&
    typeof durationMs === 'number' &&
    [faults, falseAlarms, errors].every(Array.isArray) &&
    typeof files === 'object' &&
    files !== null
  );
}
