import { isOperation } from '../contract/operations.js';
import type { Requirement } from '../contract/requirements/catalogue.js';
import type { Exchange } from '../http/exchange.js';
import { asText, type ShownExchange, visibleText } from '../http/shown-exchange.js';
import type { RequirementViolation } from './checks/check.js';
import { succeed } from './oracles/answer.js';
import { member } from './oracles/violation.js';

/** What a violation means for the target: only `failed` makes a run red. */
export type Judgement = (typeof judgements)[number];

/** All judgements, the worst first. */
export const judgements = ['failed', 'warned', 'deviated'] as const;

/** A violation with everything that a reader needs to understand and repeat it. */
export interface Finding extends RequirementViolation {
  readonly judgement: Judgement;
  /** The operation that showed it. */
  readonly operationId: string;
  /** The steps of the target's file that affect this place: one of them may be wrong. */
  readonly steps?: { readonly file: string; readonly names: readonly string[] };
  /** The batch write whose effect the finding is about, if another operation showed it. */
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
  /** The command that runs the test, or only its counterexample, again. */
  readonly replay: string;
  /** Present if the target's known failures include it: then it doesn't gate. */
  readonly known?: true;
}

/** One step on the way to a finding: a line of text, or the effect of a model's command. */
export type TrailStep = string | ModelStep;

/** What one command of a model did. */
interface ModelStep {
  /** The command and its answer, in words. */
  readonly did: string;
  /** The states that the model considers possible. */
  readonly model: string;
  /** The state that the target showed; absent if the answer says it all. */
  readonly read?: string;
}

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
  readonly path: string;
}

/**
 * A finding as text, in reading order: requirement, operation, expected, actual, the steps that led there, the
 * exchange.
 */
export function findingAsText(finding: Finding, requirement: Requirement): string {
  const [first = 'nothing', ...others] = finding.expected;
  const lines = [
    `${requirement.id} (${requirement.strength}, ${requirement.from}): ${requirement.sentence}`,
    `  operation  ${finding.operationId}${finding.write === undefined ? '' : `, after ${finding.write}`}`,
    ...(finding.at === undefined ? [] : [`  where      ${finding.at}`]),
    ...stepsAsText(finding),
    `  expected   ${first}`,
    ...others.map((other) => `          or ${other}`),
    `  actual     ${finding.actual}`,
    ...(finding.times > 1 ? [`  seen       ${finding.times} times in this test`] : []),
    ...(finding.trail.length === 0
      ? []
      : ['  led there', ...finding.trail.map((step) => `    ${stepAsText(step)}`)]),
    ...counterexampleAsText(finding.counterexample),
    `  replay     ${finding.replay}`,
    '  exchange',
    ...asText(finding.exchange)
      .split('\n')
      .map((line) => `    ${line}`),
  ];
  return lines.join('\n');
}

function stepsAsText({ steps }: Finding): string[] {
  return steps === undefined ? [] : steps.names.map((name) => `  by         ${steps.file}: ${name}`);
}

function stepAsText(step: TrailStep): string {
  if (typeof step === 'string') return step;
  const { did, model, read } = step;
  return `${did} | model: ${model}${read === undefined ? '' : ` | read: ${read}`}`;
}

function counterexampleAsText(found: Counterexample | undefined): string[] {
  if (found === undefined) return [];
  return [
    `  counterexample, example ${found.example} made smaller ${found.shrinks} times:`,
    ...found.value.split('\n').map((line) => `    ${line}`),
    `    fast-check seed ${found.seed}, path ${found.path}`,
  ];
}

/** A gap of the description, and an operation where a target may fill it differently from our assumption. */
export interface OpenGap {
  readonly gap: string;
  readonly operationId: string;
}

/** The same gaps, each at one operation. */
export function openAt(operationId: string, gaps: readonly string[]): readonly OpenGap[] {
  return gaps.map((gap) => ({ gap, operationId }));
}

/**
 * The test cannot go on, which says nothing about the target: a prerequisite is missing, or the way to it is broken.
 */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Gaps that must be closed before the test can go on, if they are the reason why it can't. */
  readonly gaps: readonly OpenGap[];

  constructor(reason: string, gaps: readonly OpenGap[] = []) {
    super(reason);
    this.gaps = gaps;
  }
}

/** The most characters of a refusal that a reason quotes. */
const longestQuote = 200;

/**
 * The interruption of a test that needs a request to be accepted, when the target did not accept it. It names the gaps
 * that leave open which requests the operation accepts.
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
}

/**
 * A generated example violated a requirement, and the violation is on record: the example ends, the property goes on.
 */
export class Falsified extends Error {
  override readonly name = 'Falsified';
}
