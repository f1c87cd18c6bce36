import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { suiteBundle } from '../src/cli/suite-bundle.js';
import { requirements, topics } from '../src/contract/requirements/catalogue.js';
import { coverageProblems, coveredInListing, covers } from '../src/contract/requirements/covers.js';
import { renderRequirementIds, requirementIdsFile } from '../src/contract/requirements/generate-ids.js';
import { checks } from '../src/verdicts/checks/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the requirements of each topic are numbered without gaps', () => {
  const expected = topics.flatMap(({ prefix }) =>
    requirements
      .filter(({ id }) => id.startsWith(`${prefix}-`))
      .map((_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
  );
  expect(requirements.map(({ id }) => id)).toEqual(expected);
});

test('every requirement with a check, and no other, has a short phrase for what verifies it', () => {
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

test('the compiler refuses a mistyped requirement id', () => {
  // `npm run check` fails if one of these lines compiles.
  const refused = [
    // @ts-expect-error There is no such requirement.
    () => covers('BAT-99'),
    // @ts-expect-error Ids have capitals.
    () => covers('BAT-09', 'bat-10'),
    // @ts-expect-error A test covers at least one requirement.
    () => covers(),
  ];
  for (const each of refused) expect(each).toThrow();
});

test('every requirement has either a check or a reason for having none', async () => {
  // Playwright lists to a file, because a config may print to stdout.
  const file = test.info().outputPath('listing.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'];
  // With the bundle of the suite, hundreds of TypeScript files needn't be compiled.
  const bundle = await suiteBundle(root, process.env);
  const env = { ...process.env, ...bundle, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const listed = promisify(execFile)(process.execPath, args, { cwd: root, env });
  // A spec that cannot be loaded makes the command fail, but the listing explains it better than the exit code.
  const failure = await listed.then(() => undefined, String);
  if (!existsSync(file)) throw new Error(failure ?? 'Nothing was listed.');
  const bySpecs = coveredInListing(JSON.parse(readFileSync(file, 'utf8')));
  const byChecks = checks.flatMap((check) => check.requirements);
  expect(coverageProblems(requirements, [...bySpecs, ...byChecks])).toEqual([]);
});
