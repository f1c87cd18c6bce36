import type { Exchange } from '../exchange/exchange.js';
import type { Unmet } from './unmet.js';

/** What a live description says of one operation, and where that differs from the contract (clause 8.1). */
interface Compared {
  readonly exchange: Exchange;
  readonly operation: { readonly method: string; readonly path: string };
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly place: string;
  readonly contract: string;
  readonly described: string;
  readonly gaps: readonly string[];
}

/** Differences that one finding lists; the rest is counted. */
const mostListed = 10;

/** The gaps on which differences of an operation rest, each set of them once; one empty set where there are none. */
export function gapsOfDifferences({ differences }: Pick<Compared, 'differences'>): readonly string[][] {
  const keys = new Set(differences.map(({ gaps }) => gaps.join(' ')));
  return keys.size === 0 ? [[]] : [...keys].map((key) => key.split(' ').filter((gap) => gap !== ''));
}

/**
 * The live description says of the operation what the contract says, as far as that rests on exactly these gaps.
 * Expected and actual list the same places, each with what one of both says there.
 */
export function agreesWithTheContract(compared: Compared, gaps: readonly string[]): Unmet | undefined {
  const { operation, differences } = compared;
  const found = differences.filter((each) => each.gaps.join(' ') === gaps.join(' '));
  if (found.length === 0) return undefined;
  const shown = found.slice(0, mostListed);
  const rest = found.length - shown.length;
  const listed = (says: (each: Difference) => string) =>
    [
      ...shown.map((each) => `${each.place}: ${says(each)}`),
      ...(rest === 0 ? [] : [`and ${rest} more`]),
    ].join('; ');
  return {
    expected: [listed(({ contract }) => contract)],
    actual: listed(({ described }) => described),
    at: `${operation.method} ${operation.path} (${gaps.length === 0 ? 'stated' : gaps.join(', ')})`,
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}
