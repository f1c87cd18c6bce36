import type { Counterexample } from '../finding.js';

/** Where fast-check finds a counterexample again. */
export type CounterexamplePath = Pick<Counterexample, 'path' | 'seed'>;

/**
 * fast-check's path to a value of one of a test's properties, as `--path` takes it. Shrinking often takes the same turn
 * dozens of times: `3:0:0:0:1` becomes `3:0x3:1`, and `2@3:0x3:1` in the second property of the test.
 */
export function shortPath(property: number, path: string): string {
  const short = path.replaceAll(
    /(?<![\d])(\d+)(:\1(?!\d)){2,}/g,
    (turns, turn) => `${turn}x${turns.split(':').length}`,
  );
  return property === 1 ? short : `${property}@${short}`;
}

/** The property and fast-check's path that `--path` names. */
export function namedBy(path: string): { readonly property: number; readonly path: string } {
  const [turns = '', property = '1'] = path.split('@').toReversed();
  const long = turns.split(':').flatMap((each) => {
    const [turn = '', times = '1'] = each.split('x');
    return Array.from({ length: Number(times) }, () => turn);
  });
  return { property: Number(property), path: long.join(':') };
}
