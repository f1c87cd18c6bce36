import type { Finding } from '../verdicts/finding.js';
import type { EndedTest } from './evidence-journal.js';

/**
 * Whether a test said all that it can say, so that a resumed run needn't run it again: it came to its end, and nothing of
 * it was blocked.
 */
export function isSettled({ status, evidence }: EndedTest): boolean {
  if (evidence === undefined || status === 'timedOut' || status === 'interrupted') return false;
  return evidence.suiteError === undefined && evidence.blocked.length === 0;
}

/**
 * What is known of a test that was run again. What it found the first time stays found: running it again is no way to
 * make a failure go away. What it had seen of the contract was seen.
 * @param earlier undefined where it ended for the first time
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
