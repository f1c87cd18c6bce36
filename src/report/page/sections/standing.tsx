import { shortText } from '../../../http/visible-text.js';
import type { RequirementReport } from '../../conformance-report.js';

/** The basis of a requirement, what a check looks at, and the reason for its verdict. */
export function Standing({ requirement }: { readonly requirement: RequirementReport }) {
  const { clause, basis, observed, verified, reason, operations } = requirement;
  return (
    <dl class="standing">
      {reason !== undefined && <Item name="Reason" text={shortText(reason)} />}
      <Item name="A check looks at" text={observed} />
      {verified !== undefined && <Item name="Verified by" text={verified} />}
      <Item name="Clause" text={clause.join(', ')} />
      <Item name="Source" text={sourceOf(requirement)} />
      <Item name="Reason for strength" text={basis} />
      {operations.length > 0 && (
        <Item name="Operations" text={operations.length === 30 ? 'all' : operations.join(', ')} />
      )}
    </dl>
  );
}

function Item({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function sourceOf(requirement: RequirementReport): string {
  if (requirement.from === 'assumed')
    return `assumed, where the description is silent: ${requirement.gap.join(', ')}`;
  const { assumedPart } = requirement;
  const partly =
    assumedPart === undefined ? '' : `; assumed (${assumedPart.gap.join(', ')}): ${assumedPart.what}`;
  if (requirement.from === 'derived') return `derived from ${requirement.derivedFrom}${partly}`;
  const { derivedPart } = requirement;
  const followed =
    derivedPart === undefined ? '' : `; derived from ${derivedPart.derivedFrom}: ${derivedPart.what}`;
  return `stated by the description${followed}${partly}`;
}
