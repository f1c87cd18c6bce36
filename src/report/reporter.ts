import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import { type ProfileName, profileIn } from '../budget/profile.js';
import { shardIn, testsOfShard } from '../budget/shard.js';
import { Secrets } from '../exchange/secrets.js';
import type { KnownFailures } from '../known-failures/known-failure.js';
import { readKnownFailures } from '../known-failures/read-known-failures.js';
import { sharesKeys } from '../target/environment.js';
import { replayCommand } from '../target/replay-command.js';
import { readSettings, type Settings, secretsIn } from '../target/settings.js';
import { type Evidence, evidenceAttachment, restoresFailures } from '../verdicts/evidence.js';
import { buildReport, type RanTest } from './build-report.js';
import { deselectedBy, keepsTestsOf } from './deselection.js';
import { historySize } from './history.js';
import { linkBack } from './link-back.js';
import { Progress } from './progress.js';
import { historyFolder, reportsFolder } from './reports-folder.js';
import { terminalSummary } from './terminal-summary.js';
import { outcomeOf, testReport } from './test-report.js';
import { removeReports, writeReports } from './write-reports.js';

/** `--list` names the tests and runs none: there is nothing to judge, and the last verdict stands. */
const listing = process.argv.includes('--list');

/** Makes a verdict of a run: gathers each test's evidence, has the reports written, prints the summary, sets the exit code. */
export default class ConformanceReporter implements Reporter {
  readonly #folder = reportsFolder(process.env);
  readonly #startedAt = new Date();
  readonly #progress = new Progress(process.stdout);
  readonly #ran: RanTest[] = [];
  readonly #errors: string[] = [];
  /** What tests handed over that have not ended yet. */
  readonly #evidence = new WeakMap<TestResult, Evidence>();
  #writesBlob = false;
  #tests = 0;
  #ended = false;

  constructor() {
    if (listing) return;
    removeReports(this.#folder);
    process.env[restoresFailures] = '1';
  }

  printsToStdio(): boolean {
    return !listing;
  }

  /** Deals out the tests of a sharded run: Playwright would cut them where the checks of one aspect stand together. */
  async preprocess({ suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const shard = shardIn(process.env);
    if (shard === undefined) return;
    testRun.skipSharding();
    const tests = suite.allTests();
    const isAlone = (test: TestCase) => sharesKeys(process.env) && projectOf(test) === 'rate-limits';
    const own = new Set(testsOfShard(shard, tests, isAlone));
    for (const test of tests) if (!own.has(test)) testRun.exclude(test);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (listing) return;
    this.#writesBlob = config.reporter.some(([name]) => name === 'blob');
    this.#tests = suite.allTests().length;
    this.#progress.begin(this.#tests);
  }

  onStepEnd(_test: TestCase, result: TestResult): void {
    // A blob takes up what is attached with the next step that ends.
    if (this.#writesBlob) this.#evidenceOf(result);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // No test of this suite is meant to fail: see where the expectation is set, beside the fixtures.
    if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';
    this.#progress.ended(result.status !== 'passed' && result.status !== 'skipped');
    const evidence = this.#evidenceOf(result);
    if (evidence === undefined) {
      this.#errors.push(`"${test.title}" ended ${result.status} without evidence${reasonIn(result.error)}`);
      this.#ran.push({ test: testReport(test, result, 'broken') });
    } else {
      const isBroken = evidence.suiteError !== undefined;
      this.#ran.push({ test: testReport(test, result, isBroken ? 'broken' : outcomeOf(result)), evidence });
    }
  }

  /** What a test handed over, once it did. No reader wants it as it is: the reports behind this one needn't carry it. */
  #evidenceOf(result: TestResult): Evidence | undefined {
    const attachment = result.attachments.find(({ name }) => name === evidenceAttachment.name);
    if (attachment?.body !== undefined) {
      this.#evidence.set(result, JSON.parse(attachment.body.toString('utf8')));
      withdraw(attachment, result);
    }
    return this.#evidence.get(result);
  }

  onError(error: TestError): void {
    this.#errors.push(firstLine(error));
    // What goes wrong behind the verdict is another report that couldn't be written.
    if (this.#ended) process.stderr.write(`A report behind this one failed: ${firstLine(error)}\n`);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (listing) return undefined;
    this.#ended = true;
    const settings = settingsOf(process.env);
    const profile = profileOf(process.env);
    const deselected = deselectedBy(process.argv, profile);
    const report = buildReport({
      settings,
      ran: this.#ran,
      errors: this.#errors,
      ...(deselected === undefined ? {} : { deselected }),
      profile,
      strict: process.env.CONFORMANCE_STRICT === '1',
      interrupted: result.status === 'interrupted',
      seed: Number(process.env.CONFORMANCE_SEED ?? '1'),
      startedAt: this.#startedAt,
      command: replayCommand(process.env)(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      tests: this.#tests,
      ...knownFailuresOf(process.env, settings),
      keepsTestsOf: (requirement) => keepsTestsOf(requirement, process.argv, profile),
    });
    const secrets = new Secrets();
    if (settings !== undefined) secrets.add(...secretsIn(settings));
    const { GITHUB_STEP_SUMMARY: stepSummary } = process.env;
    const places = {
      folder: this.#folder,
      history: { folder: historyFolder(process.env), size: historySizeOf(process.env) },
      ...(stepSummary ? { stepSummary } : {}),
    };
    const written = await writeReports(report, places, (text) => secrets.redact(text));
    this.#progress.finish();
    for (const problem of written.problems) process.stderr.write(`${problem}\n`);
    process.stdout.write(`${secrets.redact(terminalSummary(written.report, written.file))}\n`);
    const exitCode = written.isComplete ? report.exitCode : 2;
    // Playwright itself knows 0 and 1 only.
    process.once('exit', () => {
      process.exitCode = exitCode;
    });
    return { status: exitCode === 0 ? 'passed' : 'failed' };
  }

  /** Playwright's report is written by now. */
  async onExit(): Promise<void> {
    if (!listing) linkBack(join(this.#folder, 'playwright', 'index.html'));
  }
}

function projectOf(test: TestCase): string | undefined {
  return test.titlePath()[1];
}

/** Takes an attachment out of a result, and of the step in which it was attached: one without the other is an error. */
function withdraw(attachment: TestResult['attachments'][number], result: TestResult): void {
  const takeFrom = ({ attachments, steps }: Pick<TestStep, 'attachments' | 'steps'>) => {
    const index = attachments.indexOf(attachment);
    if (index >= 0) attachments.splice(index, 1);
    for (const step of steps) takeFrom(step);
  };
  takeFrom(result);
}

function settingsOf(environment: NodeJS.ProcessEnv): Settings | undefined {
  try {
    return readSettings(environment);
  } catch {
    // The sentence about the setting has come by way of onError.
    return undefined;
  }
}

function knownFailuresOf(
  environment: NodeJS.ProcessEnv,
  settings: Settings | undefined,
): { readonly knownFailures?: KnownFailures } {
  try {
    const known = settings && readKnownFailures(environment, settings.name);
    return known === undefined ? {} : { knownFailures: known };
  } catch {
    // The sentence about the file has come by way of onError.
    return {};
  }
}

function profileOf(environment: NodeJS.ProcessEnv): ProfileName {
  try {
    return profileIn(environment).name;
  } catch {
    // The sentence about the profile has come by way of onError.
    return 'standard';
  }
}

function historySizeOf(environment: NodeJS.ProcessEnv): number {
  try {
    return historySize(environment);
  } catch {
    // The sentence about the size has come by way of onError.
    return 0;
  }
}

function reasonIn(error: TestError | undefined): string {
  return error === undefined ? '' : `: ${firstLine(error)}`;
}

function firstLine(error: TestError): string {
  const [line = 'unknown error'] = stripVTControlCharacters(error.message ?? error.value ?? '').split('\n');
  return line.replace(/^\w*Error: /, '');
}
