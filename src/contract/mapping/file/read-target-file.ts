import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { baseContract, contractVersion } from '../../documents/base-document.js';
import { Refusal } from '../../refusal.js';
import { isLinearPattern } from '../../schemas/linear-pattern.js';
import { parsePointer } from '../../values/path.js';
import { grouped } from '../../values/words.js';
import { type TargetContract, targetContract } from '../target-contract.js';
import type { FilePlace, Refuse } from './file-steps.js';
import type { TargetFile } from './target-file.js';

/**
 * A target's file can't be used. The message is one sentence that names the file, the line and column, the mistake, and
 * how to correct it.
 */
class TargetFileError extends Refusal {
  override readonly name = 'TargetFileError';

  /**
   * @param file - as its reader knows it: `targets/staging.yaml`
   * @param at - line and column, from 1; undefined for the file as a whole
   * @param problem - a sentence without its full stop, or a question
   */
  constructor(
    file: string,
    at: { readonly line: number; readonly col: number } | undefined,
    problem: string,
  ) {
    const where = at === undefined ? '' : `, line ${at.line}, column ${at.col}`;
    super(`${file}${where}: ${problem}${problem.endsWith('?') ? '' : '.'}`);
    // The mistake is in the file, so a stack trace would not help.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** A file that closes every gap has a tenth of that, and reading a much longer one takes minutes. */
const mostCharacters = 1_000_000;

/**
 * Reads the text of a target's file and checks its form. Whether it fits the contract is checked when the target's
 * contract is made.
 *
 * @param text - YAML 1.2
 * @param name - of the file, for messages
 * @returns the file, and the function that refuses it because of one of its places
 * @throws TargetFileError for the first mistake
 * @internal the mistakes of a file are tried without writing each to a folder
 */
export function parseTargetFile(
  text: string,
  name: string,
): { readonly file: TargetFile; readonly refuse: Refuse } {
  if (text.length > mostCharacters)
    throw new TargetFileError(
      name,
      undefined,
      `the file has more than ${grouped(mostCharacters)} characters: learn it again, or remove its open questions`,
    );
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    merge: false,
  });
  const [broken] = document.errors;
  if (broken !== undefined)
    throw new TargetFileError(name, lines.linePos(broken.pos[0]), withoutStop(broken.message));
  const position = (place: FilePlace, of: 'key' | 'value') => {
    const offset = offsetOf(document.contents, place, of) ?? startOf(document.contents);
    return offset === undefined ? undefined : lines.linePos(offset);
  };
  const refuse: Refuse = (place, problem) => {
    throw new TargetFileError(name, position(place, 'key'), problem);
  };
  const content: unknown = contentOf(document, name);
  if (content === null || content === undefined) return { file: { contract: contractVersion }, refuse };
  // Compiled only if there is a file: a run without one doesn't need it.
  compiled ??= compile();
  const validate = compiled;
  if (!validate(content)) {
    const { place, problem, of } = complaint(deepest(validate.errors ?? []), content);
    throw new TargetFileError(name, position(place, of), problem);
  }
  const { contract } = content;
  if (contract !== contractVersion)
    throw new TargetFileError(
      name,
      position(['contract'], 'value'),
      `the file was written for version ${contract} of the contract, but this is version ${contractVersion}: review it, then write contract: ${contractVersion}`,
    );
  return { file: content, refuse };
}

function contentOf(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new TargetFileError(
      name,
      undefined,
      withoutStop(error instanceof Error ? error.message : String(error)),
    );
  }
}

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  const schema: unknown = JSON.parse(
    readFileSync(new URL('../../../../schemas/target.schema.json', import.meta.url), 'utf8'),
  );
  const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true });
  formats.default(ajv);
  // Such a pattern judges strings of the target.
  ajv.addFormat('regex', isLinearPattern);
  return ajv.compile<TargetFile>(Object(schema));
}

/** The most informative error: the deepest one, and among equally deep ones the first in the file's order. */
function deepest(errors: readonly ErrorObject[]): ErrorObject {
  const depth = ({ instancePath }: ErrorObject) => parsePointer(instancePath).length;
  const [first, ...others] = errors;
  if (first === undefined) throw new RangeError('no error');
  return others.reduce((one, other) => (depth(other) > depth(one) ? other : one), first);
}

function complaint(
  { keyword, params, parentSchema, instancePath, data, message }: ErrorObject,
  content: unknown,
): {
  readonly place: FilePlace;
  readonly problem: string;
  readonly of: 'key' | 'value';
} {
  const place = parsePointer(instancePath);
  const name = nameOf(place, content);
  if (keyword === 'additionalProperties') {
    const known = Object.keys(Object(parentSchema?.properties));
    const unknown = String(params.additionalProperty);
    const isOperation = place.join('.') === 'operations';
    const near = meant(unknown, known);
    const others =
      near === undefined ? `it accepts ${known.join(', ')}${instead(known)}` : `is ${near} meant?`;
    return {
      place: [...place, unknown],
      problem: `${isOperation ? 'there is no operation' : `${name} has no`} ${quoted(unknown)}: ${others}`,
      of: 'key',
    };
  }
  if (keyword === 'required')
    return { place, problem: `${name} needs ${quoted(String(params.missingProperty))}`, of: 'key' };
  return {
    place,
    problem: `${name} must be ${wanted(keyword, params, parentSchema, message)}, but is ${shown(data)}${instead(place)}`,
    of: 'value',
  };
}

/** What to write in place of a step that doesn't exist. */
function instead(keys: readonly string[]): string {
  const isStep = keys.includes('convert');
  return isStep ? '; a field that no step can express is written under absent' : '';
}

/** How a sentence names a place: by its key, or by the key of its list and its index, as `"confirmed[0]"`. */
function nameOf(place: readonly string[], content: unknown): string {
  const [list, last] = [place.at(-2), place.at(-1)];
  if (last === undefined) return 'the file';
  const container = place.slice(0, -1).reduce((value, key) => Object(value)[key], content);
  return quoted(Array.isArray(container) ? `${list}[${last}]` : last);
}

/** The known key that differs from an unknown one in at most two letters. */
function meant(unknown: string, known: readonly string[]): string | undefined {
  return known.find((each) => Math.abs(each.length - unknown.length) <= 2 && isNear(each, unknown));
}

/** Whether two words are the same except for at most two added or changed letters. */
function isNear(one: string, other: string, left = 2): boolean {
  if (one === '' || other === '') return one.length + other.length <= left;
  const [rest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(rest, otherRest, left);
  const isNearer = (...[first, second]: readonly [string, string]) => isNear(first, second, left - 1);
  return left > 0 && (isNearer(rest, other) || isNearer(one, otherRest) || isNearer(rest, otherRest));
}

const types: Readonly<Record<string, string>> = {
  object: 'a mapping of keys to values',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
};

function wanted(
  keyword: string,
  params: ErrorObject['params'],
  schema: ErrorObject['parentSchema'],
  message: string | undefined,
): string {
  if (keyword === 'enum') return `one of ${[params.allowedValues].flat().join(', ')}`;
  if (typeof schema?.title === 'string' && !schema.$schema) return schema.title;
  if (keyword === 'type') return types[String(params.type)] ?? String(params.type);
  return (message ?? keyword).replace(/^must (be|have) /, '');
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'empty';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function withoutStop(message: string): string {
  return message.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ');
}

/**
 * The position of a place, in characters from the start of the file; if there is no such place, the position of its
 * nearest container. Undefined for the root.
 */
function offsetOf(node: unknown, [segment, ...below]: FilePlace, of: 'key' | 'value'): number | undefined {
  if (segment === undefined) return undefined;
  if (isSeq(node)) {
    const entry = node.items[Number(segment)];
    return offsetOf(entry, below, of) ?? startOf(entry);
  }
  const pairs = isMap(node) ? node.items : [];
  const pair = pairs.find(({ key }) => String(isScalar(key) ? key.value : key) === String(segment));
  const isValue = below.length === 0 && of === 'value';
  return (isValue ? startOf(pair?.value) : offsetOf(pair?.value, below, of)) ?? startOf(pair?.key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/**
 * Reads a target's file, and makes the target's contract.
 *
 * @param path - of the file
 * @throws TargetFileError for the first mistake, as one sentence
 */
export function loadTarget(
  path: string,
): TargetContract & { readonly file: TargetFile; readonly path: string } {
  // Its readers know it by its path from the working directory.
  const name = relative(process.cwd(), path) || path;
  const { file, refuse } = parseTargetFile(textOf(path, name), name);
  return { file, path: name, ...targetContract(baseContract, file, refuse) };
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TargetFileError(
      name,
      undefined,
      code === 'EISDIR'
        ? 'it is a folder: move it elsewhere, and create a file with the command learn'
        : `the file can't be read (${code}): create it with the command learn`,
    );
  }
}
