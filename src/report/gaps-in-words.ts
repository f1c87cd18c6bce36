import type { ConformanceReport, GapObservation, GapReport } from './conformance-report.js';

/** Gaps of a report by how the target closed them. */
export interface GapsInWords {
  /** `as assumed: G-01, G-02`, for each kind that there is. */
  readonly kinds: readonly string[];
  /** What to write into the settings of the target; absent where there is nothing to confirm. */
  readonly line?: string;
}

/** What a kind is called, in the order in which they are told. */
const names: Readonly<Record<GapObservation['kind'], string>> = {
  otherwise: 'otherwise',
  'as-assumed': 'as assumed',
  'in-part': 'as assumed, but only looked at in part',
  unseen: 'not looked at',
};

/**
 * How the target closed the gaps, in a few lines; undefined where nobody asks, as all are confirmed, and where the report
 * doesn't know or nothing was seen.
 */
export function gapsInWords({
  gaps,
  gapsToConfirm,
}: Pick<ConformanceReport, 'gaps' | 'gapsToConfirm'>): GapsInWords | undefined {
  const isSeen = gaps.some(({ observed }) => observed !== undefined && observed.kind !== 'unseen');
  if (gapsToConfirm === undefined || !isSeen || gaps.every(({ confirmed }) => confirmed)) return undefined;
  const kinds = Object.entries(names).flatMap(([kind, name]) => {
    const having = gaps.filter(({ observed }) => observed?.kind === kind);
    return having.length === 0 ? [] : [`${name}: ${having.map(inShort).join(', ')}`];
  });
  const line = confirmingLine(gapsToConfirm);
  return { kinds, ...(line === undefined ? {} : { line }) };
}

/** The setting that confirms gaps, as it stands in a file; undefined where there are none. */
export function confirmingLine(
  gapsToConfirm: NonNullable<ConformanceReport['gapsToConfirm']>,
): string | undefined {
  const value = gapsToConfirm === 'all' ? 'all' : gapsToConfirm.join(',');
  return value === '' ? undefined : `TARGET_CONFIRMED_GAPS=${value}`;
}

/** A gap with what a reader must know of it besides: where it differs, and how much of it was looked at. */
function inShort({ id, requirements, observed }: GapReport): string {
  if (observed === undefined || observed.kind === 'unseen') return id;
  if (observed.kind === 'otherwise') return `${id} (${observed.differing.join(', ')})`;
  const { verified, open, leftOut } = observed;
  if (open.length === 0 && leftOut.length === 0) return id;
  return `${id} (${verified.length} of ${requirements.length} requirements${operationsIn(observed)})`;
}

/** Operations of which nothing was seen. */
function operationsIn({ open, leftOut }: GapObservation): string {
  const count = [...open, ...leftOut].filter(({ id }) => !/^[A-Z]+-\d+$/.test(id)).length;
  return count === 0 ? '' : `, ${count} ${count === 1 ? 'operation' : 'operations'} unseen`;
}
