import { createHash } from 'node:crypto';
import { dump } from 'js-yaml';
import { contractVersion } from '../../contract/documents/document.js';
import { commandLine } from '../../contract/documents/folders.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { requirements, requirementsForGap } from '../../contract/requirements/catalogue.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import {
  type Findings,
  gapOfDeliveries,
  inFile,
  keysOf,
  type LearnedTarget,
  type Question,
  type Source,
} from './findings.js';

/** The learned facts, as a target's file contains them, without the open questions. */
export function learnedFile({ learned, findings }: LearnedTarget): TargetFile {
  return { contract: contractVersion, ...(learned && { learned }), ...inFile(findings) };
}

/** The words for what shows a step. */
const sourceWords: Readonly<Record<Source, string>> = {
  answered: 'answered',
  accepted: 'request accepted',
  elsewhere: 'answered elsewhere',
  described: 'only described',
};

/** The comments of a file, by their places in it: the gap of each step, what shows it, and the evidence. */
function evidenceOf({ findings }: LearnedTarget): ReadonlyMap<string, string> {
  const evidence = new Map([['learned', '']]);
  for (const { place, steps } of findings)
    for (const step of steps) {
      const { gap, source, evidence: because } = step;
      const about = source === undefined ? [] : [[gap, sourceWords[source]].filter(Boolean).join(', ')];
      evidence.set([...place, ...keysOf(step)].join(placeMark), [...about, because].join(': '));
    }
  return evidence;
}

/** Separates the keys of a place; no key contains it. */
const placeMark = '\u0000';

/** The first lines of a generated file; the digest covers everything after its line. */
const digestLine = /^# Digest of what was written here: ([0-9a-f]{12})$/m;

/**
 * The text of a target's file, each step with its evidence as a comment. All characters of the target's names and words
 * are visible.
 */
export function targetYaml(target: LearnedTarget): string {
  const questions = new Map<string, string>();
  for (const question of openQuestions(target)) {
    const before = questions.get(question.key);
    questions.set(question.key, (before === undefined ? '' : `${before}\n`) + inWords(question));
  }
  const open = [...questions].flatMap(([key, text]) => [
    `  ${scalar(key)}: |-`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]);
  const lines = [
    ...linesOf(learnedFile(target), [], evidenceOf(target)),
    ...(open.length === 0
      ? []
      : [
          '# Only a person can answer these: write the step for each answer above, and delete the question.',
          'open:',
          ...open,
        ]),
  ];
  const body = `${lines.join('\n')}\n`;
  return [
    '# yaml-language-server: $schema=../schemas/target.schema.json',
    `# How ${visibleText(target.name)} differs from the contract. Proposed by \`${commandLine('learn')}\`, to be reviewed by a person.`,
    '# Each comment names a gap of the description, and what shows the step: a response of the service (answered, answered',
    '# elsewhere), a request that it accepted, or nothing but its live description (only described).',
    `# Digest of what was written here: ${digestOf(body)}`,
    body,
  ].join('\n');
}

/** A file without what says nothing about the target: questions, the date, comments, and the order of its steps. */
export function comparableYaml({ open: _, learned, ...file }: TargetFile): string {
  const from = learned && { learned: { from: learned.from, digest: learned.digest } };
  const sorted: unknown = JSON.parse(JSON.stringify({ ...from, ...file }), (_, value: unknown) =>
    Array.isArray(value) ? value.toSorted() : value,
  );
  return dump(sorted, { sortKeys: true, lineWidth: -1 });
}

/** Whether a person changed a file after it was written. A file without a digest was written by a person. */
export function isEdited(text: string): boolean {
  const found = digestLine.exec(text);
  if (found === null) return true;
  const body = text.slice(found.index + found[0].length + 1);
  return digestOf(body) !== found[1];
}

/** A question that only a person can answer, with its key in the file. */
type OpenQuestion = Question & { readonly key: string };

/** All questions that learning leaves open. */
function openQuestions({ findings }: LearnedTarget): readonly OpenQuestion[] {
  const asked = findings.flatMap(({ place: [section = '', name = ''], questions }) =>
    questions.map((question): OpenQuestion => {
      if (section === 'deliveries') return { ...question, key: gapOfDeliveries };
      const about = section === 'operations' ? [name] : [section, name];
      return { ...question, key: [...about, question.part, question.at].filter(Boolean).join(' ') };
    }),
  );
  const isKnown = ({ place, steps, questions, found }: Findings) =>
    place[0] === 'deliveries'
      ? steps.length + questions.length + found.size > 0
      : steps.some(({ kind, at }) => kind === 'confirmed' && at === gapOfDeliveries);
  return findings.some(isKnown) ? asked : [...asked, unseenDeliveries];
}

/** The number of open questions, and a sentence about the requirements that depend on them. */
export function openIn(target: LearnedTarget): { readonly questions: number; readonly dependent: string } {
  const open = openQuestions(target);
  const gaps = new Set(open.flatMap(({ gap }) => gap ?? []));
  const closed = requirements.length - new Set([...gaps].flatMap(requirementsForGap)).size;
  const dependent =
    closed === requirements.length
      ? `No open question keeps any of the ${closed} requirements from being tested.`
      : `${closed} of ${requirements.length} requirements depend on no open question.`;
  return { questions: open.length, dependent };
}

const unseenDeliveries: OpenQuestion = {
  key: gapOfDeliveries,
  at: '',
  asks: 'which header carries the signature of a delivery, and what does its body look like? No delivery was received: look at one, or read about webhooks in the live description.',
  candidates: [],
  gap: gapOfDeliveries,
};

function inWords({ at, asks, candidates, mayBeAbsent }: Question): string {
  if (asks === unseenDeliveries.asks) return asks;
  const wayOut = `if the service has nothing of the kind, write ${at} under absent`;
  if (candidates.length === 0)
    return onOneLine(`${asks} Nothing that was seen could be it${mayBeAbsent ? `: ${wayOut}` : ''}.`);
  const listed = candidates.map(({ answer, evidence }) => onOneLine(`- ${answer} (${evidence})`));
  return [
    onOneLine(`${asks} Candidates, best first:`),
    ...listed,
    ...(mayBeAbsent ? [onOneLine(`- none: ${wayOut}`)] : []),
  ].join('\n');
}

function onOneLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').slice(0, 800);
}

/** The lines of a mapping or a list. An entry with evidence is on one line, with the evidence as a comment. */
function linesOf(
  value: object,
  place: readonly string[],
  evidence: ReadonlyMap<string, string>,
): readonly string[] {
  const indent = '  '.repeat(place.length);
  const told = (key: string) => evidence.get([...place, key].join(placeMark));
  if (Array.isArray(value))
    return value.map((each) => `${indent}- ${scalar(each)}${comment(told(String(each)) ?? '')}`);
  return Object.entries(value).flatMap(([name, member]) => {
    const key = indent + (/^\d+$/.test(name) ? name : scalar(name));
    const because = told(name);
    if (because === undefined && typeof member === 'object')
      return [`${key}:`, ...linesOf(member, [...place, name], evidence)];
    return [`${key}: ${inline(member)}${comment(because ?? '')}`];
  });
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scalar).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${scalar(each)}`);
  return `{ ${members.join(', ')} }`;
}

/** A value on one line: plain if it can't be misread, otherwise in quotes. */
function scalar(value: unknown): string {
  if (
    typeof value === 'string' &&
    /^[A-Za-z_][\w.]*$/.test(value) &&
    !/^(true|false|null|yes|no|on|off)$/i.test(value)
  )
    return value;
  const text = JSON.stringify(value) ?? 'null';
  return text.replaceAll(
    /[\p{Cf}\u2028\u2029\u007f-\u009f]/gu,
    (character) => String.raw`\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

function comment(text: string): string {
  const line = visibleText(text).replaceAll(/\s+/g, ' ').slice(0, 160);
  return line === '' ? '' : ` # ${line}`;
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12);
}
