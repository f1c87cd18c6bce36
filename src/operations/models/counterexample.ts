import fc from 'fast-check';
import { type CommandListOptions, commandsIn, replayPathIn } from './command-list.js';
import { Mismatch } from './strict-judge.js';

/** A shrunk list of commands after which a statement of the model doesn't hold, and how to repeat it. */
export interface Counterexample {
  readonly commands: readonly string[];
  readonly mismatch: Mismatch;
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
}

export interface CounterexampleOptions<Model extends object, Target> {
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
