import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { loadAll, YAMLException } from 'js-yaml';
import { isJsonObject } from '../../contract/documents/document.js';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { isOperation, operations } from '../../contract/operations.js';
import { Refusal } from '../../contract/refusal.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { member } from '../../contract/values/path.js';
import { beginningOf, counted } from '../../contract/values/words.js';
import { checks } from '../checks/index.js';
import type { Evidence, Finding } from '../finding.js';
import { firstOf } from '../oracles/violation.js';
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

/** It belongs to the user, like the target files, and is in the folder from which the suite is started. */
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
 * @throws Refusal with one sentence if the file is missing, unreadable or malformed
 */
export function readKnownFailures(
  { knownFailures: named, day }: Asked,
  target: string,
  folder: string = ownFolder,
): KnownFailures | undefined {
  if (named === 'none') return undefined;
  // A name that --target accepts also names this file, just as it names .env.NAME.
  const name = /^[\w.-]+$/.test(target) ? target : targetFolder(target);
  const path = named ?? join(folder, `${name}.yaml`);
  if (named === undefined && !existsSync(path)) return undefined;
  const file = named ?? relative(process.cwd(), path);
  return { file, day, entries: parseKnownFailures(textOf(path, file), file) };
}

/**
 * The known failures of a target; undefined if there are none, or if they can't be read, which the run itself reports.
 */
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
    throw new Refusal(
      code === 'ENOENT'
        ? `There is no file ${file}, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.`
        : `${file} can't be read (${code}): make it a file that this user may read, or remove it.`,
    );
  }
}

/**
 * The condition for each member of an entry, and what to say if it isn't met; VALUE stands for the member's value. Only
 * the operation may be absent.
 */
const members: Readonly<
  Record<keyof KnownFailure, readonly [isRight: (text: string) => boolean, says: string]>
> = {
  requirement: [
    (text) => requirements.some(({ id }) => id === text),
    "names the requirement VALUE, which schemas/requirements.yaml doesn't have: correct the id, or remove the entry",
  ],
  operation: [
    isOperation,
    "names the operation VALUE, which the contract doesn't have: give an operationId such as listBrands, or leave operation out",
  ],
  reason: [(text) => text !== '', 'has an empty reason: say why the failure is accepted for now'],
  link: [
    isLink,
    'has a link that is not an http or https URL, or has a user name in it: give the address where the failure is tracked',
  ],
  expires: [isDay, 'expires on VALUE: give a day of the calendar, as in 2030-01-31'],
};
const names = Object.keys(members).join(', ');

/**
 * Reads a file of known failures: a YAML list with one entry for each failure.
 * @param content of the file; if it is empty or only comments, there are no entries
 * @param file the file's name in errors
 * @throws Refusal that names the first wrong entry and says how to fix it
 * @internal exported so that tests can try malformed content without writing a file for each
 */
export function parseKnownFailures(content: string, file: string): readonly KnownFailure[] {
  const [list = [], ...others] = documentsIn(content, file);
  if (!Array.isArray(list) || others.length > 0)
    throw new Refusal(
      `${file} is not a list of known failures: begin each entry with "- requirement:", as known-failures/README.md shows.`,
    );
  const entries = list.map(tidied) as readonly KnownFailure[];
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry);
    const id = member(entry, 'requirement');
    const named = typeof id === 'string' ? ` (${beginningOf(id, longestShown)})` : '';
    if (problem !== undefined) throw new Refusal(`${file}: entry ${index + 1}${named} ${problem}.`);
    const earlier = entries.findIndex((each) => nameOf(each) === nameOf(entry));
    if (earlier < index)
      throw new Refusal(
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
    throw new Refusal(`${file} is not valid YAML, at line:column in brackets: ${first}; correct it there.`);
  }
}

/** An entry without the members that have no value, and with each run of whitespace replaced by one space. */
function tidied(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const tidy = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value);
  const given = Object.entries(entry).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, tidy(value)]));
}

/** The maximum number of characters of a value that a sentence shows. */
const longestShown = 80;

/** What is wrong with an entry, without the full stop; undefined if nothing is. */
function problemOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return `is ${shown(entry)}: give it the keys ${names}; operation is optional`;
  const missing = Object.keys(members).find((name) => name !== 'operation' && entry[name] === undefined);
  if (missing !== undefined) return `has no ${missing}: add it, as known-failures/README.md shows`;
  const unknown = Object.keys(entry).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) return `has an unknown key ${shown(unknown)}: its keys are ${names}`;
  return firstOf(Object.entries(members), ([name, [isRight, says]]) => {
    const value = entry[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string')
      return `has ${shown(value)} as its ${name}, which is not a string: put it in quotes`;
    return isRight(value) ? undefined : says.replace('VALUE', () => shown(value));
  });
}

/** Whether a text is a calendar date, such as `2030-01-31`. */
function isDay(text: string): boolean {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && new Date(text).toISOString().startsWith(text);
}

function isLink(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function shown(value: unknown): string {
  return beginningOf(JSON.stringify(value), longestShown);
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
  /** Whether a violated should also gates. */
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

/** The standing of an entry, and the sentence about it. */
function standingOf(
  entry: KnownFailure,
  day: string,
  findings: readonly Finding[],
  result: RequirementResult | undefined,
  seen: SeenInRun,
): readonly [standing: Standing, says: string] {
  const { missed, leftOutTests: [leftOutTest] = [], reason = 'no check of it ran' } = result ?? {};
  const failing = findings.filter(({ judgement }) => judgement !== 'deviated').length;
  const verified = result === undefined ? 0 : verifiedTimes(entry, result);
  const isExercised = result !== undefined && (result.exchanges > 0 || result.findings.length > 0);
  const isCarriedOut = isAllCarriedOut(entry, seen);
  const isMissed = entry.operation === undefined || missed?.operationIds.includes(entry.operation) === true;
  const excluded = seen.evidence
    .flatMap(({ inapplicable }) => inapplicable)
    .find(({ requirement }) => requirement === entry.requirement);

  const leftOut = leftOutTest && `left out: ${leftOutTest.tests}: ${leftOutTest.reason}`;
  const fails = `It still fails: ${counted(failing, 'finding')}.`;
  const now = failing > 0 ? 'still fails' : 'was not seen to fail';
  const expired = `It expired on ${entry.expires}, and ${now} in this run: fix it, agree on a later day, or remove the entry.`;
  const deviates =
    'It only deviates, because an assumption of the suite there is not confirmed: a deviation needs no entry.';
  const untested = 'The catalogue has no check of it, so it cannot fail: remove the entry.';
  const passes = `It was verified in ${counted(verified, 'exchange')}, and nothing failed: remove the entry.`;
  const unmatched = 'Nothing was found or verified there: correct the operation, or remove the entry.';
  const nothing = (why: string | undefined) => `This run says nothing about it: ${why}.`;
  /** The first rule that applies decides. */
  const rules: readonly (readonly [applies: boolean, standing: Standing, says: string])[] = [
    [isExpired(entry, day) && (isExercised || isCarriedOut), 'expired', expired],
    [failing > 0, 'fails', fails],
    [findings.length > 0, 'deviates', deviates],
    [result?.verdict === 'untested', 'unmatched', untested],
    [!isExercised || result.verdict === 'blocked', 'not exercised', nothing(reason)],
    [leftOut !== undefined, 'not exercised', nothing(leftOut)],
    [missed?.kind === 'blocked' && isMissed, 'not exercised', nothing(missed?.reason)],
    [!isCarriedOut, 'not exercised', nothing('a check that could show it did not run')],
    [verified > 0, 'passes', passes],
    [excluded !== undefined, 'not exercised', nothing(excluded?.reason)],
  ];
  const [, standing, says] = rules.find(([applies]) => applies) ?? [true, 'unmatched', unmatched];
  return [standing, says];
}

/**
 * Whether everything that could show a violation of the requirement ran: a partial run may have left out exactly that.
 */
function isAllCarriedOut({ requirement }: KnownFailure, { hasEnded, chosen }: SeenInRun): boolean {
  if (!hasEnded || chosen === 'all') return hasEnded;
  // A rule that is checked in every exchange may be violated in any test.
  const isOfEveryExchange = checks.some((check) => check.requirements.includes(requirement));
  return !isOfEveryExchange && chosen(requirement);
}

/** The number of exchanges that verified a requirement at the entry's operation, or at any if the entry names none. */
function verifiedTimes({ operation: id }: KnownFailure, result: RequirementResult): number {
  const { requirement, verifiedBy, exchanges } = result;
  if (id === undefined) return exchanges;
  const results = operations.find(({ operationId }) => operationId === id)?.resultsOperation;
  return Object.entries(verifiedBy)
    .filter(([by]) => [id, results].includes(by) || tellsOf(by, requirement.operations, id))
    .reduce((sum, [, times]) => sum + times, 0);
}
