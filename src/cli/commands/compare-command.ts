import { resolve } from 'node:path';
import { jsonDocument } from '../../http/shown/printable.js';
import { ReportFileError, readReport, refuseOther, writeAtomically } from '../../report/data/report-file.js';
import { differencesBetween, NotComparable } from '../../report/differences/differences.js';
import { differencesAsMarkdown, differencesAsText } from '../../report/differences/differences-in-words.js';
import type { Commands, Terminal } from '../program.js';

type AskedComparison = Parameters<Commands['compare']>[0];

/**
 * Compares two runs of the suite with the same seed, and prints the differences.
 * @returns the exit code: 0 if nothing differs, 1 if something does, 2 with one sentence if the runs can't be compared,
 * 3 if nothing differs but one run could not exercise everything
 */
export function compareCommand(
  { a, b, json, output }: AskedComparison,
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
): number {
  try {
    if (output !== undefined && [a, b].some((file) => resolve(file) === resolve(output)))
      throw new ReportFileError(`--output names ${output}, which is also the input: name a different file.`);
    const compared = differencesBetween(
      { file: a, report: readReport(a) },
      { file: b, report: readReport(b) },
    );
    if (output !== undefined) write(output, differencesAsMarkdown(compared));
    print(json === true ? jsonDocument(compared) : differencesAsText(compared));
    return compared.exitCode;
  } catch (error) {
    if (!(error instanceof ReportFileError || error instanceof NotComparable)) throw error;
    complain(error.message);
    return 2;
  }
}

function write(file: string, text: string): void {
  refuseOther(file, /^## Comparison of two runs\n/);
  try {
    writeAtomically(file, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ReportFileError(`${file} can't be written (${code}): name a different file with --output.`);
  }
}
