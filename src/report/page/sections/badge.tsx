import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import { signs } from '../content/in-words.js';

interface BadgeProps {
  readonly verdict: Verdict;
  /** Present if all its violations are known failures. */
  readonly known?: true | undefined;
}

/** A verdict as sign, word and colour. */
export function Badge({ verdict, known }: BadgeProps) {
  return (
    <span class={`badge ${verdict}${known === undefined ? '' : ' known'}`}>
      <span aria-hidden="true">{signs[verdict]}</span> {verdict}
      {known === undefined ? '' : ', known'}
    </span>
  );
}
