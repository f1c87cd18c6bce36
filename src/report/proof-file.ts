import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';

/** Whether the suite told one fault. */
export interface Detection {
  readonly fault: string;
  readonly violates: RequirementId;
  readonly does: string;
  readonly showsFor?: string;
  /** Caught by a check of the requirement that it violates; missed, even where another requirement's check failed. */
  readonly caught: boolean;
  /** Tests that found the violated requirement not met. */
  readonly by: readonly string[];
  /** Steps of the target's file that the findings name, as they are about the same place. */
  readonly steps: readonly string[];
  /** Gaps that kept findings about the requirement from telling the fault: the target had not confirmed them. */
  readonly openGaps: readonly string[];
  /** Other requirements that were found not met. */
  readonly alsoFailed: readonly RequirementId[];
  /** Tests that judged it. */
  readonly tests: number;
  /** Exchanges up to the end of the first test that caught it; of all tests where none did. */
  readonly exchanges: number;
  /** What kept tests of the requirement from being carried out. */
  readonly blocked: readonly string[];
}

/** What a clean sandbox was found guilty of. */
export interface FalseAlarm {
  readonly test: string;
  readonly requirements: readonly RequirementId[];
}

/** What a proof found, as detection.json keeps it. */
export interface DetectionReport {
  readonly seed: number;
  /** The world that the faults were planted in; absent for the usual sandbox. */
  readonly world?: string;
  /** Whether every fault was planted. */
  readonly complete: boolean;
  readonly durationMs: number;
  readonly faults: readonly Detection[];
  readonly falseAlarms: readonly FalseAlarm[];
  /** How many faults the tests of each file caught. */
  readonly files: Readonly<Record<string, number>>;
  /** Tests that could not be judged, by a mistake of the suite. */
  readonly errors: readonly string[];
}

/**
 * What `npm run prove` found, as detection.json beside a report holds it.
 * @param file path of the report
 * @returns undefined where there is none, or what lies there can't be read: a report is complete without it
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
