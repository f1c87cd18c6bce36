import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import { signs } from '../content/verdict-words.js';

/** A verdict as sign, word and colour. */
export function Badge({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span class={`badge ${verdict}`}>
      <span aria-hidden="true">{signs[verdict]}</span> {verdict}
    </span>
  );
}
