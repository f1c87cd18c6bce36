import { type Residue, residualThingInWords, residueInWords } from '../../../footprint/ledger/residue.js';
import { shortText } from '../../../http/visible-text.js';

/** The cleanup of the run on a merchant that others use too. */
export function LeftBehind({ residue }: { readonly residue: Residue | undefined }) {
  if (residue === undefined) return null;
  return (
    <>
      <h2>What the run left behind</h2>
      <ul class="listed">
        {residueInWords(residue).map((line) => (
          <li key={line}>{shortText(line)}</li>
        ))}
        {residue.left.map((thing) => (
          <li key={`${thing.merchant} ${thing.name}`}>
            <strong>left:</strong> {shortText(residualThingInWords(thing))}
          </li>
        ))}
      </ul>
    </>
  );
}
