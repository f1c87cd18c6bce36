import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../../http/exchange.js';
import { type ShownExchange, shownExchange } from '../../http/shown/shown-exchange.js';
import { type Evidence, stepAsText, type TrailStep } from '../finding.js';
import type { ShownTransition, Transition, VerifyingExchange, Wait, WindowCurve } from './observations.js';

/**
 * For all tests of a worker: each requirement and operation for which an exchange has been shown, and whether a test
 * asserted it there. An assertion is better evidence than a check of every exchange.
 */
export type ShownPairs = Map<string, { readonly isAsserted: boolean }>;

export interface ObserverOptions {
  /**
   * Shared with the other tests of the worker; a recorder has no observer if nobody will look at the report's pictures.
   */
  readonly shown: ShownPairs;
  /** Replaces secrets in a string. */
  readonly redact: (text: string) => string;
  /** Reduces an exchange to what may be shown, even before secrets are redacted; absent if everything may be shown. */
  readonly allowed?: (exchange: Exchange) => Exchange;
}

/** The exchange that first verified a requirement at an operation. */
interface FirstEvidence {
  readonly exchange: Exchange;
  readonly trail: readonly TrailStep[];
  readonly isAsserted: boolean;
}

/** The maximum number of characters of a body and of a step that the evidence for a passed requirement shows. */
const longestBody = 300;
const longestStep = 200;
/** Response headers that are only about the connection; the evidence for a passed requirement omits them. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
/** The maximum number of steps that a trail shows: the first ones and the last ones. */
const longestTrail = 8;
/** The maximum number of characters of a state that the target shows. */
const longestState = 60;

/**
 * Keeps what one test observes beyond its verdicts, for the pictures of the report. Everything is redacted when the
 * test has ended, because only then are all its secrets known.
 */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #first = new Map<string, FirstEvidence>();
  /**
   * What each exchange verified: an exchange that is shown anyway also counts as evidence for its other requirements.
   */
  readonly #verified = new WeakMap<Exchange, Set<RequirementId>>();
  readonly #windows: WindowCurve[] = [];
  readonly #transitions = new Map<string, Transition>();
  #waits: readonly Wait[] = [];

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /**
   * Notes that an exchange verified a requirement.
   * @param isAsserted whether the test itself asserted it, as opposed to a check of every exchange
   */
  verified(
    id: RequirementId,
    exchange: Exchange,
    isAsserted = false,
    trail: readonly TrailStep[] = [],
  ): void {
    const all = this.#verified.get(exchange) ?? new Set();
    this.#verified.set(exchange, all.add(id));
    const pair = `${id} ${exchange.operationId}`;
    const known = this.#first.get(pair) ?? this.#options.shown.get(pair);
    if (known === undefined || (isAsserted && !known.isAsserted))
      this.#first.set(pair, { exchange, trail, isAsserted });
  }

  /** Notes a window that was exhausted. */
  exhausted(curve: WindowCurve): void {
    this.#windows.push(curve);
  }

  /** Notes a transition that the target showed. */
  moved(transition: ShownTransition): void {
    const key = JSON.stringify(transition);
    this.#transitions.set(key, { ...transition, times: (this.#transitions.get(key)?.times ?? 0) + 1 });
  }

  /** Notes when the test waited. */
  waited(waits: readonly Wait[]): void {
    this.#waits = waits;
  }

  /** Everything that the test observed, without secrets; lists without entries are left out. */
  get evidence(): Pick<Evidence, 'verifying' | 'windows' | 'transitions' | 'waits'> {
    const state = (text: string) => this.#options.redact(text).slice(0, longestState);
    const transitions = [...this.#transitions.values()].map((each) => ({
      ...each,
      from: state(each.from),
      to: state(each.to),
    }));
    const all = { verifying: this.#verifying(), windows: this.#windows, transitions, waits: this.#waits };
    return Object.fromEntries(Object.entries(all).filter(([, { length }]) => length > 0));
  }

  #verifying(): VerifyingExchange[] {
    const { shown, redact, allowed = (exchange) => exchange } = this.#options;
    const trails = new Map<Exchange, readonly TrailStep[]>();
    for (const [pair, { exchange, trail, isAsserted }] of this.#first) {
      shown.set(pair, { isAsserted });
      if (trail.length > 0 || !trails.has(exchange)) trails.set(exchange, trail);
    }
    return [...trails].map(([exchange, trail]) => ({
      operationId: exchange.operationId,
      verifies: [...(this.#verified.get(exchange) ?? [])],
      trail: this.#trail(trail),
      exchange: withoutConnection(shownExchange(allowed(exchange), redact, longestBody)),
    }));
  }

  #trail(steps: readonly TrailStep[]): string[] {
    const shown = steps.map((step) => this.#options.redact(stepAsText(step)).slice(0, longestStep));
    if (shown.length <= longestTrail) return shown;
    const half = longestTrail / 2;
    const left = shown.length - longestTrail;
    return [...shown.slice(0, half), `(${left} more steps)`, ...shown.slice(-half)];
  }
}

function withoutConnection(exchange: ShownExchange): ShownExchange {
  const { response } = exchange;
  const headers = Object.entries(response.headers).filter(([name]) => !ofConnection.includes(name));
  return { ...exchange, response: { ...response, headers: Object.fromEntries(headers) } };
}
