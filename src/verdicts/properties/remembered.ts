import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../contract/documents/base-document.js';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { fileExcess } from '../../http/json-excess.js';

/** The most counterexamples that are remembered of a target. */
export const mostRemembered = 50;

/** How often a counterexample must pass until it is forgotten: a fault may show only now and then. */
const passesToForget = 3;

/** Identifies a counterexample: what it violated, and where fast-check finds it. */
interface Identity {
  readonly requirement: string;
  readonly operation: string;
  /** Seed of the property. */
  readonly seed: number;
  /** As `--path` takes it. */
  readonly path: string;
}

/**
 * A counterexample that a run found and later runs try first. It has no generated value: some contain the prefix of
 * their run or what a target said.
 */
export interface Remembered extends Identity {
  /** The file of its test below specs/, and its titles. */
  readonly test: string;
  /** Path of a shrunk list of commands. */
  readonly commandsPath?: string;
  /** Versions of the suite and of the contract that found it: others may generate a different value there. */
  readonly suite: string;
  readonly contract: string;
  /** The number of runs in which it passed since it last failed. */
  readonly passed: number;
}

/** What became of a remembered counterexample in a run. */
export interface Retried extends Identity {
  /** Gone: its path leads to no value any more. Blocked: nothing can be said. */
  readonly outcome: 'fails' | 'passes' | 'gone' | 'blocked';
}

/** The remembered counterexamples can't be read; the message is a clause that names the file and the way out. */
class RememberedError extends Error {
  override readonly name = 'RememberedError';
}

/** The file with the remembered counterexamples of a target. @param folder with the files of all targets */
export function rememberedFile(folder: string, target: string): string {
  return join(folder, `${targetFolder(target)}.json`);
}

const format = 1;

const forms: Readonly<Record<keyof Remembered, RegExp>> = {
  test: /^.{1,1000}$/,
  requirement: /^[A-Z]{2,5}-\d{1,3}$/,
  operation: /^\w{1,100}$/,
  seed: /^-?\d{1,16}$/,
  // A later example would take too long to reach.
  path: /^(\d{1,3}@)?\d{1,7}(x\d{1,4})?(:\d{1,9}(x\d{1,4})?){0,200}$/,
  commandsPath: /^[\w+/:=-]{1,1000}$/,
  suite: /^.{1,50}$/,
  contract: /^.{1,50}$/,
  passed: /^\d$/,
};

/** Whether a value is an entry of the file: nothing else may be read from it, or written to it. */
export function isRemembered(entry: unknown): entry is Remembered {
  if (!isJsonObject(entry)) return false;
  return Object.entries(forms).every(([name, form]) => {
    const value = entry[name];
    if (value === undefined) return name === 'commandsPath';
    const isNumber = name === 'seed' || name === 'passed';
    return typeof value === (isNumber ? 'number' : 'string') && form.test(String(value));
  });
}

/**
 * Reads the counterexamples that are remembered of a target, the oldest first.
 * @param folder with the files of all targets
 * @returns none if there is no file
 * @throws RememberedError if the file is unreadable, damaged, or of a different version
 */
export function readRemembered(folder: string, target: string): readonly Remembered[] {
  const file = rememberedFile(folder, target);
  if (!existsSync(file)) return [];
  const content = contentOf(file);
  const entries = isJsonObject(content) && content.format === format ? content.counterexamples : undefined;
  if (!Array.isArray(entries) || !entries.every(isRemembered))
    throw new RememberedError(
      `${file} is damaged or of a different version: remove it, and the next run begins a new one`,
    );
  return entries.slice(-mostRemembered);
}

function contentOf(file: string): unknown {
  try {
    const bytes = readFileSync(file);
    return fileExcess(bytes) === undefined ? JSON.parse(bytes.toString()) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new RememberedError(`${file} can't be read (${code}): make it a file that this user may read`);
  }
}

/** The text of the file: an entry is a line, so that people can review and merge it. */
export function rememberedText(entries: readonly Remembered[]): string {
  const lines = entries.map((entry) => `\n    ${JSON.stringify(entry)}`);
  return `{\n  "format": ${format},\n  "counterexamples": [${lines.join(',')}${lines.length === 0 ? '' : '\n  '}]\n}\n`;
}

/**
 * What is remembered after a run: one counterexample for each test, requirement and operation, the newest. One that is
 * gone or has passed often enough is forgotten; if there are too many, so are the oldest.
 * @param found the counterexamples of the run
 * @param retried what became of the earlier ones
 * @param countsPasses false if the run may be resumed, which would count them twice
 */
export function rememberedAfter(
  earlier: readonly Remembered[],
  found: readonly Remembered[],
  retried: readonly (Retried & Pick<Remembered, 'test'>)[],
  countsPasses: boolean,
): readonly Remembered[] {
  const kept = earlier.flatMap((entry): readonly Remembered[] => {
    const outcome = retried.find(
      (each) => subjectOf(each) === subjectOf(entry) && isAt(each, entry),
    )?.outcome;
    if (outcome === 'gone') return [];
    const passes = outcome === 'passes' && countsPasses ? entry.passed + 1 : entry.passed;
    const passed = outcome === 'fails' ? 0 : passes;
    return passed < passesToForget ? [{ ...entry, passed }] : [];
  });
  const all = new Map(kept.map((entry) => [subjectOf(entry), entry]));
  for (const entry of found) {
    const subject = subjectOf(entry);
    const known = all.get(subject);
    if (known !== undefined && isAt(known, entry)) continue;
    // A map keeps the place of a key that is set again.
    all.delete(subject);
    all.set(subject, entry);
  }
  return [...all.values()].slice(-mostRemembered);
}

function subjectOf({ test, requirement, operation }: Pick<Remembered, 'test'> & Identity): string {
  return JSON.stringify([test, requirement, operation]);
}

/** Whether two counterexamples are at the same place of the same draw. */
export function isAt(one: Pick<Identity, 'seed' | 'path'>, other: Pick<Identity, 'seed' | 'path'>): boolean {
  return one.seed === other.seed && one.path === other.path;
}
