import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { startSandboxes, targetSettings } from '#testing/sandbox-process';
import type { Fault, Planting } from '../../fixtures/planted-tests.js';
import { command, seedOption } from '../../src/cli/program.js';
import { programArguments } from '../../src/contract/documents/folders.js';
import { proofFolder } from '../../src/target/environment.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { byDraw } from './alterations.js';

/** A planting in the notation of the sandbox's command line. */
export function nameOf({ fault, operation }: Planting): string {
  return operation === undefined ? fault.id : `${fault.id}@${operation.id}`;
}

/** One planting of each fault: in one of its operations, which depends on the seed and not on the other faults. */
export function plantEach(faults: readonly Fault[], seed: number): Planting[] {
  return faults.map((fault) => {
    const { id, operations = [] } = fault;
    return { fault, operation: operations[(seed + numberOf(id)) % operations.length] };
  });
}

/** A fixed number for an id. */
function numberOf(id: string): number {
  return [...Buffer.from(id)].reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
}

/** Every fault in each of its operations. */
export function plantEverywhere(faults: readonly Fault[]): Planting[] {
  return faults.flatMap((fault) =>
    (fault.operations ?? [undefined]).map((operation) => ({ fault, operation })),
  );
}

/** How many faults a sample has, and how many of them at most because they are near to recent changes. */
const sampleSize = 16;
const mostNear = 12;

/**
 * Some plantings, each of a different requirement: first faults near to what changed, then others that the number of
 * the sample chooses.
 * @param nearness of a fault to recent changes; 0 if nothing leads there
 */
function plantSample(
  faults: readonly Fault[],
  sample: number,
  nearness: (fault: Fault) => number,
): Planting[] {
  const drawn = plantEach(faults, sample).toSorted(byDraw(sample, ({ fault }) => fault.id));
  const near = drawn
    .filter(({ fault }) => nearness(fault) > 0)
    .toSorted((one, other) => nearness(other.fault) - nearness(one.fault));
  const chosen: Planting[] = [];
  for (const [candidates, most] of [
    [near, mostNear],
    [drawn, sampleSize],
  ] as const)
    for (const planting of candidates)
      if (chosen.length < most && !chosen.some(({ fault }) => fault.violates === planting.fault.violates))
        chosen.push(planting);
  return chosen;
}

/** The arguments of `npm run prove`. */
export interface ProveArguments {
  readonly seed: number;
  /** Which of their operations faults are planted in. */
  readonly extent: keyof typeof extents;
  /** Whether all tests that must catch a fault run, and not only until one catches it. */
  readonly everyTest: boolean;
  /** The number that chooses the faults of a sample. */
  readonly sample?: number;
  /** The servers that do nothing: tried alone, after all faults, or not at all. */
  readonly nullServers: 'alone' | 'after' | 'none';
  /** Names of faults, requirements or plantings, if only some are requested. */
  readonly only?: readonly string[];
  /** Whether lies about single fields are told, in place of faults. */
  readonly fields: boolean;
  /** Whether faults show only in situations. */
  readonly situations: boolean;
  /** The folder for the results. */
  readonly output: string;
  /** The world of the sandbox that faults are planted in; absent for the usual sandbox. */
  readonly world?: string;
  /** How many faults or lies are drawn of those; by default all, or 400 faults in situations. */
  readonly most?: number;
}

const extents = {
  /** Each fault in one of its operations. */
  each: plantEach,
  /** Each fault in each of its operations. */
  everywhere: plantEverywhere,
  /** Some faults. */
  sample: plantSample,
};

/**
 * The command line of `npm run prove`.
 * @param prove what the command does; returns the exit code
 */
export function proveCommand(prove: (asked: ProveArguments) => Promise<number>): Command {
  const made = command('prove', 'plant faults in the sandbox, and say which of them the suite catches')
    .addOption(seedOption().default('1'))
    .option(
      '--only <names>',
      'after a run of the whole suite, plant only these faults: LIE, LIE@operationId, @operationId, or a requirement',
      names,
    )
    .addOption(new Option('--everywhere', 'plant each fault in each of its operations').conflicts('sample'))
    .addOption(
      new Option(
        '--sandbox <folder>',
        'plant the faults in the sandbox of another checkout, and say which of them this suite catches',
      ).conflicts(['sample', 'world']),
    )
    .addOption(
      new Option(
        '--sample <number>',
        'plant a few faults, near to recent changes or chosen by this number, tell a few lies, and plant a few faults in situations',
      ).argParser(sampleNumber),
    )
    .option('--every-test', 'run every test that must catch a fault, not only until one catches it')
    .addOption(
      new Option('--null-servers', 'run only against servers that do nothing').conflicts([
        'only',
        'everywhere',
        'sample',
      ]),
    )
    .option('--output <folder>', 'where to write the results', proofFolder)
    .option('--no-null-servers', 'leave out the servers that do nothing')
    .addOption(
      new Option('--world <name>', 'plant faults in this world of the sandbox').conflicts([
        'everywhere',
        'sample',
        'nullServers',
      ]),
    )
    .addOption(
      new Option(
        '--fields',
        'tell lies about single fields, and say what catches them; --only takes any part of an id, or @operationId',
      ).conflicts(['everywhere', 'sample', 'everyTest', 'world']),
    )
    .addOption(
      new Option(
        '--situations',
        'plant faults that show only in a situation, and say whether the requirement that they violate tells them',
      ).conflicts(['everywhere', 'sample', 'everyTest', 'world', 'fields']),
    )
    .addOption(
      new Option(
        '--faults <number>',
        'how many of the faults, lies, or faults in situations to draw by the seed',
      ).argParser(faultCount),
    );
  return made.action(async (options) => {
    if (options.sandbox !== undefined) useSandboxOf(options.sandbox);
    const { seed, sample, only, world, faults: most, fields = false, situations = false } = options;
    process.exitCode = await prove({
      seed: Number(seed),
      extent: options.everywhere ? 'everywhere' : sample === undefined ? 'each' : 'sample',
      everyTest: options.everyTest === true,
      output: options.output,
      fields,
      situations,
      nullServers:
        made.getOptionValueSource('nullServers') !== 'cli' ? 'after' : options.nullServers ? 'alone' : 'none',
      world,
      sample,
      only,
      most,
    });
  });
}

function names(value: string): readonly string[] {
  const all = [...new Set(value.split(',').filter((each) => each !== ''))];
  if (all.length === 0) throw new InvalidArgumentError('It must be names separated by commas.');
  return all;
}

function sampleNumber(value: string): number {
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 0 to 9999999999.');
}

function faultCount(value: string): number {
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
}

/** The chosen plantings. @returns them, or a sentence that says which name is unknown */
export function plantingsFor(
  faults: readonly Fault[],
  {
    seed,
    extent,
    sample = seed,
    only,
    most,
  }: Pick<ProveArguments, 'seed' | 'extent' | 'sample' | 'only' | 'most'>,
  nearness: (fault: Fault) => number = () => 0,
): readonly Planting[] | { readonly problem: string } {
  const all = extents[extent](faults, extent === 'sample' ? sample : seed, nearness);
  const drawn = (plantings: readonly Planting[]) =>
    most === undefined ? plantings : plantings.toSorted(byDraw(seed, nameOf)).slice(0, most);
  if (only === undefined) return drawn(all);
  const everywhere = plantEverywhere(faults);
  const wanted = only.map((name) =>
    (name.includes('@') ? everywhere : all).filter((planting) =>
      [planting.fault.id, planting.fault.violates, nameOf(planting), `@${planting.operation?.id}`].includes(
        name,
      ),
    ),
  );
  const unknown = only.find((_name, index) => wanted[index]?.length === 0);
  const once = new Map(wanted.flat().map((planting) => [nameOf(planting), planting]));
  return unknown === undefined
    ? drawn([...once.values()])
    : {
        problem: `No fault, requirement or @operation is called "${unknown}": npm run sandbox -- --list-faults names the faults.`,
      };
}

/** All faults that the sandbox can have. @throws Error if the sandbox doesn't list them */
export async function listFaults(): Promise<readonly Fault[]> {
  return JSON.parse(await printedBySandbox('--list-faults'));
}

/** The names of all worlds of the sandbox. @throws Error if the sandbox doesn't list them */
export async function listWorlds(): Promise<readonly string[]> {
  const lines = await printedBySandbox('--list-worlds');
  return [...lines.matchAll(/^([a-z-]+): /gm)].map(([, name = '']) => name);
}

/** What Node.js runs to start a sandbox. */
let sandbox = programArguments('sandbox/main');

/** Lets the proof use the sandbox of another checkout. @param checkout its folder */
function useSandboxOf(checkout: string): void {
  sandbox = [join(resolve(checkout), 'tools/bundle/start.mjs'), 'sandbox/main'];
}

export async function printedBySandbox(flag: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...sandbox, flag], { maxBuffer: 2 ** 26 });
  return stdout;
}

/** The flags of every sandbox of a proof. */
export function quickly(seed: number): readonly string[] {
  return ['--log-level', 'silent', '--speed', runSpeed, '--seed', String(seed)];
}

/**
 * Starts one sandbox for each planting, and one without a fault, in one process; they stop when disposed of.
 * @param plantings in the notation of the sandbox's command line
 * @param world of all the sandboxes; the usual one by default
 * @returns the settings of each, and a valid key of the one without a fault
 * @throws Error if they end before all are ready
 */
export async function startFaultySandboxes(plantings: readonly string[], seed: number, world?: string) {
  const names = ['none', ...plantings];
  const flags = [
    ...quickly(seed),
    ...(world === undefined ? [] : ['--world', world]),
    ...names.flatMap((name) => ['--fault', name]),
  ];
  const started = await startSandboxes(names.length, flags, sandbox);
  const [clean = {}, ...faulty] = started.sandboxes.map(targetSettings);
  return { ...started, clean, faulty, apiKey: started.sandboxes[0]?.apiKey ?? '' };
}
