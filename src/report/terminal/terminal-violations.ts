import { groupedBy } from '../../contract/values/groups.js';
import { counted } from '../../contract/values/words.js';
import type { Finding, Judgement } from '../../verdicts/finding.js';
import { inOrder, type Violated } from '../summary/summary.js';
import { type Line, styled } from './terminal.js';
import { headOf, judged, named, operationsOf, violationLines } from './violation-lines.js';

/**
 * The number of requirements whose worst finding is printed in full; the next ones are short, the others get a line.
 * Failures have a number of their own, so that nothing else takes their place.
 */
export const mostInFull = 3;
const mostInShort = 20;

/**
 * Prints the violations of a run as they become known, the first ones in full: each requirement once, and once more if
 * it fails after it was only warned or deviated. The end of the run names all operations.
 */
export class ViolationLog {
  readonly #page: string;
  readonly #printed = new Map<string, Judgement>();
  readonly #inFull = new Set<string>();
  readonly #numbers = { failed: 0, others: 0 };

  /** @param page the file of the page that the run is going to write */
  constructor(page: string) {
    this.#page = page;
  }

  /** The requirements with a finding that was printed in full. */
  get inFull(): ReadonlySet<string> {
    return this.#inFull;
  }

  /** The lines about the findings of one test. @param isKnown says which of them are known failures */
  linesOf(
    findings: readonly Finding[],
    isKnown: (finding: Finding) => boolean = () => false,
  ): readonly Line[] {
    return [...groupedBy(inOrder(findings), ({ requirement }) => requirement)].flatMap(([id, own]) => {
      const [worst] = own;
      const before = this.#printed.get(id);
      if (before === 'failed' || before === worst.judgement) return [];
      this.#printed.set(id, worst.judgement);
      const areKnown = own.every(isKnown);
      const number = this.#numbers[worst.judgement === 'failed' && !areKnown ? 'failed' : 'others']++;
      const isShort = number >= mostInFull;
      if (!isShort) this.#inFull.add(id);
      return number < mostInShort
        ? [[], ...violationLines(own, this.#page, { isShort, isKnown: areKnown })]
        : [headOf(worst, `at ${named(operationsOf(own))}`)];
    });
  }
}

/** A violated requirement in two lines, for the end of a run, and the command that shows a failure again. */
export function violationInShort({ requirement, findings }: Violated): readonly Line[] {
  const { id, strength, sentence } = requirement;
  const [worst] = findings;
  return [
    ['  ', ...judged(worst.judgement), ': ', styled(id, 'bold'), ` (${strength}): ${sentence}`],
    [styled(`    at ${named(operationsOf(findings))}, ${counted(findings.length, 'finding')}`, 'dim')],
    ...(worst.judgement === 'failed' ? [[`    ${worst.replay}`]] : []),
  ];
}
