import { largestSeed, seedIn } from '../src/cli/seed.js';
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

const flags = ['--everywhere', '--sample', '--null-servers'];

/** Reads the arguments of `npm run prove`. @returns them, or a sentence that says what is wrong */
export function parseProveArguments(args: readonly string[]): ProveArguments | { readonly problem: string } {
  let seed = '1';
  let extent: ProveArguments['extent'] = 'each';
  let only: readonly string[] | undefined;
  let nullServers = false;
  let worlds: readonly string[] = [];
  let most: number | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', ...rest] = (args[index] ?? '').split('=');
    const inline = rest.length === 0 ? undefined : rest.join('=');
    if (inline !== undefined && flags.includes(name)) return { problem: `${name} takes no value.` };
    if (name === '--everywhere' || name === '--sample') {
      if (extent !== 'each') return { problem: '--everywhere and --sample exclude each other.' };
      extent = name === '--sample' ? 'sample' : 'everywhere';
      continue;
    }
    if (name === '--null-servers') {
      nullServers = true;
      continue;
    }
    const value = inline ?? args[++index];
    if (name === '--seed') {
      const read = seedIn(value ?? '');
      if (read === undefined)
        return { problem: `--seed must be a whole number up to ${largestSeed}, but is "${value ?? ''}".` };
      seed = read;
    } else if (name === '--only') {
      only = listIn(value);
      if (only.length === 0)
        return { problem: '--only needs a value: --only BAT-10 plants its faults alone.' };
    } else if (name === '--world') {
      worlds = [...new Set(listIn(value))];
      if (worlds.length === 0)
        return { problem: '--world needs a value: --world names,statuses proves in two worlds.' };
    } else if (name === '--faults') {
      if (!/^[1-9]\d{0,3}$/.test(value ?? ''))
        return { problem: `--faults must be a number from 1 to 9999, but is "${value ?? ''}".` };
      most = Number(value);
    } else
      return {
        problem: `npm run prove has no option "${name}": it takes --seed, --only, --everywhere, --sample, --null-servers, --world and --faults.`,
      };
  }
  if (nullServers && (only !== undefined || extent !== 'each'))
    return { problem: '--null-servers plants no faults: use it without --only, --everywhere and --sample.' };
  if (worlds.length > 0 && (nullServers || extent !== 'each'))
    return { problem: '--world can only be combined with --seed, --only and --faults.' };
  if (most !== undefined && (worlds.length === 0 || only !== undefined))
    return {
      problem: '--faults limits the faults planted in worlds: use it with --world and without --only.',
    };
  return {
    seed: Number(seed),
    extent,
    nullServers,
    worlds,
    ...(only === undefined ? {} : { only }),
    ...(most === undefined ? {} : { most }),
  };
}

function listIn(value = ''): readonly string[] {
  return value.split(',').filter((each) => each !== '');
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
