import { parseArgs } from 'node:util';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The options on the command line. */
export interface Flags {
  /** 0 stands for any free port. */
  port: number;
  host: string;
  speed: number;
  seed: number;
  logLevel: (typeof LOG_LEVELS)[number];
  control: boolean;
  /** What to plant, as ID or ID@operationId: one sandbox for each. */
  faults: readonly string[];
  /** Whether the control interface can make merchants that are the only ones with a fault. */
  plantable: boolean;
  /** Whether to print all faults instead of starting a sandbox. */
  listFaults: boolean;
  /** The sandbox's world; undefined stands for none, with the usual answers to gaps. */
  world: string | undefined;
  /** Whether to print all worlds instead of starting a sandbox. */
  listWorlds: boolean;
}

/** A command line that makes no sense; the message is one sentence for the user. */
export class FlagError extends Error {}

/** Reads the arguments after the script's name. Throws FlagError. */
export function parseFlags(args: readonly string[]): Flags {
  const values = parse(args);
  const logLevel = LOG_LEVELS.find((level) => level === values['log-level']);
  if (logLevel === undefined) throw new FlagError(`--log-level must be one of ${LOG_LEVELS.join(', ')}.`);
  if (values.plantable && values['no-control'])
    throw new FlagError('--plantable needs the control interface: leave --no-control out.');
  if (values.plantable && values.fault.length > 0)
    throw new FlagError('--plantable and --fault exclude each other.');
  if (values.fault.length > 1 && values.port !== '0')
    throw new FlagError(
      'Several --fault start several sandboxes: leave --port out, and each gets one of its own.',
    );
  return {
    port: wholeNumber('--port', values.port, 0, 65_535),
    host: values.host,
    speed: positiveNumber('--speed', values.speed, 1e6),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 31),
    logLevel,
    control: !values['no-control'],
    faults: values.fault,
    plantable: values.plantable,
    listFaults: values['list-faults'],
    world: values.world,
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

function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new FlagError(`${flag} must be a whole number from ${min} to ${max}, but is "${text}".`);
  return value;
}

function positiveNumber(flag: string, text: string, max: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value > 0 && value <= max))
    throw new FlagError(`${flag} must be a number above 0 and up to ${max}, but is "${text}".`);
  return value;
}
