import { Command, InvalidArgumentError, Option } from 'commander';
import { COUNTRIES } from './domain/reference-data.js';

/** A flag whose value doesn't name anything; the message is one sentence for the user. */
export class FlagError extends Error {}

/** The options on the command line. */
export interface Flags {
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  readonly speed: number;
  readonly seed: number;
  /** The countries of the merchant that is printed; if absent, the seed picks some. */
  readonly countries?: readonly string[];
  readonly logLevel: string;
  /** Whether there is a control interface. */
  readonly control: boolean;
  /**
   * The faults to plant, one sandbox for each entry: ID or ID@operationId, either with ~condition, or several
   * joined with `+`.
   */
  readonly fault: readonly string[];
  /** Whether to print all faults instead of starting a sandbox. */
  readonly listFaults?: true;
  /** Whether to print all lies about single fields instead of starting a sandbox. */
  readonly listLies?: true;
  /** The sandbox's world; without one, it fills the gaps in the usual way. */
  readonly world?: string;
  /** Whether to print all worlds instead of starting a sandbox. */
  readonly listWorlds?: true;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads the arguments after the script's name.
 * @param complain receives the sentence that refuses them and points to the help
 * @throws CommanderError if they are invalid, or with exit code 0 after printing the help
 */
export function parseFlags(args: readonly string[], complain: (text: string) => void): Flags {
  const command = process.env.SANDBOX_COMMAND ?? 'npm run sandbox --';
  const program = new Command(command)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`(${command} --help lists the options)`)
    .description(
      'Serves the Seller Catalog and Order API on this machine, with data that it draws from a seed.',
    )
    .addOption(port)
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .addOption(speed)
    .addOption(seed)
    .addOption(countries)
    .addOption(
      new Option(
        '--log-level <level>',
        'what to log; info logs each request, why it was refused and what was ignored',
      )
        .choices(LOG_LEVELS)
        .default('warn'),
    )
    .option('--judge', 'say at once which requests the API does not allow')
    .option('--no-control', 'leave out the control interface, which makes merchants and orders')
    .addOption(fault)
    .option('--world <name>', 'fill the gaps of the description in this way instead of the usual one')
    .option('--list-faults', 'print the faults that --fault plants, as JSON, and start nothing')
    .option('--list-lies', 'print the wrong values of single fields that --fault also plants, as JSON')
    .option('--list-worlds', 'print the worlds that --world takes, and start nothing')
    .exitOverride()
    .configureOutput({ writeErr: complain })
    .parse(args, { from: 'user' });
  const flags = program.opts<Flags>();
  if (flags.fault.length > 1 && flags.port !== 0)
    program.error(
      'error: several --fault flags start several sandboxes: leave out --port to give each a free port',
    );
  return flags;
}

const fault = new Option(
  '--fault <id>',
  'break a promise in this way, or in several ways joined with +; each further --fault starts one more sandbox',
)
  .default([], 'none')
  .argParser((value: string, before: readonly string[]) => [...before, value]);
const port = new Option('--port <number>', 'listen on this port, or on any free one if it is 0')
  .default(0)
  .argParser(numberOf(/^\d+$/, 'a whole number from 0 to 65535', 65_535));
const speed = new Option('--speed <factor>', 'let this many seconds pass in one real second')
  .default(1)
  .argParser(numberOf(/^(?!0*\.?0*$)\d+(\.\d+)?$/, 'a number above 0 and up to 1000000', 1e6));
const seed = new Option('--seed <number>', 'generate the data from this seed')
  .default(1)
  .argParser(numberOf(/^\d+$/, 'a whole number from 0 to 2147483648', 2 ** 31));

const countries = new Option(
  '--countries <codes>',
  'link the merchant to these countries, such as DE,FR',
).argParser((text) => {
  const codes = text.toUpperCase().split(',');
  const unknown = codes.find((code) => !COUNTRIES.includes(code));
  if (unknown === undefined) return codes;
  throw new InvalidArgumentError(`They must be some of ${COUNTRIES.join(', ')}.`);
});

function numberOf(form: RegExp, inWords: string, most: number) {
  return (text: string): number => {
    if (form.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be ${inWords}.`);
  };
}
