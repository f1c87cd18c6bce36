import { jsonDocument } from '../../http/shown/printable.js';
import { ReportFileError } from '../../report/data/own-file.js';
import { readReport } from '../../report/data/report-file.js';
import { differencesBetween, NotComparable } from '../../report/differences/differences.js';
import { differencesAsText } from '../../report/differences/differences-in-words.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Compares two runs of the suite with the same seed, and prints what they judge differently.
 * @returns the exit code: 0 if nothing differs, 1 if something does, 2 with one sentence if the runs can't be compared,
 * 3 if nothing differs but one run could not exercise everything
 */
export function compareCommand(
  { a, b, json }: Parameters<Commands['compare']>[0],
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
): number {
  try {
    const compared = differencesBetween(
      { file: a, report: readReport(a) },
      { file: b, report: readReport(b) },
    );
    print(json === true ? jsonDocument(compared) : differencesAsText(compared));
    return compared.exitCode;
  } catch (error) {
    if (!(error instanceof ReportFileError || error instanceof NotComparable)) throw error;
    complain(error.message);
    return 2;
  }
}
