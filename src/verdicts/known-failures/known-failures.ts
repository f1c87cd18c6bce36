import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { loadAll, YAMLException } from 'js-yaml';
import { isJsonObject } from '../../contract/documents/document.js';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { operations } from '../../contract/operations.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { member, parsePointer } from '../../contract/values/path.js';
import { counted } from '../../contract/values/words.js';
import { checks } from '../checks/index.js';
import type { Evidence, Finding } from '../finding.js';
import { entriesOf } from '../oracles/violation.js';
import { type RequirementResult, tellsOf } from '../requirement-verdict.js';
import {
  isExpired,
  type KnownFailure,
  type KnownFailureStanding,
  type KnownFailures,
  nameOf,
  type Standing,
  speaksOf,
} from './known-failure.js';

/** A file of known failures can't be used; the message is one sentence that names the file and says how to mend it. */
class KnownFailuresError extends Error {
  override readonly name = 'KnownFailuresError';
}

/** Of the user, like the targets' files: in the folder in which the suite is called. */
const ownFolder = resolve('known-failures');

/** What a run says about known failures: the file of CONFORMANCE_KNOWN_FAILURES, and the day of the run, UTC. */
interface Asked {
  readonly knownFailures?: string;
  readonly day: string;
}

/**
 * The known failures of a target: from the file that the run names (`none` for no file), otherwise from
 * `known-failures/NAME.yaml` if that file exists.
 * @param target the target's name in reports
 * @param folder the folder with the files of all targets
 * @returns undefined if there is no file
 * @throws KnownFailuresError with one sentence if the file is missing, unreadable or malformed
 */
export function readKnownFailures(
  { knownFailures: named, day }: Asked,
  target: string,
  folder: string = ownFolder,
): KnownFailures | undefined {
  if (named === 'none') return undefined;
  // A name that --target accepts names the file too, as it does for .env.NAME.
  const name = /^[\w.-]+$/.test(target) ? target : targetFolder(target);
  const path = named ?? join(folder, `${name}.yaml`);
  if (named === undefined && !existsSync(path)) return undefined;
  const file = named ?? relative(process.cwd(), path);
  return { file, day, entries: parseKnownFailures(textOf(path, file), file) };
}

/** The known failures of a target; undefined if there are none, or they can't be read, which the run itself reports. */
export function readableKnownFailures(asked: Asked, target: string | undefined): KnownFailures | undefined {
  try {
    return target === undefined ? undefined : readKnownFailures(asked, target);
  } catch {
    return undefined;
  }
}

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new KnownFailuresError(
      code === 'ENOENT'
        ? `There is no file ${file}, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.`
        : `${file} can't be read (${code}): make it a file that this user may read, or remove it.`,
    );
  }
}

/** The members of an entry. A description says what is wrong with a string; VALUE is replaced by that text. */
const properties = {
  requirement: text(
    "names the requirement VALUE, which schemas/requirements.yaml doesn't have: correct the id, or remove the entry",
    { enum: requirements.map(({ id }) => id) },
  ),
  operation: text(
    "names the operation VALUE, which the contract doesn't have: give an operationId such as listBrands, or leave operation out",
    { enum: operations.map(({ operationId }) => operationId) },
  ),
  reason: text('has an empty reason: say why the failure is accepted for now', { minLength: 1 }),
  link: text(
    'has a link that is not an http or https URL, or has a user name in it: give the address where the failure is tracked',
    { format: 'link' },
  ),
  expires: text('expires on VALUE: give a day of the calendar, as in 2030-01-31', { format: 'date' }),
};
const names = Object.keys(properties).join(', ');
const required = Object.keys(properties).filter((name) => name !== 'operation');
const schema = {
  type: 'array',
  items: { type: 'object', properties, required, additionalProperties: false },
};

function text(description: string, rule: object) {
  return { type: 'string', description, ...rule };
}

/**
 * Reads a file of known failures: a YAML list with one entry for each failure.
 * @param content of the file; if it is empty or only comments, there are no entries
 * @param file the file's name in errors
 * @throws KnownFailuresError that names the first wrong entry and says how to mend it
 * @internal the mistakes of a file are tried without writing each to a folder
 */
export function parseKnownFailures(content: string, file: string): readonly KnownFailure[] {
  const ajv = new Ajv2020({ verbose: true, formats: { link: isLink } });
  formats.default(ajv, ['date']);
  const isValid = ajv.compile<readonly KnownFailure[]>(schema);
  const [list = [], ...others] = documentsIn(content, file);
  const entries: unknown = Array.isArray(list) && others.length === 0 ? list.map(tidied) : undefined;
  if (!isValid(entries)) throw new KnownFailuresError(`${file}${complaint(isValid.errors?.[0], entries)}.`);
  for (const [index, entry] of entries.entries()) {
    const earlier = entries.findIndex((each) => nameOf(each) === nameOf(entry));
    if (earlier < index)
      throw new KnownFailuresError(
        `${file}: entry ${index + 1} (${nameOf(entry)}) names the same failure as entry ${earlier + 1}: remove one of them.`,
      );
  }
  return entries;
}

function documentsIn(content: string, file: string): readonly unknown[] {
  try {
    return loadAll(content).filter((document) => document !== null && document !== undefined);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new KnownFailuresError(
      `${file} is not valid YAML, at line:column in brackets: ${first}; correct it there.`,
    );
  }
}

/** An entry without members that have no value, and with consecutive blanks joined. */
function tidied(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const given = Object.entries(entry).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value,
    ]),
  );
}

/** What the schema's first error says about a file, without the full stop. */
function complaint(error: ErrorObject | undefined, entries: unknown): string {
  const [index, name] = parsePointer(error?.instancePath ?? '');
  if (error === undefined || index === undefined)
    return ' is not a list of known failures: begin each entry with "- requirement:", as known-failures/README.md shows';
  const { keyword, params, data, parentSchema } = error;
  const requirement = member(entriesOf(entries)[Number(index)], 'requirement');
  const entry = `: entry ${Number(index) + 1}${typeof requirement === 'string' ? ` (${shortened(requirement)})` : ''}`;
  if (keyword === 'required')
    return `${entry} has no ${params.missingProperty}: add it, as known-failures/README.md shows`;
  if (keyword === 'additionalProperties')
    return `${entry} has an unknown key ${shown(params.additionalProperty)}: its keys are ${names}`;
  if (name === undefined)
    return `${entry} is ${shown(data)}: give it the keys ${names}; operation is optional`;
  if (keyword === 'type')
    return `${entry} has ${shown(data)} as its ${name}, which is not a string: put it in quotes`;
  return `${entry} ${String(parentSchema?.description).replace('VALUE', () => shown(data))}`;
}

function isLink(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value));
}

function shortened(content: string): string {
  return content.length <= 80 ? content : `${content.slice(0, 77)}...`;
}

/** The facts of a run that decide the standing of the entries. */
export interface SeenInRun {
  /** The verdict of each requirement. */
  readonly results: readonly RequirementResult[];
  readonly evidence: readonly Evidence[];
  /** Whether every selected test ended, and the suite itself had no error. */
  readonly hasEnded: boolean;
  /** Whether everything was selected; otherwise, which requirements have all their tests in the selection. */
  readonly chosen: 'all' | ((requirement: string) => boolean);
  /** Whether a violated should gates too. */
  readonly strict: boolean;
}

/** Compares each known failure with what a run saw, in the order of the file. */
export function standingsOf({ entries, day }: KnownFailures, seen: SeenInRun): KnownFailureStanding[] {
  return entries.map((entry) => {
    const result = seen.results.find(({ requirement }) => requirement.id === entry.requirement);
    const findings = result?.findings.filter((finding) => speaksOf(entry, finding)) ?? [];
    const [standing, says] = standingOf(entry, day, findings, result, seen);
    const gates = ({ judgement }: Finding) =>
      judgement === 'failed' || (judgement === 'warned' && seen.strict);
    return { ...entry, standing, says, excuses: findings.some(gates) && !isExpired(entry, day) };
  });
}

type Said = readonly [standing: Standing, says: string];

function standingOf(
  entry: KnownFailure,
  day: string,
  findings: readonly Finding[],
  result: RequirementResult | undefined,
  seen: SeenInRun,
): Said {
  const failing = findings.filter(({ judgement }) => judgement !== 'deviated').length;
  const isExercised = result !== undefined && (result.exchanges > 0 || result.findings.length > 0);
  const isCarriedOut = isAllCarriedOut(entry, seen);
  if (isExpired(entry, day) && (isExercised || isCarriedOut)) {
    const now = `It expired on ${entry.expires}, and ${failing > 0 ? 'still fails' : 'was not seen to fail'} in this run`;
    return ['expired', `${now}: fix it, agree on a later day, or remove the entry.`];
  }
  if (failing > 0) return ['fails', `It still fails: ${counted(failing, 'finding')}.`];
  if (findings.length > 0) {
    const why = 'It only deviates, because an assumption of the suite there is not confirmed';
    return ['deviates', `${why}: a deviation needs no entry.`];
  }
  if (result?.verdict === 'untested')
    return ['unmatched', 'The catalogue has no check of it, so it cannot fail: remove the entry.'];
  if (!isExercised || result.verdict === 'blocked') return notSeen(result?.reason ?? 'no check of it ran');
  const { missed, leftOutTests: [leftOutTest] = [] } = result;
  if (leftOutTest !== undefined) return notSeen(`left out: ${leftOutTest.tests}: ${leftOutTest.reason}`);
  const isMissed = entry.operation === undefined || missed?.operationIds.includes(entry.operation);
  if (missed?.kind === 'blocked' && isMissed) return notSeen(missed.reason);
  if (!isCarriedOut) return notSeen('a check that could show it did not run');
  const verified = verifiedTimes(entry, result);
  if (verified > 0) {
    const how = `It was verified in ${counted(verified, 'exchange')}, and nothing failed`;
    return ['passes', `${how}: remove the entry.`];
  }
  const leftOut = seen.evidence
    .flatMap(({ inapplicable }) => inapplicable)
    .find(({ requirement }) => requirement === entry.requirement);
  if (leftOut !== undefined) return notSeen(leftOut.reason);
  return ['unmatched', 'Nothing was found or verified there: correct the operation, or remove the entry.'];
}

function notSeen(reason: string): Said {
  return ['not exercised', `This run says nothing about it: ${reason}.`];
}

/** Whether everything ran that could show a requirement violated: a partial run may leave out exactly that. */
function isAllCarriedOut({ requirement }: KnownFailure, { hasEnded, chosen }: SeenInRun): boolean {
  if (!hasEnded || chosen === 'all') return hasEnded;
  // A rule that is checked in every exchange may show in any test.
  const isOfEveryExchange = checks.some((check) => check.requirements.includes(requirement));
  return !isOfEveryExchange && chosen(requirement);
}

/** The number of exchanges that verified a requirement at the entry's operation, or at any if the entry names none. */
function verifiedTimes(
  { operation }: KnownFailure,
  { requirement, verifiedBy, exchanges }: RequirementResult,
) {
  if (operation === undefined) return exchanges;
  const results = operations.find(({ operationId }) => operationId === operation)?.resultsOperation;
  return Object.entries(verifiedBy)
    .filter(([id]) => [operation, results].includes(id) || tellsOf(id, requirement.operations, operation))
    .reduce((sum, [, times]) => sum + times, 0);
}
