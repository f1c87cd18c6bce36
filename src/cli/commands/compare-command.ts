import { jsonDocument } from '../../http/shown/printable.js';
import { readReport } from '../../report/data/report-file.js';
import { differencesBetween } from '../../report/differences/differences.js';
import { differencesAsText } from '../../report/differences/differences-in-words.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Compares two runs of the suite with the same seed, and prints what they judge differently.
 * @returns the exit code: 0 if nothing differs, 1 if something does, 3 if nothing differs but one run could not exercise
 * everything
 * @throws Refusal if the runs can't be compared
 */
export function compareCommand(
  { a, b, json }: Parameters<Commands['compare']>[0],
  { print }: Pick<Terminal, 'print'>,
): number {
  const compared = differencesBetween({ file: a, report: readReport(a) }, { file: b, report: readReport(b) });
  print(json === true ? jsonDocument(compared) : differencesAsText(compared));
  return compared.exitCode;
}
