import type { Finding } from '../verdicts/finding.js';
import type { EndedTest } from './evidence-journal.js';

/**
 * Whether a test verified everything that it can verify, so that a resumed run doesn't have to repeat it: it
 * finished, and nothing in it was blocked.
 */
export function isSettled({ status, evidence }: EndedTest): boolean {
  if (evidence === undefined || status === 'timedOut' || status === 'interrupted') return false;
  return evidence.suiteError === undefined && evidence.blocked.length === 0;
}

/**
 * The result of a test that ran again. Its earlier findings remain: running a test again must not make a failure
 * disappear. The parts of the contract that it saw still count as seen.
 * @param earlier undefined if the test ended for the first time
 */
export function laterRun(earlier: EndedTest | undefined, later: EndedTest): EndedTest {
  const before = earlier?.evidence;
  if (earlier === undefined || before === undefined) return later;
  const { evidence } = later;
  if (evidence === undefined) return { ...later, evidence: before };
  const found = new Set(evidence.findings.map(keyOf));
  const kept = before.findings.filter((finding) => !found.has(keyOf(finding)));
  const isFailed = kept.some(({ judgement }) => judgement === 'failed');
  return {
    ...later,
    test: isFailed ? { ...later.test, outcome: 'failed' } : later.test,
    evidence: {
      ...evidence,
      findings: [...kept, ...evidence.findings],
      seen: [...new Set([...before.seen, ...evidence.seen])],
    },
  };
}

/** Two findings of a test with the same key are the same. */
function keyOf({ requirement, operationId, at = '', judgement }: Finding): string {
  return JSON.stringify([requirement, operationId, at.replaceAll(/\[\d+\]/g, '[]'), judgement]);
}
