import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DetectionReport } from '../detection/detection.js';

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
