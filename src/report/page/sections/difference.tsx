import { shortText } from '../../../http/visible-text.js';
import type { Finding } from '../../../verdicts/finding.js';
import { markedDifference, type Piece } from '../content/marked-difference.js';

/** All acceptable answers next to the actual one, with the differences marked. */
export function Difference({ finding: { expected, actual } }: { readonly finding: Finding }) {
  const marked = markedDifference(expected.map(shortText), shortText(actual));
  return (
    <dl class="difference">
      <div class="expected">
        <dt>{expected.length > 1 ? 'Expected, any of' : 'Expected'}</dt>
        {marked.expected.map((pieces, index) => (
          <dd key={expected[index]}>
            <Pieces pieces={pieces} />
          </dd>
        ))}
        {expected.length === 0 && <dd>nothing</dd>}
      </div>
      <div class="actual">
        <dt>Actual</dt>
        <dd>
          <Pieces pieces={marked.actual} />
        </dd>
      </div>
    </dl>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, marked }, index) =>
        marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  );
}
