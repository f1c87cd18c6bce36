import { parseArgs } from 'node:util';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** An invalid command line; the message is one sentence for the user. */
export class FlagError extends Error {}

/** The options on the command line. */
export type Flags = ReturnType<typeof parseFlags>;

/** Reads the arguments after the script's name. Throws FlagError. */
export function parseFlags(args: readonly string[]) {
  const values = parse(args);
  const logLevel = LOG_LEVELS.find((level) => level === values['log-level']);
  if (logLevel === undefined) throw new FlagError(`--log-level must be one of ${LOG_LEVELS.join(', ')}.`);
  if (values.plantable && values['no-control'])
    throw new FlagError('--plantable needs the control interface: leave --no-control out.');
  if (values.plantable && values.fault.length > 0)
    throw new FlagError('--plantable and --fault exclude each other.');
  if (values.fault.length > 1 && values.port !== '0')
    throw new FlagError(
      'Several --fault start several sandboxes: leave --port out, and each gets a free port.',
    );
  return {
    /** 0 stands for any free port. */
    port: numberOf('--port', values.port, /^\d+$/, 'a whole number from 0 to 65535', 65_535),
    host: values.host,
    speed: numberOf(
      '--speed',
      values.speed,
      /^(?!0*\.?0*$)\d+(\.\d+)?$/,
      'a number above 0 and up to 1000000',
      1e6,
    ),
    seed: numberOf('--seed', values.seed, /^\d+$/, 'a whole number from 0 to 2147483648', 2 ** 31),
    logLevel,
    control: !values['no-control'],
    /** The faults to plant, as ID or ID@operationId: one sandbox for each. */
    faults: values.fault,
    /** Whether the control interface can make merchants that are the only ones with a fault. */
    plantable: values.plantable,
    /** Whether to print all faults instead of starting a sandbox. */
    listFaults: values['list-faults'],
    /** The sandbox's world; undefined stands for none, with the usual answers to gaps. */
    world: values.world,
    /** Whether to print all worlds instead of starting a sandbox. */
    listWorlds: values['list-worlds'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        speed: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        'log-level': { type: 'string', default: 'info' },
        'no-control': { type: 'boolean', default: false },
        fault: { type: 'string', multiple: true, default: [] },
        plantable: { type: 'boolean', default: false },
        'list-faults': { type: 'boolean', default: false },
        world: { type: 'string' },
        'list-worlds': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw new FlagError(`${message}.`);
  }
}

function numberOf(flag: string, text: string, form: RegExp, inWords: string, most: number): number {
  if (form.test(text) && Number(text) <= most) return Number(text);
  throw new FlagError(`${flag} must be ${inWords}, but is "${text}".`);
}
