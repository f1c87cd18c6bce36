import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { costsName, costsOf, type TestCost } from '../src/footprint/plan/test-cost.js';
import { readReport } from '../src/report/data/report-file.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';

/**
 * `npm run costs -- FILE.json`: copies the costs of a run's tests from its conformance.json into the table that `npm
 * run plan` uses for targets that it doesn't know yet. The tests of the run must have shared a key; a whole run of
 * `npm run selftest:staging` is best. The costs of other profiles, and of runs that only read, stay as they are.
 */
const [file] = process.argv.slice(2);
if (file === undefined) {
  standardError.say('Name the conformance.json of a run: npm run costs -- reports/latest/conformance.json');
  process.exit(2);
}
const report = readReport(file);
const speed = Number(report.target.settings.TARGET_CLOCK_SPEED ?? 1);
// Tests end in a different order each time.
const costs = costsOf(report.tests, speed).toSorted((a, b) => (a.test < b.test ? -1 : 1));
if (costs.length === 0) {
  standardError.say(`${file} contains no costs: each of its tests had its own merchant.`);
  process.exit(2);
}
const table = fileURLToPath(new URL('../src/footprint/plan/test-costs.generated.json', import.meta.url));
const name = costsName(report.profile, report.target.settings.TARGET_WRITES);
const known: Record<string, readonly TestCost[]> = JSON.parse(readFileSync(table, 'utf8'));
const all = Object.entries({ ...known, [name]: costs });
// One line per test, so that a diff shows which test changed.
const profiles = all.map(
  ([each, itsCosts]) =>
    `${JSON.stringify(each)}: [\n${itsCosts.map((cost) => `  ${JSON.stringify(cost)}`).join(',\n')}\n]`,
);
writeFileSync(table, `{\n${profiles.join(',\n')}\n}\n`);
standardOutput.say(`${costs.length} tests of ${name} written to ${table}`);
