import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
import { commandLine, sourceOfSpec } from '../../contract/documents/folders.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { waitsOfWorkers } from '../../footprint/budget/workers.js';
import { removedAtEnd } from '../../footprint/ledger/ledger.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { freeFolder, journalName, publish } from '../../target/folders/run-folder.js';
import { runIn, unclearReplay } from '../../target/run/run.js';
import { type ChosenTests, deselectedBy, keepsTestsOf, withoutCheck } from '../../target/run/test-choice.js';
import { readSettings, type Settings } from '../../target/settings.js';
import { type Evidence, evidenceAttachment, type Finding, restoresFailures } from '../../verdicts/finding.js';
import { isKnown, type KnownFailures } from '../../verdicts/known-failures/known-failure.js';
import { readableKnownFailures } from '../../verdicts/known-failures/known-failures.js';
import { summed } from '../../verdicts/requirement-verdict.js';
import { type BegunRun, buildReport, judged, reportedTarget } from '../data/build-report.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import type { CountsSoFar } from '../terminal/live-block.js';
import { countsSoFar, LiveRun, liveModeOf } from '../terminal/live-run.js';
import { type Line, standardError, standardOutput } from '../terminal/terminal.js';
import { terminalSummary } from '../terminal/terminal-summary.js';
import { ViolationLog } from '../terminal/terminal-violations.js';
import { coveredBy, endedTest, firstLine, isRunAgain, isSkipped, silenceOf } from './ended-test.js';
import { RunInProgress } from './evidence-journal.js';
import { describeShard } from './merged-shards.js';
import { pageIn, writeReports } from './write-reports.js';

/** Playwright's instructions for a language model, which it attaches to each failed test; no option turns them off. */
const promptAttachment = 'error-context';

/**
 * Produces the verdict of a run: it gathers the evidence of each test, writes the reports, prints the summary and
 * sets the exit code.
 */
export default class ConformanceReporter implements Reporter {
  /** What the configuration resolved. The global setup adds to it later. */
  readonly #asked = runIn();
  /** `--list` names the tests and runs none: there is nothing to judge. */
  readonly #isListing = this.#asked.choice.isListing;
  readonly #folder = freeFolder(this.#asked.folders.reports);
  readonly #violations = new ViolationLog(pageIn(this.#folder));
  #live: LiveRun | undefined;
  readonly #run = new RunInProgress(join(this.#folder, journalName), hidingKeys);
  readonly #errors: string[] = [];
  /** A sentence for each test that was skipped before it had any result: an error, unless the run was interrupted. */
  readonly #skipped: string[] = [];
  readonly #ended = new Set<string>();
  #config: FullConfig | undefined;
  /** The tests before Playwright takes those of a shard, and those that it is about to run. */
  #ofAllShards: readonly TestCase[] = [];
  #planned: readonly TestCase[] = [];
  /** Removes from the results what the blob of a shard takes along. */
  readonly #afterBlob: (() => void)[] = [];
  #knownFailures: KnownFailures | undefined;
  readonly #complaints = new Set<string>();
  /** What is printed when all reports are written. */
  #lastLines: readonly Line[] = [];
  /** That of an error of the suite, unless there is a report. */
  #exitCode = 2;

  constructor() {
    // The run goes on to its end.
    standardOutput.onClosed(() => {});
    if (this.#isListing) return;
    process.env[restoresFailures] = '1';
    process.once('SIGINT', this.#sayStopping);
  }

  printsToStdio(): boolean {
    return !this.#isListing;
  }

  /** Refuses to replay a counterexample in several tests. */
  async preprocess({ suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    this.#ofAllShards = suite.allTests();
    const problem = unclearReplay(this.#asked, this.#ofAllShards.length);
    if (problem !== undefined && !this.#isListing) throw new Error(problem);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#isListing) return;
    this.#config = config;
    const tests = suite.allTests();
    this.#planned = tests;
    nameSources(suite);
    const settings = settingsOfTarget();
    this.#knownFailures = readableKnownFailures(this.#asked, settings?.name);
    const mode = this.#asked.isQuiet ? 'none' : liveModeOf(process.env, standardOutput, config);
    const { expectedMinutes } = runIn().prepared.preflight ?? {};
    const live = new LiveRun({
      ...{ output: standardOutput, mode, tests: tests.length, waits: waitsOfWorkers },
      judge: () => this.#countsSoFar(tests),
      expected: expectedMinutes && expectedMinutes * 60_000,
      removes: settings?.control === undefined && settings?.writes === 'allow',
    });
    this.#live = live;
    // An aborted run, too, leaves the terminal with its cursor.
    process.once('exit', () => live.finish());
  }

  get #begun(): BegunRun {
    const { profile, seed, isStrict, commands, prepared } = runIn();
    return {
      ...{ target: reportedTarget(settingsOfTarget()), preflight: prepared.preflight },
      ...{ profile: profile.name, seed, strict: isStrict, command: commands.repeat },
      ...leftOutBy(this.#asked),
      ...{ startedAt: this.#run.startedAt, ...countsOf(this.#planned) },
    };
  }

  /** Counts the verdicts of the requirements so far, as the report counts them in the end. */
  #countsSoFar(tests: readonly TestCase[]): CountsSoFar {
    const begun = this.#begun;
    const left = tests.filter(({ id }) => !this.#ended.has(id));
    const coming = new Set(left.flatMap(coveredBy));
    const covered = new Set(tests.flatMap(coveredBy));
    const always = requirements.filter(({ id, notTested }) => notTested === undefined && !covered.has(id));
    const soFar = {
      ran: this.#run.ran,
      errors: this.#errors,
      knownFailures: this.#knownFailures,
      covering: {},
    };
    const { results } = judged({ ...begun, ...soFar });
    const isOver = left.length === 0 || begun.deselected !== undefined;
    return countsSoFar(results, coming, new Set(isOver ? [] : always.map(({ id }) => id)));
  }

  onTestBegin(test: TestCase, { workerIndex }: TestResult): void {
    // The target is known only when the first test begins.
    this.#run.open(() => this.#begun);
    this.#live?.testBegan(test.id, String(workerIndex));
  }

  onStepEnd(_test: TestCase, result: TestResult): void {
    // A blob includes an attachment as soon as the next step ends, so it must be removed by then.
    if (this.#writesBlob) withdrawPrompt(result);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (isRunAgain(test, result)) return;
    const evidence = this.#evidenceOf(result);
    if (evidence === undefined)
      (isSkipped(result) ? this.#skipped : this.#errors).push(silenceOf(test, result));
    else {
      // Someone who repeats a single test wants to see what it finds, even if that is known.
      const isShown = (each: Finding) => this.#planned.length === 1 || !this.#isKnown(each);
      this.#live?.print(this.#violations.linesOf(evidence.findings.filter(isShown), this.#isKnown));
    }
    this.#run.ended(endedTest(test, result, evidence), result);
    if (result.status === 'interrupted') return;
    this.#ended.add(test.id);
    this.#live?.testEnded(test.id);
  }

  /** The evidence of a test. It is removed, because only the blob of a shard needs the raw data as well. */
  #evidenceOf(result: TestResult): Evidence | undefined {
    withdrawPrompt(result);
    const attachment = result.attachments.find(({ name }) => name === evidenceAttachment.name);
    if (attachment?.body === undefined) return undefined;
    if (this.#writesBlob) this.#afterBlob.push(() => withdraw(attachment, result));
    else withdraw(attachment, result);
    return JSON.parse(attachment.body.toString('utf8'));
  }

  get #writesBlob(): boolean {
    return this.#config?.reporter.some(([name]) => name === 'blob') === true;
  }

  readonly #isKnown = (finding: Finding) => isKnown(finding, this.#knownFailures);

  onError(error: TestError): void {
    const line = firstLine(error);
    // The report says itself that a run with -x ended early.
    if (line.startsWith('Testing stopped early')) return;
    this.#errors.push(this.#namingChoice(line));
    // A failure after the verdict means that a later report couldn't be written.
    if (this.#lastLines.length > 0)
      this.#complain(
        `Another report could not be written: ${line.replace(/\.$/, '')}; the verdict does not depend on it.`,
      );
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.#isListing) return undefined;
    process.off('SIGINT', this.#sayStopping);
    finishBeforeInterruption(() => this.#tell());
    // Playwright itself only knows 0 and 1.
    process.once('exit', () => {
      process.exitCode = this.#exitCode;
    });
    this.#live?.writesReports();
    const { folders, keepsHistory } = runIn();
    const interrupted = result.status === 'interrupted';
    if (!interrupted) this.#errors.push(...this.#skipped);
    const end = { errors: this.#errors, interrupted, residue: removedAtEnd.residue };
    const record = this.#run.closed(end, this.#begun);
    const { choice } = this.#asked;
    const ofAll = leftOutBy({ ...this.#asked, choice: { ...choice, shard: undefined } });
    const whole = { ...ofAll, ...countsOf(this.#ofAllShards) };
    if (this.#config !== undefined) describeShard(this.#config, record, whole);
    for (const withdraw of this.#afterBlob) withdraw();
    const report = buildReport({
      ...record,
      knownFailures: readableKnownFailures(this.#asked, settingsOfTarget()?.name),
    });
    // The verdict is told, whatever happens while the reports are written.
    this.#conclude(report, this.#folder);
    const places = {
      folder: this.#folder,
      history: keepsHistory ? folders.history : undefined,
      stepSummary: process.env.GITHUB_STEP_SUMMARY,
      linksTests: true,
    };
    const written = await writeReports(report, places, hidingKeys);
    for (const problem of [...written.problems, this.#run.problem])
      if (problem !== undefined) this.#complain(problem);
    this.#conclude(written.report, written.file);
    return { status: this.#exitCode === 0 ? 'passed' : 'failed' };
  }

  /** @param file of the report to open */
  #conclude(report: ConformanceReport, file: string): void {
    const { isQuiet, commands } = runIn();
    this.#exitCode = report.exitCode;
    this.#lastLines = terminalSummary(report, {
      file,
      ways: commands,
      inFull: this.#violations.inFull,
      isQuiet,
    });
  }

  /** At this point, Playwright's reports are written, so that nothing comes after the verdict. */
  async onExit(): Promise<void> {
    if (this.#isListing) return;
    try {
      publish(this.#folder, this.#exitCode, this.#run.ran.length > 0);
    } catch (error) {
      this.#complain(
        `reports/latest could not be renewed: ${(error as Error).message}; see ${this.#folder}.`,
      );
    }
    this.#tell();
  }

  #tell(): void {
    this.#live?.finish();
    standardOutput.print(this.#lastLines);
  }

  /** Playwright doesn't say which choice matched no test. */
  #namingChoice(sentence: string): string {
    const chosen = deselectedBy(this.#asked);
    return sentence.startsWith('No tests found') && chosen !== undefined
      ? `${[`No tests found: no test of the suite matches ${chosen} (${commandLine('run', ['--list'])} shows them all)`, ...withoutCheck(this.#asked.choice)].join('; ')}.`
      : sentence;
  }

  /** At the first Ctrl-C, because on a busy machine the verdict takes a while; a second one finds no listener of ours. */
  readonly #sayStopping = () => {
    const sentence = `The run is being stopped: it waits for the tests that go on, gives its verdict, and then removes what it created. A second Ctrl-C ends it at once; ${commandLine('cleanup')} then removes what is left.`;
    (this.#live ?? standardError).print([[sentence]]);
  };

  /** Once: on a full disk, each reporter of Playwright fails alike. */
  #complain(sentence: string): void {
    if (this.#complaints.has(sentence)) return;
    this.#complaints.add(sentence);
    this.#live?.finish();
    standardError.say(sentence);
  }
}

/** The number of tests, and of those that cover each requirement. */
function countsOf(tests: readonly TestCase[]): Pick<BegunRun, 'tests' | 'covering'> {
  const covered = tests.flatMap(coveredBy).map((id) => ({ [id]: 1 }));
  return { tests: tests.length, covering: summed(covered) };
}

/** What a choice of tests left out of a run. */
function leftOutBy(chosen: ChosenTests): Pick<BegunRun, 'deselected' | 'keepsTestsOf'> {
  return {
    deselected: deselectedBy(chosen),
    keepsTestsOf: requirements.map(({ id }) => id).filter((id) => keepsTestsOf(id, chosen)),
  };
}

function withdrawPrompt(result: TestResult): void {
  const prompt = result.attachments.find(({ name }) => name === promptAttachment);
  if (prompt === undefined) return;
  withdraw(prompt, result);
  if (prompt.path !== undefined) rmSync(prompt.path, { force: true });
}

/**
 * Removes an attachment from a result and from the step in which it was attached; leaving one of them is an error.
 */
function withdraw(attachment: TestResult['attachments'][number], result: TestResult): void {
  const takeFrom = ({ attachments, steps }: Pick<TestStep, 'attachments' | 'steps'>) => {
    const index = attachments.indexOf(attachment);
    if (index >= 0) attachments.splice(index, 1);
    for (const step of steps) takeFrom(step);
  };
  takeFrom(result);
}

/** Lets the reports of Playwright name the source of each spec: on its own, it names the JavaScript that it has loaded. */
function nameSources({ suites: projects }: Suite): void {
  for (const file of projects.flatMap(({ suites }) => suites)) {
    const { title, location } = file;
    Object.assign(file, {
      title: sourceOfSpec(title),
      ...(location && { location: { ...location, file: sourceOfSpec(location.file) } }),
    });
  }
}

/** The settings of the target; undefined if they can't be read: the global setup then reports why. */
function settingsOfTarget(): Settings | undefined {
  try {
    return readSettings(process.env);
  } catch {
    return undefined;
  }
}

/**
 * Lets Ctrl-C wait for the reports and the verdict, which take a second: Playwright no longer listens to it, so that it
 * would end the process in the middle. A second one does end it, with its verdict.
 */
function finishBeforeInterruption(tell: () => void): void {
  const end = () => {
    tell();
    process.exit(2);
  };
  process.once('SIGINT', () => process.once('SIGINT', end));
}
