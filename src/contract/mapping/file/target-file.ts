import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workingFolder } from '../../documents/folders.js';
import type { OperationId } from '../../types.js';

/**
 * How one target fills the gaps of the description: the content of `targets/NAME.yaml`. Anything that it doesn't name
 * is as the contract assumes.
 * Every path uses the contract's words, even if other steps change them: `items[].prices[].sale_price`, `[].id` in a body that
 * is a list, and the empty path for the body itself. The order of steps therefore doesn't matter.
 */
export interface TargetFile {
  /** The version of the contract that the file was written for. */
  readonly contract: string;
  /** The live description that `npm run learn` read, the day, and a digest of it. */
  readonly learned?: { readonly from: string; readonly on: string; readonly digest: string };
  readonly operations?: Readonly<Partial<Record<OperationId, OperationMapping>>>;
  /** The deliveries of webhook events (clause 6). */
  readonly deliveries?: {
    /** The header that carries the signature, and the text before the signature in it: `sha256=`. */
    readonly signature?: string;
    readonly prefix?: string;
    readonly body?: BodySteps;
  };
  /** The status with which the target refuses invalid input, unless an operation says otherwise. */
  readonly refusal?: number;
  /** Whether a submission that equals an earlier one is a batch of its own; without it, it is. */
  readonly equal?: 'same-batch';
  /** How the target words errors, by the statuses whose body the description doesn't show. */
  readonly errors?: Readonly<Record<string, ErrorWording>>;
  /** Gaps whose assumptions hold unchanged. */
  readonly confirmed?: readonly string[];
  /** Questions that only a person can answer, by gap or by operation and place. */
  readonly open?: Readonly<Record<string, string>>;
}

/** How the body of an error differs; the empty path is `absent` if the body isn't an object with a message at all. */
interface ErrorWording extends Pick<BodySteps, 'rename' | 'move' | 'inside' | 'absent'> {
  /** Its media type. */
  readonly type?: string;
}

/** How an operation fills its gaps. */
export interface OperationMapping {
  /** The status of success; for a file also the status of a redirection to it. */
  readonly success?: number;
  readonly refusal?: number;
  /** Parameters of the path, by our names. */
  readonly path?: ParameterSteps;
  /** Parameters of the query, by our names. */
  readonly query?: ParameterSteps;
  readonly request?: BodySteps;
  readonly response?: BodySteps;
}

/** How parameters differ; `rename` gives a query parameter a different name. */
type ParameterSteps = Pick<BodySteps, 'rename' | 'values' | 'convert' | 'require' | 'bound' | 'absent'>;

/** How a body differs. Each key is one kind of step, and each of its entries is one step. */
export interface BodySteps {
  /** A field with a different name: `{ "items[].status": state }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /**
   * A field in an object next to it that only the target has: `{ status: meta.status }`, relative to the object that
   * contains the field.
   */
  readonly move?: Readonly<Record<string, string>>;
  /** Objects whose fields are in the object that contains them: `[ pagination ]`. */
  readonly flat?: readonly string[];
  /** The value is wrapped in an object, as the field of this name: `{ "": data }`. */
  readonly inside?: Readonly<Record<string, string>>;
  /** A field that only the target has, and the value that it always gets: `{ "items[].reason": other }`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>>;
  /** Other words of an enumeration, or words for true and false, ours to theirs: `{ "items[].status": { open: new } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A different kind of value. */
  readonly convert?: Readonly<Record<string, Conversion>>;
  /** Fields that must be there although the contract doesn't say so. */
  readonly require?: readonly string[];
  /** Fields that may be missing although the contract requires them. */
  readonly optional?: readonly string[];
  /**
   * Fields of requests that are never null, although the contract uses null for "none": they have a value, or are
   * missing.
   */
  readonly filled?: readonly string[];
  /** Other bounds, in keywords of JSON Schema: `{ items: { maxItems: 50 } }`. */
  readonly bound?: Readonly<Record<string, Bounds>>;
  /** Fields that the target doesn't have; the empty path stands for a response without a body. */
  readonly absent?: readonly string[];
}

/**
 * How the target writes one of our values: `text` writes a number as its digits, `decimal` writes it with two decimals,
 * `number` reads a string of digits as a number, `minor-units` counts hundredths, `major-units` counts whole units where
 * the contract counts hundredths, `epoch-seconds` and `epoch-milliseconds` count from 1970 where the contract has a date
 * and time, and `cursor` requests a page by the mark on the page before.
 */
export type Conversion =
  | 'text'
  | 'decimal'
  | 'number'
  | 'minor-units'
  | 'major-units'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  | 'cursor';

/** Keywords that bound a string, a list or a number. */
export const boundKeywords = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'pattern',
] as const;

/** The bounds that a target may set differently. */
export type Bounds = Readonly<Partial<Record<(typeof boundKeywords)[number], number | string>>>;

/**
 * The variable that holds the path of a file for the target, in place of `targets/NAME.yaml`; if it is empty, every gap
 * is filled as assumed.
 */
export const targetFileVariable = 'CONFORMANCE_TARGET_FILE';

/**
 * The path of a target's file.
 * @param name - as in `--target NAME`
 * @param folder - of the project
 * @returns undefined if the target has no file and fills every gap as assumed
 */
function targetFilePath(name: string | undefined, folder: string): string | undefined {
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const path = join(folder, 'targets', `${name}.yaml`);
  return existsSync(path) ? path : undefined;
}

/**
 * The path of the file of this process's target: the one that {@link targetFileVariable} names, or else that of the
 * target in `TARGET_NAME`; undefined if there is none.
 */
export function targetFileIn({
  [targetFileVariable]: named,
  TARGET_NAME,
}: NodeJS.ProcessEnv): string | undefined {
  return named === undefined ? targetFilePath(TARGET_NAME, workingFolder) : named || undefined;
}

/**
 * The name of a target whose file was learned from a description.
 * @param folder that has the folder targets, if there is one
 */
export function learnedFrom(descriptionUrl: string, folder: string = workingFolder): string | undefined {
  const files = join(folder, 'targets');
  const names = existsSync(files) ? readdirSync(files).filter((name) => name.endsWith('.yaml')) : [];
  return names
    .find((name) => readFileSync(join(files, name), 'utf8').includes(JSON.stringify(descriptionUrl)))
    ?.replace(/\.yaml$/, '');
}

/** Longer names are cut. */
const longestSlug = 60;

/** Names that Windows reserves for devices, also with an extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The name of the folder that belongs to a target: safe on every system, and different for every other name.
 * @param name of the target, any string
 * @returns the name itself if it is safe; otherwise its safe part, `+`, and 12 hexadecimal digits of its hash
 */
export function targetFolder(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, longestSlug);
  if (slug === name && slug !== '' && !device.test(slug)) return slug;
  // No safe name has a plus, so a made-up name never equals a name that was kept.
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${device.test(slug) ? 'target-' : ''}${slug || 'target'}+${hash}`;
}
