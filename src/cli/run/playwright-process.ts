import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isPackage, moduleFile, sourceOfSpec, suiteFolder } from '../../contract/documents/folders.js';
import { parentVariable } from '../../target/processes/ends-with-parent.js';

/** The variables for a checkout's bundle; a package needs none, because it is one. */
export async function bundleVariables(environment: NodeJS.ProcessEnv) {
  if (isPackage) return {};
  const { suiteBundle } = await import('./suite-bundle.js');
  return suiteBundle(suiteFolder, environment, async (folder) => {
    // Imported lazily: only a new bundle needs it.
    const { buildDocuments } = await import('../../contract/documents/build-documents.js');
    await buildDocuments(join(folder, 'schemas'));
  });
}

/**
 * Runs `playwright test` with the bundle of the suite, in the terminal of this process, and ends it together with this
 * process.
 * @param environment its environment, except for the variables of the bundle
 * @param options `onStart` receives the id of its process
 * @returns its exit code; null if a signal ended it
 */
export async function runPlaywright(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { cwd, onStart }: { readonly cwd?: string; readonly onStart?: (pid: number) => void } = {},
): Promise<number | null> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    // If Playwright could read from a terminal, its report would print a command after the verdict.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...environment,
      ...(await bundleVariables(environment)),
      [parentVariable]: String(process.pid),
    },
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (child.pid !== undefined) onStart?.(child.pid);
  const terminate = () => child.kill('SIGTERM');
  const interrupt = () => {
    // Ctrl-C in a terminal already reaches Playwright; a second signal would make it drop the reports.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  };
  process.on('SIGTERM', terminate);
  process.on('SIGINT', interrupt);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      process.off('SIGTERM', terminate);
      process.off('SIGINT', interrupt);
      resolve(code);
    }),
  );
}

/** A suite of Playwright's JSON report: a file, or a group of tests in it. */
interface ListedSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly ListedSuite[];
}

/**
 * The tests that a run would run, each as its file below specs/ and its title, with ` › ` in between.
 * @param args the arguments of `playwright test` that choose tests
 * @param environment its environment, except for the variables of the bundle
 * @returns undefined if Playwright can't list them; it then says why
 */
export async function listedTests(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const asked = ['--list', '--reporter=json', '--pass-with-no-tests', ...args];
  const child = spawn(
    process.execPath,
    [cli, 'test', `--config=${moduleFile('playwright.config')}`, ...asked],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environment, ...(await bundleVariables(environment)) },
    },
  );
  const chunks: string[] = [];
  child.stdout.on('data', (data) => chunks.push(String(data)));
  const [code] = await once(child, 'close');
  if (code !== 0) return undefined;
  const { suites }: { readonly suites: readonly ListedSuite[] } = JSON.parse(chunks.join(''));
  return suites.flatMap((file) => titlesIn(file).map((title) => `${sourceOfSpec(file.file)} › ${title}`));
}

function titlesIn({ specs, suites = [] }: ListedSuite): readonly string[] {
  const inGroups = suites.flatMap((group) => titlesIn(group).map((title) => `${group.title} › ${title}`));
  return [...specs.map(({ title }) => title), ...inGroups];
}
