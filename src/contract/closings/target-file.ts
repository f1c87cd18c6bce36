import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../types.js';

/**
 * How one target fills the gaps of the description: the content of `targets/NAME.yaml`. What it doesn't name is as the
 * contract assumes.
 *
 * Every path is in the contract's words, whatever other steps do: `items[].prices[].sale_price`, `[].id` in a body that is a
 * list, and the empty path for the body itself. So the order of steps doesn't matter.
 */
export interface TargetFile {
  /** The version of the contract that the file was written for. */
  readonly contract: string;
  /** The live description that `npm run learn` read, the day, and a digest of it. */
  readonly learned?: { readonly from: string; readonly on: string; readonly digest: string };
  readonly operations?: Readonly<Partial<Record<OperationId, OperationClosing>>>;
  /** The deliveries of webhook events (clause 6). */
  readonly deliveries?: {
    /** The header that carries the signature, and what stands before it there: `sha256=`. */
    readonly signature?: string;
    readonly prefix?: string;
    readonly body?: BodySteps;
  };
  /** The status with which the target refuses invalid input, where an operation doesn't say otherwise. */
  readonly refusal?: number;
  /** How the target words errors, by a status whose body the description doesn't show. */
  readonly errors?: Readonly<Record<string, ErrorWording>>;
  /** Gaps whose assumptions hold as they are. */
  readonly confirmed?: readonly string[];
  /** Questions that only a person can answer, by gap or by operation and place. */
  readonly open?: Readonly<Record<string, string>>;
}

/** What is different about the body of an error; the empty path is `absent` where it isn't an object with a message at all. */
export interface ErrorWording extends Pick<BodySteps, 'rename' | 'move' | 'inside' | 'convert' | 'absent'> {
  /** Its media type. */
  readonly type?: string;
}

/** How an operation fills its gaps. */
export interface OperationClosing {
  /** Why the target doesn't have the operation. */
  readonly absent?: string;
  /** The status of success; of a file also that of a redirection which leads to it. */
  readonly success?: number;
  readonly refusal?: number;
  /** Parameters of the path, by our names. */
  readonly path?: ParameterSteps;
  /** Parameters of the query, by our names. */
  readonly query?: ParameterSteps;
  readonly request?: BodySteps;
  readonly response?: BodySteps;
}

/** What is different about parameters; `rename` gives a query parameter another name. */
type ParameterSteps = Pick<BodySteps, 'rename' | 'values' | 'convert' | 'require' | 'bound' | 'absent'>;

/** What is different about a body. Each key is one kind of step, and each entry of it one step. */
export interface BodySteps {
  /** A field under another name: `{ "items[].status": state }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** A field in an object next to it that only the target has: `{ status: meta.status }`, from the object that holds the field. */
  readonly move?: Readonly<Record<string, string>>;
  /** Objects whose fields stand in the object that holds them: `[ pagination ]`. */
  readonly flat?: readonly string[];
  /** The value stands in an object, as the field of this name: `{ "": data }`. */
  readonly inside?: Readonly<Record<string, string>>;
  /** An object of lists comes as one list; the named field of each entry says which list it belongs to: `{ "": kind }`. */
  readonly merged?: Readonly<Record<string, string>>;
  /**
   * The entries of a list come as rows, one for each entry of the list in them; rows with the same value of the named field
   * of the outer entry belong together: `{ "items[].order_items": order_number }`.
   */
  readonly rows?: Readonly<Record<string, string>>;
  /**
   * A list whose entries are in the entries of another list next to it, in a field of its name there: `{ locales: countries }`.
   */
  readonly nested?: Readonly<Record<string, string>>;
  /** A field that only the target has, and the value that it always gets: `{ "items[].reason": other }`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>>;
  /** Other words of an enumeration, or words for true and false, ours to theirs: `{ "items[].status": { open: new } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Another kind of value. */
  readonly convert?: Readonly<Record<string, Conversion>>;
  /** Fields that must be there although the contract doesn't say so. */
  readonly require?: readonly string[];
  /** Fields that may be missing although the contract requires them. */
  readonly optional?: readonly string[];
  /** Fields of requests that are never null, although the contract takes null for none: they have a value, or are missing. */
  readonly filled?: readonly string[];
  /** Other bounds, in keywords of JSON Schema: `{ items: { maxItems: 50 } }`. */
  readonly bound?: Readonly<Record<string, Bounds>>;
  /** Fields that the target doesn't have; the empty path in a response is an answer without a body. */
  readonly absent?: readonly string[];
}

/**
 * How a value of the target is made from one of ours: `text` writes a number as its digits, `decimal` with two decimals, `number`
 * reads a text of digits as a number, `minor-units` counts hundredths, `major-units` whole units where the contract counts hundredths,
 * `major-decimal` writes these with two decimals, `epoch-seconds` and `epoch-milliseconds` count from 1970 where the contract has a
 * date and time, `list` has the parts of a text between ` > `, and `cursor` says that a page is asked for by the mark on the page before.
 */
const conversions = [
  'text',
  'decimal',
  'number',
  'minor-units',
  'major-units',
  'major-decimal',
  'epoch-seconds',
  'epoch-milliseconds',
  'list',
  'cursor',
] as const;

export type Conversion = (typeof conversions)[number];

/** The bounds that a target may set otherwise. */
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

export type Bounds = Readonly<Partial<Record<(typeof boundKeywords)[number], number | string>>>;

/** The variable that holds the path of the target's file, for all processes of a run; without it all is as assumed. */
export const targetFileVariable = 'CONFORMANCE_TARGET_FILE';

/**
 * Where the file of a target lies.
 *
 * @param name - as in `--target NAME`
 * @param folder - of the project
 * @returns undefined where the target has none, and fills every gap as it is assumed
 */
export function targetFilePath(name: string | undefined, folder: string): string | undefined {
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const path = join(folder, 'targets', `${name}.yaml`);
  return existsSync(path) ? path : undefined;
}

/** Longer names are cut. */
const longestSlug = 60;

/** Names that Windows gives to devices, whatever stands behind their first dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The name of the folder that belongs to a target: safe on every system, and another one for every other name.
 * @param name of the target, any text
 * @returns the name itself where it is safe; else what is left of it, `+`, and 12 hexadecimal digits of its hash
 */
export function targetFolder(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, longestSlug);
  if (slug === name && slug !== '' && !device.test(slug)) return slug;
  // No safe name has a plus: what is made up here never meets a name that was left as it is.
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${device.test(slug) ? 'target-' : ''}${slug || 'target'}+${hash}`;
}
