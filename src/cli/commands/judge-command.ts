import { statSync } from 'node:fs';
import { target as contractOfTarget } from '../../contract/documents/document.js';
import { commandLine } from '../../contract/documents/folders.js';
import { confirmedGaps } from '../../contract/mapping/file/file-steps.js';
import { Refusal } from '../../contract/refusal.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { quote } from '../../http/shown/shown-exchange.js';
import { buildReport, targetFileReport } from '../../report/data/build-report.js';
import type { ConformanceReport } from '../../report/data/conformance-report.js';
import { writeReports } from '../../report/run/write-reports.js';
import type { Output } from '../../report/terminal/terminal.js';
import { terminalSummary } from '../../report/terminal/terminal-summary.js';
import { outputVariable } from '../../target/environment.js';
import { newRunFolder, publish, requireFolder } from '../../target/folders/run-folder.js';
import { commandsAfter } from '../../target/run/commands.js';
import { isConfirmed } from '../../target/settings.js';
import { type JudgedTraffic, judgeTraffic } from '../../traffic/judge-traffic.js';
import type { Commands, Terminal } from '../program.js';

/** What left out the requirements that recorded traffic doesn't show, as the reason of a verdict names it. */
const leftOutBy = 'the recording, which does not show it';

/**
 * `npm run judge -- FILE.har...`: judges traffic that others recorded, and writes the same report as a run.
 * @returns the exit code: 0 if nothing that the traffic shows is violated, 1 if something is, 2 if it shows nothing
 * @throws Refusal if it can't be read, or nothing can be written
 */
export async function judgeCommand(
  { files, target, output: named }: Parameters<Commands['judge']>[0],
  { environment, output, complain }: Pick<Terminal, 'environment' | 'complain'> & { readonly output: Output },
): Promise<number> {
  const folder = named ?? newRunFolder(target ?? 'recorded-traffic');
  const missing = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() !== true);
  if (missing !== undefined) throw new Refusal(`${missing} is not a file: name the HAR files to judge.`);
  if (target !== undefined && contractOfTarget.file === undefined)
    throw new Refusal(
      `There is no file targets/${target}.yaml: without one, the traffic is judged in the contract's words, and ${commandLine('judge')} does that without --target.`,
    );
  requireFolder(folder);
  const command = (...named: readonly string[]) => {
    const options = target === undefined ? [] : ['--target', target];
    return commandLine('judge', [
      ...options,
      ...named.map((each) => (/^[\w./-]+$/.test(each) ? each : quote(each))),
    ]);
  };
  try {
    const [startedAt, began] = [new Date().toISOString(), performance.now()];
    const confirmed = confirmedGaps([], contractOfTarget.file);
    const isAgreed = (gap: string) => isConfirmed({ confirmedGaps: confirmed }, gap);
    const judged = await judgeTraffic(files, isAgreed, command);
    const report = reportOf(judged, {
      target: {
        name: target ?? 'recorded traffic',
        url: '',
        confirmedGaps: confirmed,
        settings: {},
        file: targetFileReport(contractOfTarget),
      },
      startedAt: judged.traffic.from ?? startedAt,
      durationMs: performance.now() - began,
      command: command(...files),
    });
    // The runs in the history sent other requests: nothing is compared with them.
    const places = { folder, stepSummary: environment.GITHUB_STEP_SUMMARY };
    const written = await writeReports(report, places, hidingKeys);
    for (const problem of written.problems) complain(problem);
    const { exitCode } = written.report;
    publish(folder, exitCode, judged.files.length > 0);
    const { report: open } = commandsAfter({ [outputVariable]: named });
    output.print(terminalSummary(written.report, { file: written.file, ways: { report: open } }));
    return exitCode;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Refusal(`A file can't be read: ${message}.`);
  }
}

/** The report of judged traffic: each file is what a test is in a run. */
function reportOf(
  { files, traffic }: JudgedTraffic,
  about: Pick<ConformanceReport, 'target' | 'startedAt' | 'durationMs' | 'command'>,
): ConformanceReport {
  const ran = files.map(({ file, evidence, milliseconds }, index) => ({
    test: {
      id: `recording-${index + 1}`,
      file,
      line: 1,
      title: 'recorded traffic',
      outcome: evidence.findings.some(({ judgement }) => judgement === 'failed')
        ? ('failed' as const)
        : ('passed' as const),
      milliseconds,
      covers: [],
    },
    evidence,
  }));
  const nothing = `No exchange with the API was found: ${traffic.notes.join(' ') || 'the files have no entries.'}`;
  return buildReport({
    ...about,
    recorded: traffic,
    // The report of a run has both; judging draws nothing and chooses nothing.
    profile: 'standard',
    seed: 1,
    strict: false,
    deselected: leftOutBy,
    errors: ran.length === 0 ? [nothing] : [],
    ran,
    tests: ran.length,
  });
}
