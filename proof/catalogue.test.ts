import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { suiteBundle } from '../src/cli/suite-bundle.js';
import {
  renderRequirementIds,
  requirementIdsFile,
  requirements,
  topics,
} from '../src/contract/requirements/catalogue.js';
import { coverageProblems, coveredInListing } from '../src/contract/requirements/covers.js';
import { checks } from '../src/verdicts/checks/index.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

test('the requirements of each topic are numbered without holes', () => {
  const expected = topics.flatMap(({ prefix }) =>
    requirements
      .filter(({ id }) => id.startsWith(`${prefix}-`))
      .map((_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
  );
  expect(requirements.map(({ id }) => id)).toEqual(expected);
});

test('every requirement with a check says in a short phrase what the check must have seen', () => {
  const longest = 140;
  const wrong = requirements.filter(({ notTested, verified }) =>
    notTested === undefined
      ? verified === undefined || verified.length > longest || /^[A-Z]/.test(verified)
      : verified !== undefined,
  );
  expect(wrong.map(({ id, verified }) => `${id}: ${verified ?? 'nothing'}`)).toEqual([]);
});

test('the generated ids match the catalogue (npm run generate)', () => {
  expect(readFileSync(`${root}${requirementIdsFile}`, 'utf8')).toBe(renderRequirementIds());
});

test('a mistyped requirement id does not compile', async () => {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'proof/compile', '--pretty', 'false'];
  const tsc = run(process.execPath, args, { cwd: root });
  const { stdout } = await tsc.then(
    () => ({ stdout: 'It compiles.' }),
    (failure: { stdout: string }) => failure,
  );
  const file = 'proof/compile/unknown-requirement.ts';
  expect(stdout.trim().split('\n')).toEqual([
    `${file}(5,8): error TS2345: Argument of type '"BAT-99"' is not assignable to parameter of type 'RequirementId'.`,
    `${file}(6,18): error TS2345: Argument of type '"bat-10"' is not assignable to parameter of type 'RequirementId'.`,
    `${file}(7,1): error TS2555: Expected at least 1 arguments, but got 0.`,
  ]);
});

test("the requirements of a test are read from Playwright's listing", async () => {
  const listing = await listTests('proof', 'src/contract/requirements/covers.test.ts');
  expect(coveredInListing(listing)).toEqual(['BAT-09']);
});

test('every requirement has a check or a reason, and never both', async () => {
  const bySpecs = coveredInListing(await listTests('playwright.config.ts'));
  const byChecks = checks.flatMap((check) => check.requirements);
  expect(coverageProblems(requirements, [...bySpecs, ...byChecks])).toEqual([]);
});

/** The output of `playwright test --list --reporter=json`; in a file, because a config may print to stdout. */
async function listTests(config: string, ...filters: readonly string[]): Promise<unknown> {
  const file = test.info().outputPath('listing.json');
  const args = ['test', ...filters, '--list', '--reporter=json', '-c', config];
  // With the bundle of the suite, hundreds of TypeScript files needn't be compiled.
  const bundle = await suiteBundle(root, process.env);
  const env = { ...process.env, ...bundle, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const listed = run(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], { cwd: root, env });
  // A spec that cannot be loaded makes the command fail, but the listing explains it better than the exit code.
  const failure = await listed.then(() => undefined, String);
  if (!existsSync(file)) throw new Error(failure ?? 'Nothing was listed.');
  return JSON.parse(readFileSync(file, 'utf8'));
}
