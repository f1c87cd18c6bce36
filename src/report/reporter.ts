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
import { shardIn, testsOfShard } from '../footprint/budget/shard.js';
import { ledgerFolder } from '../footprint/ledger/ledger-folder.js';
import { takeResidue } from '../footprint/ledger/residue-note.js';
import { Secrets } from '../http/secrets.js';
import { sharesKeys } from '../target/environment.js';
import { preflightIn } from '../target/preflight/preflight-report.js';
import { replayCommand } from '../target/replay-command.js';
import { historyFolder, reportsFolder } from '../target/reports-folder.js';
import { secretsIn } from '../target/settings.js';
import { type Evidence, evidenceAttachment, restoresFailures } from '../verdicts/evidence.js';
import { buildReport, reportedTarget } from './build-report.js';
import { deselectedBy, keepsTestsOf } from './deselection.js';
import { journalName, type PlannedTest, readJournal } from './evidence-journal.js';
import { JournalFile } from './journal-file.js';
import { linkBack } from './link-back.js';
import { Progress } from './progress.js';
import { resumes } from './resumption.js';
import {
  historySizeOf,
  isStrict,
  journalHeader,
  knownFailuresOf,
  profileOf,
  seedOf,
  settingsOf,
} from './run-environment.js';
import { RunInProgress } from './run-in-progress.js';
import { terminalSummary } from './terminal-summary.js';
import { outcomeOf, testReport } from './test-report.js';
import { removeReports, writeReports } from './write-reports.js';

/** `--list` names the tests and runs none: there is nothing to judge, and the last verdict stands. */
const listing = process.argv.includes('--list');

/** Makes a verdict of a run: gathers each test's evidence, has the reports written, prints the summary, sets the exit code. */
export default class ConformanceReporter implements Reporter {
  readonly #folder = reportsFolder(process.env);
  readonly #progress = new Progress(process.stdout);
  readonly #run: RunInProgress;
  readonly #errors: string[] = [];
  /** A sentence for each test that was skipped before it could say anything: an error, unless the run was interrupted. */
  readonly #skipped: string[] = [];
  readonly #secrets = new Secrets();
  /** What tests handed over that have not ended yet. */
  readonly #evidence = new WeakMap<TestResult, Evidence>();
  #ofAllShards: { readonly ofAllShards?: number } = {};
  #writesBlob = false;
  #ended = false;

  constructor() {
    const file = join(this.#folder, journalName);
    const journal = new JournalFile(file, (text) => this.#secrets.redact(text));
    this.#run = new RunInProgress(journal, resumes(process.env) && !listing ? readJournal(file) : undefined);
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
    // What is left of a shard is no new whole.
    if (resumes(process.env)) return;
    const tests = suite.allTests();
    this.#ofAllShards = { ofAllShards: tests.length };
    const isAlone = (test: TestCase) => sharesKeys(process.env) && projectOf(test) === 'rate-limits';
    const own = new Set(testsOfShard(shard, tests, isAlone));
    for (const test of tests) if (!own.has(test)) testRun.exclude(test);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (listing) return;
    this.#writesBlob = config.reporter.some(([name]) => name === 'blob');
    const tests = suite.allTests();
    const problem = this.#run.plan(tests.map(plannedTest));
    if (problem !== undefined) this.#errors.push(problem);
    this.#progress.begin(tests.length);
  }

  onTestBegin(): void {
    this.#open();
  }

  onStepEnd(_test: TestCase, result: TestResult): void {
    // A blob takes up what is attached with the next step that ends.
    if (this.#writesBlob) this.#evidenceOf(result);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // No test of this suite is meant to fail: see where the expectation is set, beside the fixtures.
    if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';
    const { status } = result;
    const isInterrupted = status === 'interrupted';
    if (!isInterrupted) this.#progress.ended(status !== 'passed' && status !== 'skipped');
    const evidence = this.#evidenceOf(result);
    if (evidence === undefined) {
      const isSkipped = isInterrupted || status === 'skipped';
      const silent = `"${test.title}" ended ${status} without evidence${reasonIn(result.error)}`;
      (isSkipped ? this.#skipped : this.#errors).push(silent);
      this.#run.ended({ test: testReport(test, result, isSkipped ? 'skipped' : 'broken'), status });
    } else {
      const isBroken = evidence.suiteError !== undefined;
      const outcome = isBroken ? 'broken' : outcomeOf(result);
      this.#run.ended({ test: testReport(test, result, outcome), evidence, status });
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

  /** The target is known when the first test begins, and not before. */
  #open(): void {
    const settings = settingsOf(process.env);
    if (settings === undefined) return;
    this.#secrets.add(...secretsIn(settings));
    this.#run.open((run) =>
      journalHeader(process.env, process.argv, settings, { ...run, ...this.#ofAllShards }),
    );
  }

  onError(error: TestError): void {
    this.#errors.push(namingChoice(firstLine(error)));
    // What goes wrong behind the verdict is another report that couldn't be written.
    if (this.#ended) process.stderr.write(`A report behind this one failed: ${firstLine(error)}\n`);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (listing) return undefined;
    this.#ended = true;
    const settings = settingsOf(process.env);
    if (settings !== undefined) this.#secrets.add(...secretsIn(settings));
    const profile = profileOf(process.env);
    const residue =
      settings &&
      takeResidue(ledgerFolder(process.env, settings.name), process.env.CONFORMANCE_RUN_PREFIX ?? '');
    const deselected = deselectedBy(process.argv, profile);
    const interrupted = result.status === 'interrupted';
    if (!interrupted) this.#errors.push(...this.#skipped);
    // A shard that got no test is not missing.
    if (this.#run.planned.length === 0 && this.#errors.length === 0) this.#open();
    this.#run.closed({
      errors: this.#errors,
      interrupted,
      ...(residue === undefined ? {} : { residue }),
    });
    const report = buildReport({
      target: settings === undefined ? undefined : reportedTarget(settings),
      ran: this.#run.ran,
      errors: this.#errors,
      ...(deselected === undefined ? {} : { deselected }),
      profile,
      strict: isStrict(process.env),
      interrupted,
      resumed: this.#run.resumed,
      seed: seedOf(process.env),
      startedAt: this.#run.startedAt,
      command: replayCommand(process.env)(),
      durationMs: this.#run.durationMs,
      tests: this.#run.planned.length,
      ...knownFailuresOf(process.env, settings?.name),
      keepsTestsOf: (requirement) => keepsTestsOf(requirement, process.argv, profile),
      preflight: preflightIn(process.env),
      ...(residue === undefined ? {} : { residue }),
    });
    const { GITHUB_STEP_SUMMARY: stepSummary } = process.env;
    const places = {
      folder: this.#folder,
      history: { folder: historyFolder(process.env), size: historySizeOf(process.env) },
      ...(stepSummary ? { stepSummary } : {}),
    };
    const written = await writeReports(report, places, (text) => this.#secrets.redact(text));
    this.#progress.finish();
    const { problem } = this.#run;
    const problems = problem === undefined ? written.problems : [...written.problems, problem];
    for (const each of problems) process.stderr.write(`${this.#secrets.redact(each)}\n`);
    process.stdout.write(`${this.#secrets.redact(terminalSummary(written.report, written.file))}\n`);
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

function plannedTest(test: TestCase): PlannedTest {
  return { id: test.id, path: test.titlePath().slice(1).join(' ') };
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

/** Playwright doesn't say what it was that nothing matched. */
function namingChoice(sentence: string): string {
  const chosen = deselectedBy(process.argv, profileOf(process.env));
  return sentence.startsWith('No tests found') && chosen !== undefined
    ? `No tests found: no test of the suite is chosen by ${chosen}.`
    : sentence;
}

function reasonIn(error: TestError | undefined): string {
  return error === undefined ? '' : `: ${firstLine(error)}`;
}

function firstLine(error: TestError): string {
  const [line = 'unknown error'] = stripVTControlCharacters(error.message ?? error.value ?? '').split('\n');
  return line.replace(/^\w*Error: /, '');
}
