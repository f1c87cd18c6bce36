import { statSync } from 'node:fs';
import { join } from 'node:path';
import { reportsFolder } from '../report/reports-folder.js';
import { parseConformanceArguments } from './conformance-arguments.js';
import { exitCodeOf } from './exit-code.js';
import { runPlaywright } from './playwright-process.js';

/**
 * `npm run conformance`: Playwright with this project's configuration. Takes --target, --seed and --strict, and hands
 * everything else on. The exit code is the run's: 0 conformant, 1 non-conformant, 2 nothing can be said, 3 incomplete.
 */
const parsed = parseConformanceArguments(process.argv.slice(2));
if ('problem' in parsed) {
  process.stderr.write(`${parsed.problem}\n`);
  process.exit(2);
}

const verdict = join(reportsFolder(process.env), 'conformance.json');
const writtenAt = () => {
  try {
    return statSync(verdict).mtimeMs;
  } catch {
    // Not there, or no place for a file: that is said where it is written.
    return undefined;
  }
};
const writtenBefore = writtenAt();
const code = await runPlaywright(parsed.playwrightArguments, parsed.environment);
const written = writtenAt();
process.exit(exitCodeOf(code, written !== undefined && written !== writtenBefore));
