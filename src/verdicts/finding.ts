import { isOperation } from '../contract/operations.js';
import type { Requirement } from '../contract/requirements/catalogue.js';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import { member } from '../contract/values/path.js';
import type { Place } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import type { DurationHistogram } from '../http/shown/duration-histogram.js';
import { printable } from '../http/shown/printable.js';
import { asText, type ShownExchange, visibleText } from '../http/shown/shown-exchange.js';
import type { LostRequests } from '../http/transports/attempts.js';
import type { RequirementViolation } from './checks/check.js';
import { actorOf } from './finding-actor.js';
import { operationInWords } from './finding-operation.js';
import { succeed } from './oracles/response.js';
import type { Transition, VerifyingExchange, Wait, WindowCurve } from './recording/observations.js';
import type { Reached } from './recording/reached.js';

/** The consequence of a violation for the target: only `failed` makes a run red. */
export type Judgement = (typeof judgements)[number];

/** All judgements, the worst first. */
export const judgements = ['failed', 'warned', 'deviated'] as const;

/** The maximum length, in characters, of a value that a finding keeps as a value. */
export const longestFoundValue = 4000;

/** A value in a finding, as JSON. */
export interface FoundValue {
  /** `string`, `number`, `boolean`, `array`, `object` or `status`. */
  readonly kind: string;
  readonly text: string;
}

/** A violation with everything that a reader needs to understand and repeat it. */
export interface Finding extends Omit<RequirementViolation, 'at' | 'statuses' | 'expected' | 'actual'> {
  /** Every acceptable response, in words. */
  readonly expected: readonly string[];
  /** The actual response, in words. */
  readonly actual: string;
  /** The expected and actual responses that are values, in the same order; absent if none of them is a value. */
  readonly values?: { readonly expected: readonly (FoundValue | null)[]; readonly actual: FoundValue | null };
  /** Where in the response, in words: `status`, `header x-ratelimit-limit`, `body items[0].success`. */
  readonly at?: string;
  /** The same place, for code; absent in reports of earlier versions. */
  readonly place?: Place;
  readonly judgement: Judgement;
  /** The operation that showed it. */
  readonly operationId: string;
  /** The steps of the target's file that affect this place: one of them may be wrong. */
  readonly steps?: { readonly file: string; readonly names: readonly string[] };
  /** The batch write whose effect is wrong, if a different operation showed it. */
  readonly write?: string;
  /**
   * The steps that led to the finding, in order: the polls of a batch, the steps of a flow, the commands of a model.
   */
  readonly trail: readonly TrailStep[];
  readonly exchange: ShownExchange;
  /** How often the test saw the same violation. */
  readonly times: number;
  /** The generated value that revealed the violation, shrunk as far as possible. */
  readonly counterexample?: Counterexample;
  /** The command that reruns the test, or only its counterexample. */
  readonly replay: string;
  /** Present if the target's known failures include the finding, which then doesn't gate. */
  readonly known?: true;
}

/**
 * One step on the way to a finding: either a line of text, or a model command and its response in words, together with
 * the states that the model considers possible and, unless the response already shows it, the state that the target
 * showed.
 */
export type TrailStep = string | { readonly did: string; readonly model: string; readonly read?: string };

/** A generated value for which an assertion fails, and where fast-check found it. */
export interface Counterexample {
  /** As JavaScript, shortened if it is long. */
  readonly value: string;
  /** Number of the example that it was shrunk from. */
  readonly example: number;
  /** How often fast-check found a smaller one. */
  readonly shrinks: number;
  /** Seed of the property. */
  readonly seed: number;
  /** In the form that `--path` takes. */
  readonly path: string;
}

/** A line of a finding, and the part that it belongs to. */
export interface FindingLine {
  readonly part:
    | 'requirement'
    | 'place'
    | 'expected'
    | 'actual'
    | 'trail'
    | 'counterexample'
    | 'replay'
    | 'actor'
    | 'exchange';
  readonly text: string;
}

/** The maximum length, in characters, of a value that a line of a finding quotes. */
const longestValue = 3000;

/**
 * A finding as lines, in reading order: requirement, operation, expected, actual, the steps that led there, the
 * exchange. Nothing in them is escaped: the caller that prints them must make special characters visible.
 */
export function findingLines(finding: Finding, requirement: Requirement): readonly FindingLine[] {
  const [first = 'nothing', ...others] = finding.expected;
  const { at, times, steps, trail, counterexample } = finding;
  const { id, strength, from, sentence } = requirement;
  const alone = 'sent alone, without the requests before it, it may get a different response';
  const rows: readonly (readonly [part: FindingLine['part'], lines: readonly string[]])[] = [
    ['requirement', [`${id} (${strength}, ${from}): ${sentence}`]],
    ['place', labelled('operation', operationInWords(finding))],
    ['place', labelled('where', at)],
    ['place', labelled('by', ...(steps?.names ?? []).map((each) => `${steps?.file}: ${each}`))],
    ['expected', [...labelled('expected', first), ...labelled('        or', ...others)]],
    ['actual', labelled('actual', finding.actual)],
    ['actor', labelled('who acts', actorOf(finding, requirement))],
    ['actual', labelled('seen', times > 1 ? `${times} times in this test` : undefined)],
    ['trail', trail.length === 0 ? [] : ['  led there', ...trail.map((step) => `    ${stepAsText(step)}`)]],
    ['counterexample', counterexampleAsText(counterexample)],
    ['replay', labelled('replay', finding.replay)],
    ['exchange', trail.length === 0 ? ['  exchange'] : labelled('exchange', alone)],
    ['exchange', indented(asText(finding.exchange))],
  ];
  return rows.flatMap(([part, lines]) =>
    lines.map((text) => ({ part, text: withoutForgedLines(part, text) })),
  );
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`);
}

function labelled(label: string, ...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text === undefined ? [] : `  ${label.padEnd(11)}${text}`));
}

/**
 * Indents all lines of a text but the first, so that no response from a target can pass for a line of ours, and
 * shortens a text that is very long. A command is never shortened, because it would then do something else.
 */
function withoutForgedLines(part: FindingLine['part'], text: string): string {
  const isCut = text.length > longestValue && part !== 'replay' && part !== 'exchange';
  const shown = isCut ? `${text.slice(0, longestValue)}… (${text.length} characters)` : text;
  return part === 'replay' ? shown : shown.replaceAll('\n', '\n             ');
}

/** A finding as text that is safe to print in a terminal, a report or a CI log. */
export function findingAsText(finding: Finding, requirement: Requirement): string {
  const lines = findingLines(finding, requirement).map(({ text }) => text);
  return printable(lines.join('\n'));
}

/** A step on the way to a finding, in one line. */
export function stepAsText(step: TrailStep): string {
  if (typeof step === 'string') return step;
  const { did, model, read } = step;
  return `${did} | model: ${model}${read === undefined ? '' : ` | read: ${read}`}`;
}

function counterexampleAsText(found: Counterexample | undefined): readonly string[] {
  if (found === undefined) return [];
  const { example, shrinks, value, seed, path } = found;
  const smaller = shrinks === 0 ? '' : ` made smaller ${shrinks === 1 ? 'once' : `${shrinks} times`}`;
  return [
    `  counterexample, example ${example}${smaller}:`,
    ...indented(value),
    `    fast-check seed ${seed}, path ${path}`,
  ];
}

/**
 * What kept a requirement from being exercised, in a form that code can act on: a gap that must be closed first, or one
 * of a few fixed kinds. The reason next to it says the same for people.
 */
export type Obstacle =
  | ('no order' | 'too few order items' | 'writes denied')
  // A setting or the release profile would remove the first one; only a sandbox can remove the second.
  | ('no setting' | 'no sandbox')
  // The suite can't read what the service shows. That isn't the service's fault, so it holds nothing up.
  | 'no parser'
  | `G-${string}`;

/** A gap of the description, and an operation where a target may fill it differently from our assumption. */
export interface OpenGap {
  readonly gap: string;
  readonly operationId: string;
}

/** The given gaps, each paired with the operation. */
export function openAt(operationId: string, gaps: readonly string[]): readonly OpenGap[] {
  return gaps.map((gap) => ({ gap, operationId }));
}

/** The test cannot go on, because a prerequisite is missing or can't be reached. This says nothing about the target. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Gaps that must be closed before the test can go on, if they are the reason why it can't. */
  readonly gaps: readonly OpenGap[];
  readonly obstacles: readonly Obstacle[];

  constructor(reason: string, gaps: readonly OpenGap[] = [], obstacles: readonly Obstacle[] = []) {
    super(reason);
    this.gaps = gaps;
    this.obstacles = obstacles;
  }
}

/** Ignores an error that says that a prerequisite was not met. @throws any other error */
export function unlessBlocked(error: unknown): undefined {
  if (!(error instanceof Blocked)) throw error;
}

/** The maximum number of characters that a reason quotes from a refusal. */
const longestQuote = 200;

/**
 * The error that ends a test when the target did not accept a request that the test needs. It names the gaps that leave
 * open which requests the operation accepts.
 * @param reason what failed, as in `the batch was not accepted`
 */
export function notAccepted(reason: string, exchange: Exchange): Blocked {
  const { operationId, outsideContract } = exchange;
  const gaps = outsideContract || !isOperation(operationId) ? [] : (succeed(exchange)?.gaps ?? []);
  const message = member(exchange.json, 'message');
  const says = typeof message === 'string' ? `: "${visibleText(message.slice(0, longestQuote))}"` : '';
  return new Blocked(`${reason} (${exchange.line}${says})`, openAt(operationId, gaps));
}

/** The target's configuration excludes the test: writes are denied, or no second key is configured. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
  readonly obstacles: readonly Obstacle[];

  constructor(reason: string, obstacles: readonly Obstacle[] = []) {
    super(reason);
    this.obstacles = obstacles;
  }
}

/**
 * A generated example violated a requirement, and the violation is on record: the example ends, the property goes on.
 */
export class Falsified extends Error {
  override readonly name = 'Falsified';
}

/**
 * Name and media type of the attachment with which a test passes its evidence to the reporter. Playwright doesn't show
 * attachments whose name begins with an underscore.
 */
export const evidenceAttachment = { name: '_conformance-evidence', contentType: 'application/json' } as const;

/** The annotation of a test that lost a request and found no failure: what it learned is in its last attempt. */
export const runAgainAnnotation = 'run again';

/** Set by a reporter that shows a test as failed although its worker was told to expect the failure. */
export const restoresFailures = 'CONFORMANCE_RESTORES_FAILURES';

/** The evidence from one test; verdicts are based on this alone. */
export interface Evidence {
  /** The title of the test, with the titles of its groups; absent in older journals. */
  readonly title?: string;
  /** Requirements that the test says it verifies. */
  readonly covers: readonly RequirementId[];
  /** For each requirement and operation: the number of exchanges that verified it. */
  readonly verified: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  readonly findings: readonly Finding[];
  /** Requirements that the test could not exercise, and why. */
  readonly blocked: readonly Unexercised[];
  /** Requirements that the target's configuration excludes, and why. */
  readonly inapplicable: readonly Unexercised[];
  /** Why the test ended early, even if it had already verified something. */
  readonly cutShort?: Hindered;
  /** Operations that the test should have called but could not, and why. */
  readonly unreached?: readonly Unreached[];
  /** An error in the suite itself. */
  readonly suiteError?: string;
  /** For each operation, the statuses seen and how often. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** For each operation, how long its successful responses took, not counting those to requests sent in a burst. */
  readonly durations: Readonly<Record<string, DurationHistogram>>;
  /** Number of exchanges whose request does not belong to any operation. */
  readonly outside: number;
  /** For a requirement with several acceptable responses: which responses the target gave, and how often. */
  readonly notes: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  /** How far the test went. */
  readonly reached: Reached;
  /** The test's use of the rate limits, if it shared them with other tests. */
  readonly paced?: Paced;
  /** Absent if each request got a response. */
  readonly lost?: LostRequests;
  /** Ids of the parts of the contract that the worker saw for the first time. */
  readonly seen: readonly string[];
  /** Exchanges that verified a requirement at an operation for the first time in the worker. */
  readonly verifying?: readonly VerifyingExchange[];
  /** The windows that the test exhausted. */
  readonly windows?: readonly WindowCurve[];
  readonly transitions?: readonly Transition[];
  /** Waits long enough to be seen in the timeline of a run. */
  readonly waits?: readonly Wait[];
}

/** A test's use of the rate limits. */
export interface Paced {
  /** Number of 429 responses that the test did not provoke. */
  readonly refusals: number;
  /** Number of requests that count towards a limit, by operation, such as `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
}

/** Why something was not done: something blocked it, or the configuration excludes it. */
export interface Hindered {
  readonly kind: 'blocked' | 'inapplicable';
  readonly reason: string;
  /** Absent if none is of a known kind, and in older journals. */
  readonly obstacles?: readonly Obstacle[];
}

/** An operation that a test could not call, and why. */
export interface Unreached extends Hindered {
  readonly operationId: string;
}

export interface Unexercised extends Omit<Hindered, 'kind'> {
  readonly requirement: RequirementId;
}
