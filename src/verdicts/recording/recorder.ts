import { isDeepStrictEqual } from 'node:util';
import { target } from '../../contract/documents/document.js';
import { stepsAbout } from '../../contract/mapping/file/file-steps.js';
import { leadsToSuccess, type Operation, operation } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { CoverageTracker } from '../../contract/schemas/coverage.js';
import { groupedBy } from '../../contract/values/groups.js';
import { inAnyEntry, placeInWords } from '../../contract/values/place.js';
import { enumerated, listed } from '../../contract/values/words.js';
import { withoutRepeatedSecrets } from '../../http/client.js';
import type { Exchange, ExchangeRequest } from '../../http/exchange.js';
import { durationBucket } from '../../http/shown/duration-histogram.js';
import type { Secrets } from '../../http/shown/secrets.js';
import { type ShownExchange, shownExchange } from '../../http/shown/shown-exchange.js';
import type { Check, Known, Learned, RequirementViolation } from '../checks/check.js';
import { checks } from '../checks/index.js';
import { secrecyChecks } from '../checks/secrecy.js';
import {
  type Evidence,
  type Finding,
  type FoundValue,
  type Hindered,
  type Judgement,
  longestFoundValue,
  notAccepted,
  type Obstacle,
  type OpenGap,
  openAt,
  type Paced,
  type TrailStep,
  type Unexercised,
  type Unreached,
} from '../finding.js';
import { gapsOfRedirection } from '../oracles/response.js';
import type { Assertion, Shown, Violation } from '../oracles/violation.js';
import { gapsAtStake, judge } from '../requirement-verdict.js';
import { Observer, type ObserverOptions } from './observer.js';
import { Reach } from './reach.js';

/** The subject of an assertion: an exchange and the trail that led to it. */
export interface Witness {
  readonly exchange: Exchange;
  /** The steps that led to it. */
  readonly trail: readonly TrailStep[];
  /** The batch write whose effect is judged, if it isn't the exchange itself. */
  readonly write?: Exchange;
}

interface RecorderOptions extends Partial<Pick<ObserverOptions, 'shown' | 'allowed'>> {
  /** The title of the test, with the titles of its groups. */
  readonly title?: string;
  readonly covers: readonly RequirementId[];
  /** Requirements that the test may also meet: they count if it verifies them, but aren't missed if it doesn't. */
  readonly mayMeet?: readonly RequirementId[];
  /** Whether the target confirms a gap. */
  readonly isConfirmed: (gap: string) => boolean;
  readonly secrets: Secrets;
  /** The command that reruns the test. */
  readonly replay: string;
  /** The target's live description; absent if it serves none. */
  readonly described?: Known['described'];
  /** The parts of the contract that have been seen, for all tests of a worker. */
  readonly coverage?: Pick<CoverageTracker, 'observe' | 'takeNews'>;
  /** Called with each finding as soon as it is on record, but not when the test sees it again. */
  readonly found?: (finding: Finding) => void;
}

/** How a test ended, to the extent that it matters for the requirements that it covers. */
export type Ending =
  | { readonly kind: 'complete' }
  | (Hindered & { readonly gaps?: readonly OpenGap[] })
  | { readonly kind: 'broken'; readonly reason: string };

/** Collects what one test learns: it runs the checks on each exchange, and keeps what they verify and find. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #verified: Counts<RequirementId> = {};
  /** The requirements and operations that each request verified; copies of an exchange share their request. */
  readonly #verifiedIn = new WeakMap<ExchangeRequest, Set<string>>();
  readonly #shown = new WeakMap<Witness, ShownExchange>();
  readonly #findings = new Map<string, Finding>();
  readonly #operations: Record<string, Record<string, number>> = {};
  readonly #durations: Record<string, Record<string, number>> = {};
  readonly #notes: Counts<RequirementId> = {};
  /** Requirements for which there was nothing to look at, with the reason and the gaps that may explain it. */
  readonly #inconclusive = new Map<RequirementId, { reason: string; gaps: readonly OpenGap[] }>();
  readonly #unreached = new Map<string, Unreached>();
  readonly #reach = new Reach();
  #paced: Paced | undefined;
  #outside = 0;
  /** Findings of the current example; they are kept only if the property says so. */
  #tentative: Finding[] | undefined;

  /** Keeps what the report draws; undefined if nobody will look at it. */
  readonly observer: Observer | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { shown, secrets, allowed } = options;
    this.observer = shown && new Observer({ shown, redact: (text) => secrets.redact(text), allowed });
  }

  /**
   * Runs all checks on an exchange and counts it.
   * @param inBurst whether its request was sent together with others or to exhaust a limit, so that its duration
   * doesn't count
   * @param trail how the exchange came about, for its findings
   * @param before the response to the previous request that counted against the same limit, if known
   */
  observe(
    exchange: Exchange,
    inBurst = false,
    trail: readonly TrailStep[] = [],
    before?: Known['before'],
  ): void {
    this.#count(exchange, inBurst);
    const called = operation(exchange.operationId);
    const witness = { exchange, trail };
    for (const check of checks) {
      if (exchange.outsideContract && check.everywhere !== true) continue;
      if (exchange.bodyLeftOut && check.withoutBody !== true) continue;
      for (const each of this.#learnedBy(check, exchange, called, before))
        if (typeof each === 'string') {
          this.#countVerified(each, exchange);
          this.observer?.verified(each, exchange);
        } else this.#find(each, witness);
    }
  }

  /**
   * What a check learns from an exchange. A violation quotes the exchange and may truncate the quotation. A truncated
   * key would not be recognised as a secret, so the check is repeated on the exchange without the key.
   */
  #learnedBy(check: Check, exchange: Exchange, called: Operation, before: Known['before']): Learned {
    const { secrets, described } = this.#options;
    const known = { secrets, before, described };
    const found = check.run(exchange, called, known);
    if (check === secrecyChecks.keyNotRepeated || found.every((each) => typeof each === 'string'))
      return found;
    const shown = withoutRepeatedSecrets(exchange, secrets);
    if (shown === exchange) return found;
    const again = check.run(shown, called, known);
    // The judgement is about the response as it was received.
    return isDeepStrictEqual(again.map(requirementIn), found.map(requirementIn)) ? again : found;
  }

  /**
   * Records an assertion about a requirement that the test covers or may meet. A requirement passes only through an
   * assertion that holds. A violation becomes a finding, and the test goes on with its other assertions. An assertion
   * that had nothing to look at counts as neither a pass nor a violation.
   * @param control the same request without its mistake: unless it succeeds, a refusal proves nothing
   * @returns whether the assertion holds
   * @throws Blocked if the assertion holds but the control did not succeed
   */
  async verify(
    id: RequirementId,
    about: Exchange | Witness,
    { result }: Assertion,
    control?: Exchange,
  ): Promise<boolean> {
    const { covers, mayMeet = [] } = this.#options;
    if (!covers.includes(id) && !mayMeet.includes(id))
      throw new Error(`The test verifies ${id}, but doesn't say so: add it to covers().`);
    const witness = 'exchange' in about ? about : { exchange: about, trail: [] };
    if (result !== undefined && 'inconclusive' in result) {
      const gaps = openAt(witness.exchange.operationId, result.open ?? []);
      this.#inconclusive.set(id, { reason: result.inconclusive, gaps });
      return false;
    }
    if (result !== undefined) {
      const violation = { requirement: id, ...result };
      if (this.#tentative === undefined) this.#find(violation, witness);
      else this.#tentative.push(this.#findingOf(violation, witness));
      return false;
    }
    if (control !== undefined && !this.#wasAccepted(control)) {
      const reason = 'the same request without the mistake should have been accepted, but was not';
      throw notAccepted(reason, control);
    }
    this.#countVerified(id, witness.exchange);
    this.observer?.verified(id, witness.exchange, true, witness.trail);
    return true;
  }

  /**
   * Whether a request was accepted: with a success status, or with a redirection if the target's contract has one or an
   * unconfirmed gap allows it.
   */
  #wasAccepted(control: Exchange): boolean {
    const { operationId, status, outsideContract } = control;
    if (!outsideContract && leadsToSuccess(operation(operationId), status)) return true;
    const gaps = gapsOfRedirection(control);
    return control.succeeded || (gaps.length > 0 && !gaps.every(this.#options.isConfirmed));
  }

  /**
   * Tries one example of a property: the findings of its assertions are returned but not kept. Violations that an
   * always-on check finds in the meantime are kept as usual.
   */
  async tentatively(action: () => Promise<void>): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    this.#tentative = found;
    try {
      await action();
    } finally {
      this.#tentative = undefined;
    }
    return found;
  }

  /** Keeps a finding and drops an earlier one of the same kind, because the later one has a smaller example. */
  keep(finding: Finding): void {
    const key = keyOf(finding);
    const earlier = this.#findings.get(key);
    const times = finding.times + (earlier?.times ?? 0);
    const { counterexample, replay } = finding;
    const kept = { ...finding, ...this.#withoutSecrets({ counterexample, replay }), times };
    this.#findings.set(key, kept);
    if (earlier === undefined) this.#options.found?.(kept);
  }

  /** Notes which of several acceptable responses the target gave. @param answer in words: `refused with 400` */
  note(id: RequirementId, answer: string): void {
    countIn(this.#notes, id, answer);
  }

  /** Notes an operation that the test should have called but could not, and why. */
  unreached(operationId: string, ending: Ending & Hindered): void {
    this.#unreached.set(operationId, { operationId, kind: ending.kind, ...this.#why(ending.reason, ending) });
  }

  /** Notes the test's use of the rate limits. */
  paced(paced: Paced): void {
    this.#paced = paced;
  }

  /** The findings so far, oldest first. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** Covered requirements about which the test learned nothing, good or bad. */
  get #unexercised(): readonly RequirementId[] {
    const found = new Set(this.findings.map((finding) => finding.requirement));
    return this.#options.covers.filter((id) => this.#verified[id] === undefined && !found.has(id));
  }

  /** The unexercised requirements that the test didn't even try to assert: no assertion about them was inconclusive. */
  get untried(): readonly RequirementId[] {
    return this.#unexercised.filter((id) => !this.#inconclusive.has(id));
  }

  /** Everything that the test learned, for the reporter. */
  evidence(ending: Ending): Evidence {
    const { title, covers, coverage } = this.#options;
    const isCut = ending.kind === 'blocked' || ending.kind === 'inapplicable';
    const isExcluded = ending.kind === 'inapplicable';
    const why = this.#why(ending.kind === 'complete' ? '' : ending.reason, ending);
    const missed = this.#missed(ending);
    return {
      title,
      covers,
      verified: this.#verified,
      findings: this.findings,
      blocked: isExcluded ? [] : missed,
      inapplicable: isExcluded ? missed : [],
      cutShort: isCut ? { kind: ending.kind, ...why } : undefined,
      unreached: this.#unreached.size === 0 ? undefined : [...this.#unreached.values()],
      suiteError: ending.kind === 'broken' ? why.reason : undefined,
      operations: this.#operations,
      durations: this.#durations,
      outside: this.#outside,
      notes: this.#notes,
      reached: this.#reach.reached,
      paced: this.#paced,
      seen: coverage?.takeNews() ?? [],
      ...this.observer?.evidence,
    };
  }

  /**
   * Covered requirements that were not exercised, each with its reason: either that there was nothing to look at
   * (unless the configuration excludes the test) or how the test ended.
   */
  #missed(ending: Ending): Unexercised[] {
    const ofEnding = ending.kind === 'complete' ? undefined : ending.reason;
    return this.#unexercised.flatMap((requirement) => {
      const own = ending.kind === 'inapplicable' ? undefined : this.#inconclusive.get(requirement);
      const reason = own?.reason ?? ofEnding;
      return reason === undefined ? [] : [{ requirement, ...this.#why(reason, ending, own?.gaps) }];
    });
  }

  /**
   * A reason with the gaps that must be closed first: those that explain why there was nothing to look at, failing that
   * those that the ending names, and failing that those where the target deviated.
   */
  #why(reason: string, ending: Ending, own: readonly OpenGap[] = []): Omit<Hindered, 'kind'> {
    const { obstacles = [], gaps = [] } = 'obstacles' in ending || 'gaps' in ending ? ending : {};
    const isOpen = ending.kind === 'blocked' || ending.kind === 'complete';
    const named = [own, gaps, this.#deviations()].find(({ length }) => length > 0) ?? [];
    const open = isOpen ? named.filter(({ gap }) => !this.#options.isConfirmed(gap)) : [];
    const all = [...(own.length === 0 ? obstacles : []), ...new Set(open.map(({ gap }) => gap as Obstacle))];
    return {
      reason: [this.#withoutSecrets(reason), ...openInWords(open)].join('; '),
      obstacles: all.length === 0 ? undefined : all,
    };
  }

  /** The places where the test saw the target fill a gap differently from our assumption. */
  #deviations(): readonly OpenGap[] {
    const all = this.findings.flatMap(({ gaps = [], judgement, operationId }) =>
      judgement === 'deviated' ? openAt(operationId, gaps) : [],
    );
    return [...new Map(all.map((each) => [`${each.gap} ${each.operationId}`, each])).values()];
  }

  #count(exchange: Exchange, inBurst: boolean): void {
    const { operationId, status, outsideContract, succeeded, milliseconds } = exchange;
    if (outsideContract) {
      this.#outside += 1;
      return;
    }
    this.#reach.see(exchange);
    this.#options.coverage?.observe(exchange);
    countIn(this.#operations, operationId, status);
    // Refusals take less time, and requests in a burst wait for each other, so neither says how long a single success
    // takes.
    if (succeeded && !inBurst) countIn(this.#durations, operationId, durationBucket(milliseconds));
  }

  /** Counts an exchange once for a requirement, even if a check and several assertions of the test look at it. */
  #countVerified(id: RequirementId, { operationId, request }: Exchange): void {
    const known = this.#verifiedIn.get(request) ?? new Set();
    const pair = `${id} ${operationId}`;
    if (known.has(pair)) return;
    this.#verifiedIn.set(request, known.add(pair));
    countIn(this.#verified, id, operationId);
  }

  #find(violation: RequirementViolation, witness: Witness): void {
    const { operationId } = witness.exchange;
    const judgement = this.#judge(violation, operationId);
    const key = keyOf({ ...violation, place: violation.at, operationId, judgement });
    const known = this.#findings.get(key);
    if (known === undefined) this.keep(this.#findingOf(violation, witness));
    else this.#findings.set(key, { ...known, times: known.times + 1 });
  }

  #judge(violation: RequirementViolation, operationId: string): Judgement {
    return judge(requirement(violation.requirement), violation, operationId, this.#options.isConfirmed);
  }

  #findingOf(violation: RequirementViolation, witness: Witness): Finding {
    const { exchange, trail, write } = witness;
    const { operationId } = exchange;
    const gaps = gapsAtStake(requirement(violation.requirement), violation, operationId);
    const { at, statuses: _, ...rest } = violation;
    const place = this.#withoutSecrets(at);
    return {
      ...rest,
      gaps: gaps.length === 0 ? undefined : gaps,
      expected: this.#withoutSecrets(violation.expected.map(String)),
      actual: this.#withoutSecrets(String(violation.actual)),
      values: this.#withoutSecrets(valuesOf(violation)),
      at: place && placeInWords(place),
      place,
      operationId,
      judgement: this.#judge(violation, operationId),
      steps: stepsOf(violation, exchange),
      write: write?.operationId === operationId ? undefined : write?.operationId,
      trail: this.#withoutSecrets(trail),
      exchange: this.#shownBy(witness),
      times: 1,
      replay: this.#options.replay,
    };
  }

  /**
   * The exchange of a witness as it is shown; it is searched for secrets only once, even if it is long and has many
   * findings.
   */
  #shownBy(witness: Witness): ShownExchange {
    const { exchange } = witness;
    const shown =
      this.#shown.get(witness) ??
      shownExchange(this.#options.allowed?.(exchange) ?? exchange, (text) => this.#withoutSecrets(text));
    this.#shown.set(witness, shown);
    return shown;
  }

  /** The same value without the secrets in its strings, at any depth. */
  #withoutSecrets<Value>(value: Value): Value;
  #withoutSecrets(value: unknown): unknown {
    if (typeof value === 'string') return this.#options.secrets.redact(value);
    if (Array.isArray(value)) return value.map((each) => this.#withoutSecrets(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#withoutSecrets(each)]),
    );
  }
}

/** The maximum number of operations that a reason names. */
const mostNamed = 3;

/** The part of a reason about gaps that must be closed first; empty if there are none. */
function openInWords(gaps: readonly OpenGap[]): readonly string[] {
  const places = [...groupedBy(gaps, ({ operationId }) => operationId)].map(
    ([id, own]) => `${enumerated([...new Set(own.map(({ gap }) => gap))])} at ${id}`,
  );
  const open = 'the service may do in its own way what the description leaves open';
  return places.length === 0 ? [] : [`${open}: ${listed(places, mostNamed, 2)}`];
}

/** The expected and actual responses of a violation that are values; undefined if none of them is a value. */
function valuesOf({ expected, actual }: Violation): Finding['values'] {
  const shown = (each: Shown): FoundValue | null => {
    if (typeof each === 'string') return null;
    const text = JSON.stringify(each.value);
    return text.length > longestFoundValue ? null : { kind: each.kind, text };
  };
  const values = { expected: expected.map(shown), actual: shown(actual) };
  return [values.actual, ...values.expected].every((each) => each === null) ? undefined : values;
}

/** The requirement of a violation; undefined if the requirement holds. */
function requirementIn(each: Learned[number]): RequirementId | undefined {
  return typeof each === 'string' ? undefined : each.requirement;
}

/** The steps of the target's file that affect the place of a violation. */
function stepsOf(
  { at, statuses }: RequirementViolation,
  { operationId, status }: Exchange,
): Finding['steps'] {
  const { file, path = '' } = target;
  const names = file === undefined ? [] : stepsAbout(file, operationId, at, statuses, status);
  return names.length === 0 ? undefined : { file: path, names };
}

/** Numbers by name within groups. */
type Counts<Group extends string> = Partial<Record<Group, Record<string, number>>>;

/** Adds one to the count of a name within a group. */
function countIn<Group extends string>(counts: Counts<Group>, group: Group, name: string | number): void {
  const names: Record<string, number> = counts[group] ?? {};
  names[name] = (names[name] ?? 0) + 1;
  counts[group] = names;
}

/** The parts that distinguish findings. */
type Told = Pick<Finding, 'requirement' | 'operationId' | 'judgement' | 'place'> &
  Pick<Violation, 'expected'>;

/** Findings with the same key are the same mistake seen again; positions in lists don't matter. */
function keyOf({ requirement: id, operationId, judgement, place, expected }: Told): string {
  const where = place === undefined ? expected.map(String).join() : inAnyEntry(placeInWords(place));
  return [id, operationId, judgement, where].join(' ');
}
