import { type Command, InvalidArgumentError, Option } from 'commander';
import { command, seedOption } from '../src/cli/program.js';
import {
  type Fault,
  isCalled,
  nameOf,
  type Planting,
  plantEach,
  plantEverywhere,
  plantSample,
} from './faults/fault.js';

/** The arguments of `npm run prove`. */
export interface ProveArguments {
  readonly seed: number;
  /** Which of their operations faults are planted in. */
  readonly extent: keyof typeof extents;
  /** Whether only the servers that do nothing are tried, and no fault. */
  readonly nullServers: boolean;
  /** Names of faults, requirements or plantings, if only some are requested. */
  readonly only?: readonly string[];
  /** The worlds of the sandbox that faults are planted in; empty for the usual sandbox. */
  readonly worlds: readonly string[];
  /**
   * The number of faults planted in all worlds together; all faults that concern changes of the worlds by default.
   */
  readonly most?: number;
}

const extents = {
  /** Each fault in one of its operations. */
  each: plantEach,
  /** Each fault in each of its operations. */
  everywhere: plantEverywhere,
  /** One fault for each requirement. */
  sample: plantSample,
};

/**
 * The command line of `npm run prove`.
 * @param prove what the command does; returns the exit code
 */
export function proveCommand(prove: (asked: ProveArguments) => Promise<number>): Command {
  const made = command('prove', 'plant faults in the sandbox, and say which of them the suite catches')
    .addOption(seedOption().default('1'))
    .option('--only <names>', 'plant only these faults, or those of these requirements', names)
    .addOption(new Option('--everywhere', 'plant each fault in each of its operations').conflicts('sample'))
    .option('--sample', 'plant one fault for each requirement')
    .addOption(
      new Option('--null-servers', 'run only against servers that do nothing').conflicts([
        'only',
        'everywhere',
        'sample',
      ]),
    )
    .addOption(
      new Option('--world <names>', 'plant faults in these worlds of the sandbox')
        .argParser(names)
        .conflicts(['everywhere', 'sample', 'nullServers']),
    )
    .addOption(
      new Option('--faults <number>', 'how many faults to plant in all worlds together')
        .argParser(faultCount)
        .conflicts('only'),
    );
  return made.action(async (options) => {
    const { seed, only, world = [], faults: most } = options;
    if (most !== undefined && world.length === 0)
      made.error('error: --faults says how many faults are planted in worlds: name these with --world');
    process.exitCode = await prove({
      seed: Number(seed),
      extent: options.everywhere ? 'everywhere' : options.sample ? 'sample' : 'each',
      nullServers: options.nullServers === true,
      worlds: world,
      ...(only === undefined ? {} : { only }),
      ...(most === undefined ? {} : { most }),
    });
  });
}

function names(value: string): readonly string[] {
  const all = [...new Set(value.split(',').filter((each) => each !== ''))];
  if (all.length === 0) throw new InvalidArgumentError('It must be names separated by commas.');
  return all;
}

function faultCount(value: string): number {
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
}

/** The chosen plantings. @returns them, or a sentence that says which name is unknown */
export function plantingsFor(
  faults: readonly Fault[],
  { seed, extent, only }: Pick<ProveArguments, 'seed' | 'extent' | 'only'>,
): readonly Planting[] | { readonly problem: string } {
  const all = extents[extent](faults, seed);
  if (only === undefined) return all;
  const everywhere = plantEverywhere(faults);
  const wanted = only.map((name) =>
    (name.includes('@') ? everywhere : all).filter((planting) => isCalled(planting, name)),
  );
  const unknown = only.find((_name, index) => wanted[index]?.length === 0);
  const once = new Map(wanted.flat().map((planting) => [nameOf(planting), planting]));
  return unknown === undefined
    ? [...once.values()]
    : { problem: `There is no fault "${unknown}", and no fault that violates a requirement of that name.` };
}
