import fc from 'fast-check';

/** How long a list of commands may become, and which shrunk list to repeat. */
export interface CommandListOptions {
  readonly maxCommands: number;
  /**
   * Repeats the commands of an earlier failure, which shows it behind its commands (see `replayPathIn`). It goes
   * together with the failure's seed and path:
   *
   *     fc.assert(fc.asyncProperty(statusCommands({ maxCommands, replayPath }), ...), { seed, path, endOnFailure: true })
   */
  readonly replayPath?: string;
}

/**
 * Lists of commands, drawn by their weights; a failing list is shrunk to the commands that it needs. A command that
 * holds a list does better with a filter than with a least length, below which no element but the first is given up.
 */
export function commandList<Model extends object, Target>(
  weighted: readonly (readonly [weight: number, command: fc.Arbitrary<fc.AsyncCommand<Model, Target>>])[],
  { maxCommands, replayPath }: CommandListOptions,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Target>>> {
  const command = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.commands([command], {
    maxCommands,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
}

/**
 * The replay path that a failing list of commands shows.
 * @param shown the list as text
 * @returns undefined where it shows none
 */
export function replayPathIn(shown: string): string | undefined {
  return /\/\*replayPath="([^"]*)"\*\/$/.exec(shown)?.[1];
}

/** The commands that ran, as text, one each: a failing list without its replay path. */
export function commandsIn(shown: string): string[] {
  return shown
    .replace(/ ?\/\*replayPath="[^"]*"\*\/$/, '')
    .split(',')
    .filter((command) => command !== '');
}
