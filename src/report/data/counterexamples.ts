import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteFolder } from '../../contract/documents/folders.js';
import { isOperation } from '../../contract/operations.js';
import {
  isRemembered,
  type Remembered,
  readRemembered,
  rememberedAfter,
  rememberedFile,
  rememberedText,
} from '../../verdicts/properties/remembered.js';
import { type ConformanceReport, nameOfTest } from './conformance-report.js';
import { writeAtomically } from './report-file.js';

/**
 * Remembers the counterexamples of a run for the next one against the same target, and forgets those that have passed
 * often enough. A run with an error leaves everything as it is.
 * @param folder with the files of all targets
 * @throws RememberedError if the target's file can't be read, which is then kept; Error of the file system
 */
export function keepCounterexamples(folder: string, report: ConformanceReport): void {
  const { target, errors, retried, endedEarly } = report;
  const earlier = readRemembered(folder, target.name);
  if (errors.length > 0) return;
  const now = rememberedAfter(
    earlier,
    foundIn(report),
    retried?.counterexamples ?? [],
    endedEarly === undefined,
  );
  const text = rememberedText(now);
  if (text !== rememberedText(earlier)) writeAtomically(rememberedFile(folder, target.name), text);
}

/** A deviation is left out: it fails no run, and every run finds it again. */
function foundIn({
  requirements,
  tests,
  contractVersion: contract,
}: ConformanceReport): readonly Remembered[] {
  const names = new Map(tests.map((test) => [test.id, nameOfTest(test)]));
  const findings = requirements.flatMap((each) => each.findings);
  return findings.flatMap(({ requirement, operationId: operation, judgement, counterexample, test }) => {
    if (counterexample === undefined || judgement === 'deviated' || !isOperation(operation)) return [];
    const { seed, path, commandsPath } = counterexample;
    const entry = {
      ...{ test: names.get(test), requirement, operation, seed, path, commandsPath },
      ...{ suite: suiteVersion(), contract, passed: 0 },
    };
    return isRemembered(entry) ? [entry] : [];
  });
}

function suiteVersion(): string {
  return JSON.parse(readFileSync(join(suiteFolder, 'package.json'), 'utf8')).version;
}
