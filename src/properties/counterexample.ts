import fc from 'fast-check';

/** Characters of a counterexample that are shown. */
const shownCharacters = 3000;

/** Where fast-check found a counterexample, so that it finds it again. */
export interface Counterexample {
  readonly value: unknown;
  /** Seed of the property. */
  readonly seed: number;
  readonly path: string;
  /** Examples tried before the first that failed. */
  readonly runs: number;
  /** How often a smaller one was found. */
  readonly shrinks: number;
  /** The command that runs the property on this example alone. */
  readonly replay: (path: string, commandsPath: string | undefined) => string;
}

/** A counterexample as lines for a reader: the smallest value, where it comes from, and the command that replays it. */
export function counterexampleLines(found: Counterexample): string[] {
  const shown = fc.stringify(found.value);
  const cut =
    shown.length > shownCharacters
      ? `${shown.slice(0, shownCharacters)}... (${shown.length} characters)`
      : shown;
  return [
    `counterexample, example ${found.runs} made smaller ${found.shrinks} times:`,
    ...cut.split('\n').map((line) => `  ${line}`),
    `fast-check seed ${found.seed}, path ${found.path}`,
    `replay: ${found.replay(found.path, commandsPathIn(shown))}`,
  ];
}

/** A shrunk list of commands is found again by a path of its own, which fast-check writes behind it. */
function commandsPathIn(shown: string): string | undefined {
  return /\/\*replayPath="([^"]+)"\*\//.exec(shown)?.[1];
}
