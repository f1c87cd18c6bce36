import type { ConformanceReport, ContractElement, MappedElement } from '../../data/conformance-report.js';

/** The possible sources of an element of the contract as closed for a target. */
const standings = ['stated', 'derived', 'confirmed', 'learned', 'open'] as const;

/**
 * Why an element of the contract applies to a target: the description says it, it follows from the description, its
 * gap is confirmed, the target's file closes it otherwise, or none of these.
 */
type ElementStanding = (typeof standings)[number];

/** An element of the contract in both vocabularies. */
export interface MappedRow {
  readonly part: MappedElement['part'];
  readonly ours: string;
  /** The same as ours if nothing differs; undefined if the target doesn't have it. */
  readonly theirs?: string;
  readonly standing: ElementStanding;
  readonly gap?: string;
  /** The steps of the target's file for it. */
  readonly steps: readonly string[];
  /** Its evidence: comments of the file, or an open question; the coverage says whether the run saw it. */
  readonly evidence: string;
}

/** The contract of one operation as a target closes it. */
export interface MappedOperation {
  readonly operationId: string;
  readonly rows: readonly MappedRow[];
  /** How many of its elements have each of the standings that occur. */
  readonly counts: readonly (readonly [standing: ElementStanding, count: number])[];
}

/** The contract as the target closes it, by operation; undefined for an older report without this data. */
export function mappedContract({
  contract,
  target,
  gaps,
}: Pick<ConformanceReport, 'contract' | 'target' | 'gaps'>): readonly MappedOperation[] | undefined {
  const confirmed = new Set(gaps.filter((gap) => gap.confirmed).map(({ id }) => id));
  const { elements: closed = [], open = {} } = target.file ?? {};
  return contract?.map(({ operationId, elements }) => {
    const own = closed.filter((each) => each.operationId === operationId);
    const rowOf = (element: Pick<ContractElement, 'part' | 'ours'> & Partial<ContractElement>): MappedRow => {
      const { part, ours, provenance, gap } = element;
      const change = own.find((each) => each.part === part && each.ours === ours);
      const question = open[`${operationId} ${part} ${ours}`.trim()];
      const { steps = [], theirs } = change ?? {};
      const isAbsent = steps.includes('absent');
      return {
        part,
        ours,
        ...(isAbsent ? {} : { theirs: theirs ?? ours }),
        standing: standingOf(
          steps,
          provenance,
          question !== undefined,
          gap !== undefined && confirmed.has(gap),
        ),
        gap,
        steps,
        evidence: question ?? change?.evidence ?? '',
      };
    };
    const isListed = (each: MappedElement) =>
      elements.some(({ part, ours }) => part === each.part && ours === each.ours);
    // Steps for a whole body, or for the entries of a list, don't belong to a field.
    const rows = [...own.filter((each) => !isListed(each)), ...elements].map(rowOf);
    const counts = standings
      .map((standing) => [standing, rows.filter((row) => row.standing === standing).length] as const)
      .filter(([, count]) => count > 0);
    return { operationId, rows, counts };
  });
}

function standingOf(
  steps: readonly string[],
  provenance: ContractElement['provenance'] | undefined,
  isAsked: boolean,
  isConfirmed: boolean,
): ElementStanding {
  if (isAsked) return 'open';
  if (steps.length > 0) return 'learned';
  if (provenance === 'stated' || provenance === 'derived') return provenance;
  return isConfirmed ? 'confirmed' : 'open';
}
