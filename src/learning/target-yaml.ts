import { createHash } from 'node:crypto';
import type { TargetFile } from '../contract/closings/target-file.js';
import { contractVersion } from '../contract/document.js';
import { visibleText } from '../http/visible-text.js';
import type { LearnedDeliveries } from './deliveries.js';
import type { LearnedError } from './errors.js';
import { type LearnedOperation, parts } from './learn-operation.js';
import type { ProposedStep, Question } from './proposal.js';

/** What a target's file is written from. */
export interface LearnedTarget {
  readonly name: string;
  readonly operations: readonly LearnedOperation[];
  readonly errors?: readonly LearnedError[];
  /** The live description that was read; none where there was none. */
  readonly learned?: NonNullable<TargetFile['learned']>;
  /** What deliveries of events showed; undefined where none came in. */
  readonly deliveries?: LearnedDeliveries | undefined;
  /** With which status the target refuses what is invalid, and the gaps that are as assumed, where a person wrote so. */
  readonly refusal?: number;
  readonly confirmed?: readonly string[];
}

/** How the first lines of a generated file begin; the digest is that of all that comes after its line. */
const digestLine = /^# Digest of what was written here: ([0-9a-f]{12})$/m;

/**
 * The text of a target's file, each step with its evidence as a comment. Names and words of the target are written so that
 * nothing of them is invisible.
 */
export function targetYaml(target: LearnedTarget): string {
  const learned = commonRefusal(target.operations);
  const refusal = learned ?? target.refusal;
  const operations = target.operations.flatMap((each) => operationLines(each, refusal));
  const questions = questionsOf(target);
  const lines = [
    `contract: ${scalar(contractVersion)}`,
    ...(target.learned === undefined
      ? []
      : [
          `learned: { from: ${scalar(target.learned.from)}, on: ${scalar(target.learned.on)}, digest: ${scalar(target.learned.digest)} }`,
        ]),
    ...(operations.length === 0 ? [] : ['operations:', ...operations]),
    ...deliveryLines(target.deliveries),
    ...(refusal === undefined
      ? []
      : [
          `refusal: ${refusal}${comment(learned === undefined ? byAPerson : `what is invalid is answered ${refusal} by most operations`)}`,
        ]),
    ...(target.confirmed === undefined
      ? []
      : [`confirmed: [${target.confirmed.map(scalar).join(', ')}]${comment(byAPerson)}`]),
    ...errorLines(target.errors ?? []),
    ...(questions.length === 0
      ? []
      : [
          '# Only a person can answer these: write the step for each answer above, and take the question out.',
          'open:',
          ...questions.flatMap(([place, text]) => [
            `  ${scalar(place)}: |-`,
            ...text.split('\n').map((line) => `    ${line}`),
          ]),
        ]),
  ];
  const body = `${lines.join('\n')}\n`;
  return [
    '# yaml-language-server: $schema=../schemas/target.schema.json',
    `# How ${visibleText(target.name)} closes the gaps of the description. Proposed by \`npm run learn\`, to be reviewed by a person.`,
    `# Digest of what was written here: ${digestOf(body)}`,
    body,
  ].join('\n');
}

/** Whether a person changed a file after it was written. A file without a digest was written by a person. */
export function isEdited(text: string): boolean {
  const found = digestLine.exec(text);
  if (found === null) return true;
  const body = text.slice(found.index + found[0].length + 1);
  return digestOf(body) !== found[1];
}

/** The evidence of what was not learned, but stood in the file. */
export const byAPerson = 'written by a person';

/** The open questions by their key in the file, with their candidates in words. */
function questionsOf({
  operations,
  errors = [],
  deliveries,
}: LearnedTarget): readonly (readonly [string, string])[] {
  const found = operations.flatMap(({ operation, alignments, questions: own }) => [
    ...own.map((each): [string, string] => [operation.operationId, inWords(each)]),
    ...parts.flatMap((part) =>
      alignments[part].questions.map((each): [string, string] => [
        `${operation.operationId} ${part} ${each.at}`.trim(),
        inWords(each),
      ]),
    ),
  ]);
  const about = errors.flatMap(({ status, questions }) =>
    questions.map((each): [string, string] => [`errors ${status} ${each.at}`.trim(), inWords(each)]),
  );
  const byKey = new Map<string, string>();
  for (const [key, text] of [...found, ...about, ...aboutDeliveries(deliveries)])
    byKey.set(key, byKey.has(key) ? `${byKey.get(key)}\n${text}` : text);
  return [...byKey];
}

/** The gap of events and their delivery (clause 6). */
export const gapOfDeliveries = 'G-12';

function aboutDeliveries(deliveries: LearnedDeliveries | undefined): readonly (readonly [string, string])[] {
  const unseen =
    'which header carries the signature of a delivery, and what does its body look like? No delivery was received: look at one, or at what the live description says of webhooks.';
  if (deliveries === undefined) return [[gapOfDeliveries, unseen]];
  return deliveries.questions.map((each) => [gapOfDeliveries, inWords(each)]);
}

function deliveryLines(deliveries: LearnedDeliveries | undefined): readonly string[] {
  const { signature, steps = [] } = deliveries ?? {};
  const body = stepLines(steps).map((line) => line.slice(2));
  const lines = [
    ...(signature === undefined
      ? []
      : [`  signature: ${scalar(signature.header)}${comment(signature.evidence)}`]),
    ...(signature === undefined || signature.prefix === ''
      ? []
      : [`  prefix: ${scalar(signature.prefix)} # what stands before it in the header`]),
    ...(body.length === 0 ? [] : ['  body:', ...body]),
  ];
  return lines.length === 0 ? [] : ['deliveries:', ...lines];
}

function errorLines(errors: readonly LearnedError[]): readonly string[] {
  const lines = errors.flatMap(({ status, type, steps }) => {
    const body = stepLines(steps).map((line) => line.slice(2));
    if (type === undefined && body.length === 0) return [];
    return [
      `  ${status}:`,
      ...(type === undefined ? [] : [`    type: ${scalar(type.value)}${comment(type.evidence)}`]),
      ...body,
    ];
  });
  return lines.length === 0 ? [] : ['errors:', ...lines];
}

/**
 * The status with which most operations refuse what is invalid, where it isn't 400. That what is invalid isn't found is said at
 * each operation alone.
 */
export function commonRefusal(operations: readonly LearnedOperation[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { refusal } of operations)
    if (refusal !== undefined && refusal.status !== 404)
      counts.set(refusal.status, (counts.get(refusal.status) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= 3 ? most[0] : undefined;
}

function inWords({ at, asks, candidates, mayBeAbsent }: Question): string {
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
  return visibleText(text).replaceAll(/\s+/g, ' ').slice(0, 300);
}

function operationLines(learned: LearnedOperation, common: number | undefined): readonly string[] {
  const { operation, alignments, success, refusal, absent, refusesAsAssumed } = learned;
  const own =
    common === undefined || refusal === undefined || refusal.status !== common ? refusal : undefined;
  const bodies = parts.flatMap((part) => {
    const lines = stepLines(alignments[part].steps);
    return lines.length === 0 ? [] : [`    ${part}:`, ...lines];
  });
  const back = common !== undefined && refusal === undefined && refusesAsAssumed;
  const lines = [
    ...(absent === undefined ? [] : [`    absent: ${scalar(absent)}${comment(byAPerson)}`]),
    ...(success === undefined ? [] : [`    success: ${success.status} # ${success.evidence}`]),
    ...(own === undefined ? [] : [`    refusal: ${own.status} # ${own.evidence}`]),
    ...(back ? ['    refusal: 400 # as it answered, or the description documents'] : []),
    ...bodies,
  ];
  return lines.length === 0 ? [] : [`  ${operation.operationId}:`, ...lines];
}

/** The steps of a body, kind by kind. */
function stepLines(steps: readonly ProposedStep[]): readonly string[] {
  const kinds = [...new Set(steps.map(({ step }) => step.kind))];
  return kinds.flatMap((kind) => [
    `      ${kind}:`,
    ...(kind === 'values' ? wordLines(steps) : steps.filter(({ step }) => step.kind === kind).map(stepLine)),
  ]);
}

function stepLine({ step, evidence }: ProposedStep): string {
  if (!('to' in step)) return `        - ${scalar(step.at)}${comment(evidence)}`;
  return `        ${scalar(step.at)}: ${inline(step.to)}${comment(evidence)}`;
}

function wordLines(steps: readonly ProposedStep[]): readonly string[] {
  const words = steps.flatMap(({ step, evidence }) => (step.kind === 'values' ? [{ step, evidence }] : []));
  return [...new Set(words.map(({ step }) => step.at))].flatMap((at) => [
    `        ${scalar(at)}:`,
    ...words
      .filter(({ step }) => step.at === at)
      .map(({ step, evidence }) => `          ${scalar(step.word)}: ${scalar(step.to)}${comment(evidence)}`),
  ]);
}

function inline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${scalar(each)}`);
  return `{ ${members.join(', ')} }`;
}

/** A value on a line of its own: plain where nothing else can be read into it, else in quotes. */
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
