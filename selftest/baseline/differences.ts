import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from '../../src/report/data/report-file.js';
import { differencesBetween } from '../../src/report/differences/differences.js';
import { differencesAsText } from '../../src/report/differences/differences-in-words.js';
import { type Verdict, verdicts } from '../../src/verdicts/requirement-verdict.js';
import type { ProofFinding, RecordedProof } from './recording.js';

/**
 * The differences of a recording from its baseline, a line for each.
 * @param baseline the folder of one recording
 * @param tree that of the other, with at least the same parts
 */
export function differences(baseline: string, tree: string): readonly string[] {
  const inBoth = (part: string, compare: (baseline: string, tree: string) => readonly string[]) =>
    existsSync(join(baseline, part)) && existsSync(join(tree, part))
      ? compare(join(baseline, part), join(tree, part)).map((line) => `${part}: ${line}`)
      : [];
  return [
    ...inBoth('proof', differencesOfProofs),
    ...inBoth('runs', (before, after) =>
      readdirSync(before).flatMap((run) =>
        differencesOfRuns(join(before, run), join(after, run)).map((line) => `${run}: ${line}`),
      ),
    ),
    ...inBoth('worlds', (before, after) =>
      readdirSync(before).flatMap((world) =>
        stagesOf(join(before, world)).flatMap((stage) =>
          lossesIn(join(before, world, stage), join(after, world, stage)).map(
            (line) => `${world}, ${stage}: ${line}`,
          ),
        ),
      ),
    ),
  ];
}

/** A fault that is new, gone, or caught in one of the proofs only, and each finding that only one of them has. */
function differencesOfProofs(before: string, after: string): readonly string[] {
  const faultsIn = (folder: string) => {
    const { faults, errors }: RecordedProof = jsonIn(join(folder, 'detection.json'));
    return [
      ...faults.map(({ fault, violates, caught }) => `${fault}: ${violates} ${caught ? 'caught' : 'missed'}`),
      ...errors.map((error) => `error: ${error}`),
    ];
  };
  const findingsIn = (folder: string) =>
    jsonIn<readonly ProofFinding[]>(join(folder, 'findings.json')).map(
      ({ fault, test, requirement, judgement, gaps, place = 'nowhere in particular' }) =>
        `${fault}: ${[requirement, judgement, ...gaps].join(' ')} at ${withoutKeys(place)}, by ${test}`,
    );
  return [
    ...onlyInOne(faultsIn(before), faultsIn(after)),
    ...onlyInOne(findingsIn(before), findingsIn(after)),
  ];
}

/** A place without what is drawn: keys of products, and numbers of entries. */
function withoutKeys(place: string): string {
  return place.replace(/\bct-[\w-]+/g, 'KEY').replace(/\d+/g, '#');
}

/** What `npm run compare` says about two runs, the verdicts of requirements, and the sentences of the pages. */
function differencesOfRuns(before: string, after: string): readonly string[] {
  const [a, b] = [before, after].map((folder) => {
    const file = join(folder, 'conformance.json');
    return { file, report: readReport(file) };
  }) as [Parameters<typeof differencesBetween>[0], Parameters<typeof differencesBetween>[1]];
  const compared = differencesBetween(a, b);
  const verdicts = ({ report }: typeof a) =>
    report.requirements.map(
      ({ id, verdict, operations }) => `${id}: ${verdict}, at ${operations.toSorted().join(', ')}`,
    );
  return [
    ...(compared.exitCode === 1 ? [differencesAsText(compared)] : []),
    ...onlyInOne(verdicts(a), verdicts(b)),
    ...onlyInOne(sentencesOf(join(before, 'index.html')), sentencesOf(join(after, 'index.html'))),
  ];
}

/** A requirement of a world may move up, but not down. */
const rankOf = (verdict: Verdict) => (verdict === 'passed' ? verdicts.length : verdicts.indexOf(verdict));

/** The requirements of a world that are judged worse than before. */
function lossesIn(before: string, after: string): readonly string[] {
  const file = join(after, 'conformance.json');
  if (!existsSync(file)) return ['has no report any more'];
  const now = new Map(readReport(file).requirements.map(({ id, verdict }) => [id, verdict]));
  return readReport(join(before, 'conformance.json')).requirements.flatMap(({ id, verdict }) => {
    const verdictNow = now.get(id);
    const isWorse = verdictNow !== undefined && rankOf(verdictNow) < rankOf(verdict);
    return isWorse ? [`${id} was ${verdict} and is ${verdictNow}`] : [];
  });
}

function stagesOf(world: string): readonly string[] {
  return readdirSync(world, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/**
 * The sentences of a page: its text without exchanges, pictures, and what is different in each run (addresses, times,
 * numbers, ids, and which of many exchanges are shown).
 */
function sentencesOf(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8')
    .replace(/<(script|style|pre|svg|code|template)\b.*?<\/\1>/gs, '')
    .replace(/<\/?(b|i|em|strong|span|a|small|abbr|time|wbr|mark)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n');
  const sentences = text.split('\n').map((line) =>
    line
      .replace(/\b[0-9a-f]{8}-[0-9a-f-]{5,}/g, 'ID')
      .replace(/\d+([.,:-]\d+)*/g, '#')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const isShownExchange = /^(GET|POST|PUT|PATCH|DELETE|It verified) /;
  return [...new Set(sentences)].filter((line) => line !== '' && !isShownExchange.test(line));
}

function onlyInOne(before: readonly string[], after: readonly string[]): readonly string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...[...had].filter((each) => !has.has(each)).map((each) => `- ${each}`),
    ...[...has].filter((each) => !had.has(each)).map((each) => `+ ${each}`),
  ];
}

function jsonIn<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8'));
}
