import { isExercised, isVerified, isViolated, type Verdict } from '../../verdicts/requirement-verdict.js';
import { type Comparison, isWhole, type KeptRun } from '../data/conformance-report.js';

/**
 * What has changed since an earlier run of the same target.
 * @param now the later run; its requirements give the lists their order
 */
export function changesSince(before: KeptRun, now: KeptRun): Comparison {
  const verdictsIn = ({ requirements }: KeptRun) =>
    new Map<string, Verdict>(requirements.map(({ id, verdict }) => [id, verdict]));
  const [earlier, later] = [verdictsIn(before), verdictsIn(now)];
  const all = [...new Set([...later.keys(), ...earlier.keys()])];
  const ids = (isIn: (now: Verdict | undefined, before: Verdict | undefined) => boolean) =>
    all.filter((id) => isIn(later.get(id), earlier.get(id)));
  const { startedAt, seed, profile } = before;
  return {
    run: { startedAt, seed, profile },
    newlyFailing: ids(
      (verdict, earlier) =>
        isViolated(verdict) && (!isViolated(earlier) || (verdict === 'failed' && earlier !== 'failed')),
    ),
    fixed: ids((verdict, earlier) => isVerified(verdict) && isViolated(earlier)),
    newlyCovered: ids((verdict, earlier) => isVerified(verdict) && !isExercised(earlier)),
    // In a partial run, the operator left out the requirements that no check verified.
    noLongerVerified: ids(
      (verdict, earlier) =>
        isExercised(earlier) && !isExercised(verdict) && (verdict !== 'unverified' || isWhole(now)),
    ),
  };
}
