import { beginningOf, counted, listed } from '../../contract/values/words.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { momentInWords } from '../summary/in-words.js';
import {
  type ComparedRun,
  type FindingPair,
  type RequirementDifference,
  type RunDifferences,
  type Side,
  sides,
} from './differences.js';

/** The number of operations of a requirement, and of requirements with the same reason, that are shown. */
const mostShown = 4;

/** The number of characters of a target's text that are shown. */
const longestText = 300;

const nameOf = (side: Side) => side.toUpperCase();

/** The comparison for a terminal. */
export function differencesAsText(compared: RunDifferences): string {
  const { a, b, requirements, exitCode } = compared;
  const { contractVersion, profile, seed } = a;
  const notCompared = linesNotCompared(compared);
  const found = requirements.length === 0 ? 'no difference' : counted(requirements.length, 'difference');
  const incomplete = exitCode === 3 ? ', but one run could not exercise everything' : '';
  return [
    fact('A', runInWords(a)),
    fact('B', runInWords(b)),
    fact('Both', `contract ${contractVersion}, profile ${profile}, seed ${seed}`),
    ...requirements.flatMap((each) => ['', ...requirementLines(each)]),
    ...(notCompared.length === 0 ? [] : ['', 'Not compared', ...notCompared.map((line) => `   ${line}`)]),
    '',
    fact('Result', `${found}${incomplete} (exit ${exitCode})`),
  ].join('\n');
}

function runInWords({ file, target: { name, url }, verdict, exitCode, startedAt }: ComparedRun): string {
  const where = url === '' || url.endsWith(`//${name}`) ? name : `${name}, ${url}`;
  return `${file}: ${where}, ${verdict} (exit ${exitCode}), ${momentInWords(startedAt)}`;
}

function requirementLines({ id, strength, sentence, verdicts, findings }: RequirementDifference) {
  const more = findings.length - mostShown;
  return [
    fact(id, `${verdicts.a} in A, ${verdicts.b} in B (${strength}): ${sentence}`),
    ...findings.slice(0, mostShown).flatMap(findingLines),
    ...(more > 0 ? [`   ... and at ${more} more; --json prints them all`] : []),
  ];
}

function findingLines(pair: FindingPair): readonly string[] {
  return sides.flatMap((side) => {
    const finding = pair[side];
    if (finding === undefined) return [];
    const { operationId, write, judgement, at, expected, actual, replay } = finding;
    const where = write === undefined ? operationId : `${operationId}, after ${write}`;
    return [
      `   ${fact(`in ${nameOf(side)}`, `${judgement} at ${where}`)}`,
      ...(at === undefined ? [] : [`   ${fact('where', cut(at))}`]),
      `   ${fact('expected', cut(expected.join(', or ')))}`,
      `   ${fact('actual', cut(actual))}`,
      `   ${fact('replay', replay)}`,
    ];
  });
}

function linesNotCompared(compared: RunDifferences): readonly string[] {
  return [
    ...compared.onlyOnce.map(({ requirements, notIn, verdict, reason }) =>
      inOneLine(`${verdict} in ${nameOf(notIn)}: ${listed(requirements, mostShown)}: ${cut(reason)}`),
    ),
    ...sides.flatMap((side) => {
      const { endedEarly, deselected } = compared[side];
      return [
        ...(endedEarly ? [`${nameOf(side)} ended before all its tests had run.`] : []),
        ...(deselected === undefined
          ? []
          : [inOneLine(`${nameOf(side)} ran only the tests that ${deselected} chose.`)]),
      ];
    }),
  ];
}

function fact(label: string, says: string): string {
  return `${label.padEnd(10)}${inOneLine(says)}`;
}

function inOneLine(text: string): string {
  return visibleText(text.replaceAll(/\r\n|\r|\n/g, '⏎'));
}

function cut(text: string): string {
  return beginningOf(text, longestText);
}
