import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '../contract/refusal.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that users set. */
export interface Setting<Value> {
  readonly name: string;
  /** Whether the value is secret, or not shown at all. */
  readonly kind?: 'secret' | 'unshown';
  /** @throws Refusal that begins with the name of the setting */
  readonly readIn: (environment: Environment) => Value;
}

interface Rules<Otherwise> extends Pick<Setting<unknown>, 'kind'> {
  /** The value if the variable isn't set. */
  readonly otherwise?: Otherwise;
  /** The setting without which this one means nothing. */
  readonly pair?: string;
}

/** @param read checks its text if it is set, and throws a Refusal that begins with its name */
export function setting<Value, const Otherwise = undefined>(
  name: string,
  read: (text: string, name: string) => Value,
  { kind, otherwise, pair }: Rules<Otherwise> = {},
): Setting<Value | Otherwise> {
  const readIn = (environment: Environment) => {
    const text = environment[name]?.trim();
    if (!text) return otherwise as Otherwise;
    // Some CI servers leave a reference as it is if they don't have the variable.
    if (/^\$(?:\w+|\{\w+\}|\(\w+\))$/.test(text))
      throw wrong(name, 'is a reference to a variable that is not set: set that one, or leave this one out.');
    const value = read(text, name);
    if (pair !== undefined && !environment[pair]?.trim())
      throw wrong(pair, `is not set: ${name} is set, and a run needs both or neither.`);
    return value;
  };
  return { name, kind, readIn };
}

/** The values of settings, by the names of their fields. */
export type ValuesOf<Table> = {
  readonly [Field in keyof Table]: Table[Field] extends Setting<infer Value> ? Value : never;
};

/** Reads all settings of a table. @throws Refusal that names the first missing or malformed one */
export function readAll<Table extends Readonly<Record<string, Setting<unknown>>>>(
  table: Table,
  environment: Environment,
): ValuesOf<Table> {
  const read = Object.entries(table).map(([field, { readIn }]) => [field, readIn(environment)]);
  // Each field has the value that its own row has read.
  return Object.fromEntries(read);
}

/** @param sentence what is wrong with the setting, and the way out, without its name at the beginning */
export function wrong(name: string, sentence: string): Refusal {
  return new Refusal(`${name} ${sentence}`);
}

/** Reads one of a few words, each of which stands for a value. */
export function oneOf<Value>(words: Readonly<Record<string, Value>>) {
  return (text: string, name: string): Value => {
    const value = Object.hasOwn(words, text) ? words[text] : undefined;
    if (value !== undefined) return value;
    throw wrong(name, `must be ${Object.keys(words).join(' or ')}, but is ${JSON.stringify(text)}.`);
  };
}

export function urlOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrong(name, 'is not an absolute http or https URL; an example is https://staging.example.com.');
  if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href))
    throw wrong(name, 'must not contain a user, password, query or fragment: leave them out.');
  return url.href.replace(/\/+$/, '');
}

export function numberUpTo(most: number) {
  return (text: string, name: string): number => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (number > 0 && number <= most) return number;
    throw wrong(name, `must be a number above 0 and up to ${most}, but is "${text}".`);
  };
}

/** Seeds are 32-bit integers with a sign, here and in the sandbox. */
export const largestSeed = 2 ** 31 - 1;

/** A seed that no other run is likely to have. */
export function newSeed(): number {
  return randomInt(1, largestSeed + 1);
}

/** Whether a text is a seed: a whole number from 0 on. */
export function isSeed(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestSeed;
}

export function seedOf(text: string, name: string): number {
  if (isSeed(text)) return Number(text);
  throw wrong(
    name,
    `must be a whole number from 0 to ${largestSeed}, but is ${JSON.stringify(text)}: leave it out, and the run chooses one.`,
  );
}

export function listOf(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** A list, or the lines of a file after an @: a job may make new orders for each run. */
export function listOrFile(text: string, name: string): readonly string[] {
  if (!text.startsWith('@')) return listOf(text);
  const file = resolve(text.slice(1));
  let problem = 'is empty';
  try {
    const list = listOf(textOfFile(file).replaceAll(/^\s*#.*|\s+/gm, ','));
    if (list.length > 0) return list;
  } catch (error) {
    problem = `can't be read (${(error as NodeJS.ErrnoException).code})`;
  }
  throw wrong(
    name,
    `names the file ${file}, which ${problem}: write the numbers of orders into it, or leave the setting out.`,
  );
}

/** Encodings by the byte order mark with which a file begins. */
const encodings: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** The text of a file that a person wrote: some programs, such as Windows PowerShell, write UTF-16. */
export function textOfFile(path: string): string {
  const bytes = readFileSync(path);
  const encoding = encodings[bytes.toString('hex', 0, 2)] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
