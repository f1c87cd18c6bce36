import fc from 'fast-check';
import { Mismatch } from './judge.js';

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

/** A shrunk list of commands after which a statement of the model doesn't hold, and how to repeat it. */
export interface Counterexample {
  readonly commands: readonly string[];
  readonly mismatch: Mismatch;
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
}

interface CounterexampleOptions<Model extends object, Target> {
  readonly commands: (options: CommandListOptions) => fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Target>>>;
  /** A model and its target, new for each list. */
  readonly setUp: () => { readonly model: Model; readonly real: Target };
  readonly maxCommands?: number;
  readonly numRuns: number;
  readonly seed: number;
  /** Together with `replayPath`: repeats one failure. */
  readonly path?: string;
  readonly replayPath?: string;
}

/**
 * Runs lists of commands against a target.
 * @returns the shrunk list that fails; undefined where none does
 * @throws what a command throws, when that is no Mismatch
 */
export async function counterexampleOf<Model extends object, Target>(
  options: CounterexampleOptions<Model, Target>,
): Promise<Counterexample | undefined> {
  const { commands, setUp, maxCommands = 15, numRuns, seed, path, replayPath } = options;
  const lists = commands({ maxCommands, ...(replayPath === undefined ? {} : { replayPath }) });
  const property = fc.asyncProperty(lists, (list) => fc.asyncModelRun(setUp, list));
  const run = await fc.check(property, { numRuns, seed, ...(path === undefined ? {} : { path }) });
  if (!run.failed) return undefined;
  if (!(run.errorInstance instanceof Mismatch)) throw run.errorInstance;
  const shown = String(run.counterexample?.[0]);
  return {
    commands: commandsIn(shown),
    mismatch: run.errorInstance,
    seed: run.seed,
    path: run.counterexamplePath ?? '',
    replayPath: replayPathIn(shown) ?? '',
  };
}
