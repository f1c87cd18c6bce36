import { loadAll, YAMLException } from 'js-yaml';
import { isRequirementId, operationIds } from '../../contract/requirements/catalogue.js';
import { type KnownFailure, nameOf } from './known-failure.js';

/** A malformed file of known failures; the message is one sentence that names the file and says how to mend it. */
export class KnownFailuresError extends Error {
  override readonly name = 'KnownFailuresError';
}

/** A member of an entry: whether it is required, and the complaint about a value that makes no sense. */
interface Member {
  readonly required: boolean;
  readonly complaint: (value: string) => string | undefined;
}

const members: Readonly<Record<keyof KnownFailure, Member>> = {
  requirement: {
    required: true,
    complaint: (value) =>
      isRequirementId(value)
        ? undefined
        : `names the requirement ${shown(value)}, which schemas/requirements.yaml doesn't have: correct the id, or remove the entry`,
  },
  operation: {
    required: false,
    complaint: (value) =>
      operationIds.includes(value)
        ? undefined
        : `names the operation ${shown(value)}, which the contract doesn't have: give an operationId such as listBrands, or leave operation out`,
  },
  reason: {
    required: true,
    complaint: (value) =>
      value === '' ? 'has an empty reason: say why the failure is accepted for now' : undefined,
  },
  link: {
    required: true,
    complaint: (value) =>
      isLink(value)
        ? undefined
        : 'has a link that is not an http or https URL, or has a user name in it: give the address where the failure is tracked',
  },
  expires: {
    required: true,
    complaint: (value) =>
      isDay(value) ? undefined : `expires on ${shown(value)}: give a day of the calendar, as in 2030-01-31`,
  },
};

const names = Object.keys(members) as (keyof KnownFailure)[];

/**
 * Reads a file of known failures: a YAML list with one entry for each failure.
 * @param text the content of the file; if it is empty or only comments, there are no entries
 * @param file the file's name in errors
 * @throws KnownFailuresError that names the first wrong entry and says how to mend it
 */
export function parseKnownFailures(text: string, file: string): readonly KnownFailure[] {
  const [list = [], ...others] = documentsIn(text, file);
  if (!Array.isArray(list) || others.length > 0)
    throw new KnownFailuresError(
      `${file} is not a list of known failures: begin each entry with "- requirement:", as known-failures/README.md shows.`,
    );
  const entries: KnownFailure[] = [];
  for (const [index, value] of list.entries()) {
    const entry = entryIn(value, `${file}: entry ${index + 1}`);
    const earlier = entries.findIndex((each) => nameOf(each) === nameOf(entry));
    if (earlier >= 0)
      throw new KnownFailuresError(
        `${file}: entry ${index + 1} (${nameOf(entry)}) is about the same as entry ${earlier + 1}: remove one of them.`,
      );
    entries.push(entry);
  }
  return entries;
}

function documentsIn(text: string, file: string): readonly unknown[] {
  try {
    return loadAll(text).filter((document) => document !== null && document !== undefined);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new KnownFailuresError(
      `${file} is not valid YAML, at line:column in brackets: ${first}; correct it there.`,
    );
  }
}

function entryIn(value: unknown, place: string): KnownFailure {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new KnownFailuresError(
      `${place} is ${shown(value)}: give it the members ${names.join(', ')}; operation is optional.`,
    );
  const found = new Map(Object.entries(value));
  const { requirement } = Object.fromEntries(found);
  const named = typeof requirement === 'string' ? `${place} (${shortened(requirement)})` : place;
  const unknown = [...found.keys()].find((name) => !names.some((each) => each === name));
  if (unknown !== undefined)
    throw new KnownFailuresError(
      `${named} has a member ${shown(unknown)}, which means nothing: its members are ${names.join(', ')}.`,
    );
  const read = names.flatMap((name) => {
    const text = textOf(found.get(name), name, named);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(read) as unknown as KnownFailure;
}

/** The value of a member, with runs of blanks joined; undefined if the member is optional and absent. */
function textOf(value: unknown, name: keyof KnownFailure, named: string): string | undefined {
  const { required, complaint } = members[name];
  if (value === undefined || value === null) {
    if (!required) return undefined;
    throw new KnownFailuresError(`${named} has no ${name}: add it, as known-failures/README.md shows.`);
  }
  if (typeof value !== 'string')
    throw new KnownFailuresError(
      `${named} has ${shown(value)} as its ${name}, which is not a text: put it in quotes.`,
    );
  const text = value.replaceAll(/\s+/g, ' ').trim();
  const wrong = complaint(text);
  if (wrong !== undefined) throw new KnownFailuresError(`${named} ${wrong}.`);
  return text;
}

function isLink(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function isDay(value: string): boolean {
  const moment = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return moment !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'undefined');
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
