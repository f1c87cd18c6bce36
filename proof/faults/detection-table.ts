import type { Detection, DetectionReport } from '../../src/report/proof-file.js';
import { holds, idleFilesOf } from './detection.js';

/** A proof for the terminal: one line per fault, then all problems in full. */
export function detectionTable(report: DetectionReport): string {
  const { faults, falseAlarms, errors, seed, world, durationMs } = report;
  const width = Math.max(0, ...faults.map(({ fault }) => fault.length));
  const missed = faults.filter(({ caught }) => !caught);
  return [
    ...faults.map((each) => line(each, width)),
    '',
    ...missed.map(reasonOf),
    ...falseAlarms.map(
      ({ test, requirements }) => `False alarm on the clean sandbox: ${requirements.join(', ')} by ${test}`,
    ),
    ...idleFilesOf(report).map(
      (file) => `No fault was caught by specs/${file}: add one that it catches, or remove the file.`,
    ),
    ...errors.map((error) => `The suite failed: ${error}`),
    `${faults.length} faults, ${faults.length - missed.length} caught for the right reason, ${missed.length} missed; ${falseAlarms.length} false alarms`,
    `Proof     ${holds(report) ? 'holds' : 'does not hold'}, ${world === undefined ? '' : `in the world "${world}", `}seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`,
  ].join('\n');
}

function line({ fault, violates, caught, exchanges, by }: Detection, width: number): string {
  const [first = ''] = by;
  const more = by.length > 1 ? ` and ${by.length - 1} more` : '';
  return `${fault.padEnd(width)}  ${violates.padEnd(7)}  ${caught ? 'caught' : 'MISSED'}  ${String(exchanges).padStart(6)}  ${first}${more}`;
}

function reasonOf(missed: Detection): string {
  const { fault, violates, does, showsFor, tests, alsoFailed, blocked, openGaps } = missed;
  const others = alsoFailed.length > 0 ? ` Only other requirements failed: ${alsoFailed.join(', ')}.` : '';
  const open = openGaps.length > 0 ? ` It was only reported as a deviation, by ${openGaps.join(', ')}.` : '';
  const held = blocked.length > 0 ? ` Blocked: ${blocked.join('; ')}.` : '';
  const when = showsFor === undefined ? '' : ` It shows for ${showsFor}.`;
  return `Missed: ${fault} violates ${violates}. ${does}${when} ${tests} tests ran.${open}${others}${held}`;
}
