import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../../http/exchange.js';
import { type ShownExchange, shownExchange } from '../../http/shown/shown-exchange.js';
import { type Evidence, stepAsText, type TrailStep } from '../finding.js';
import type { BatchJournal, ResultItem } from '../oracles/batches/followed-batch.js';
import type {
  BatchTrack,
  ShownTransition,
  Transition,
  VerifyingExchange,
  Wait,
  WindowCurve,
} from './observations.js';

/**
 * For all tests of a worker: each requirement and operation for which an exchange has been shown, and whether a test
 * asserted it there. An assertion is better evidence than a check of every exchange.
 */
export type ShownPairs = Map<string, { readonly isAsserted: boolean }>;

/** The exchange that first verified a requirement at an operation. */
interface FirstEvidence {
  readonly exchange: Exchange;
  readonly trail: readonly TrailStep[];
  readonly isAsserted: boolean;
}

type Followed = Pick<BatchJournal, 'batch' | 'polls' | 'track' | 'items'>;

/** The maximum number of characters of a body and of a step that the evidence for a passed requirement shows. */
const longestBody = 400;
const longestStep = 200;
/** Headers of a response that say something about the connection only; the evidence for a passed requirement omits them. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
/** The maximum number of steps of its trail: the first ones and the last ones. */
const longestTrail = 8;
/** The maximum number of batches of a test. */
const mostBatches = 2;
/** The maximum number of characters of a state that the target shows. */
const longestState = 60;

/**
 * Keeps what one test observes beyond its verdicts, for the pictures of the report. Everything is redacted when the
 * test has ended: only then are all its secrets known.
 */
export class Observer {
  readonly #shown: ShownPairs;
  readonly #redact: (text: string) => string;
  readonly #first = new Map<string, FirstEvidence>();
  /** What each exchange verified: one that is shown anyway may stand for others. */
  readonly #verified = new WeakMap<Exchange, Set<RequirementId>>();
  readonly #tracks = new WeakMap<Exchange, BatchTrack>();
  readonly #richest: BatchTrack[] = [];
  readonly #found: Exchange[] = [];
  readonly #statusUpdates: ResultItem[] = [];
  readonly #windows: WindowCurve[] = [];
  readonly #transitions = new Map<string, Transition>();
  #waits: readonly Wait[] = [];

  /**
   * @param shown is shared with the other tests of the worker
   * @param redact replaces secrets in a string
   */
  constructor(shown: ShownPairs, redact: (text: string) => string) {
    this.#shown = shown;
    this.#redact = redact;
  }

  /**
   * Notes that an exchange verified a requirement.
   * @param isAsserted whether the test asserted it, and not only a check of every exchange
   */
  verified(
    id: RequirementId,
    exchange: Exchange,
    isAsserted = false,
    trail: readonly TrailStep[] = [],
  ): void {
    const all = this.#verified.get(exchange);
    if (all === undefined) this.#verified.set(exchange, new Set([id]));
    else all.add(id);
    const pair = `${id} ${exchange.operationId}`;
    const known = this.#first.get(pair) ?? this.#shown.get(pair);
    if (known === undefined || (isAsserted && !known.isAsserted))
      this.#first.set(pair, { exchange, trail, isAsserted });
  }

  /**
   * Notes an exchange that shows a violation: the batch that it belongs to is kept.
   * @param write the batch write whose effect is wrong, if there is one
   */
  found(exchange: Exchange, write: Exchange = exchange): void {
    this.#found.push(exchange, write);
  }

  /** Notes a batch that was followed. */
  followed({ batch, polls, track, items }: Followed): void {
    if (track === undefined) return;
    if (track.write === 'updateProductStatus') this.#statusUpdates.push(...items);
    for (const each of [batch.exchange, ...polls]) this.#tracks.set(each, track);
    const richest = [...this.#richest, track].sort((a, b) => statesIn(b) - statesIn(a));
    this.#richest.splice(0, mostBatches, ...richest.slice(0, mostBatches));
  }

  /** The items of all status updates that were followed to their end, oldest first. */
  get statusUpdates(): readonly ResultItem[] {
    return this.#statusUpdates;
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
  get evidence(): Pick<Evidence, 'verifying' | 'batches' | 'windows' | 'transitions' | 'waits'> {
    const verifying = this.#verifying();
    const batches = this.#batches().map((track) => this.#shownTrack(track));
    const transitions = [...this.#transitions.values()].map((each) => ({
      ...each,
      from: this.#state(each.from),
      to: this.#state(each.to),
    }));
    return {
      ...(verifying.length === 0 ? {} : { verifying }),
      ...(batches.length === 0 ? {} : { batches }),
      ...(this.#windows.length === 0 ? {} : { windows: this.#windows }),
      ...(transitions.length === 0 ? {} : { transitions }),
      ...(this.#waits.length === 0 ? {} : { waits: this.#waits }),
    };
  }

  #verifying(): VerifyingExchange[] {
    const trails = new Map<Exchange, readonly TrailStep[]>();
    for (const [pair, { exchange, trail, isAsserted }] of this.#first) {
      this.#shown.set(pair, { isAsserted });
      if (trail.length > 0 || !trails.has(exchange)) trails.set(exchange, trail);
    }
    return [...trails].map(([exchange, trail]) => ({
      operationId: exchange.operationId,
      verifies: [...(this.#verified.get(exchange) ?? [])],
      trail: this.#trail(trail),
      exchange: withoutConnection(shownExchange(exchange, this.#redact, longestBody)),
    }));
  }

  #trail(steps: readonly TrailStep[]): string[] {
    const shown = steps.map((step) => this.#redact(stepAsText(step)).slice(0, longestStep));
    if (shown.length <= longestTrail) return shown;
    const half = longestTrail / 2;
    const left = shown.length - longestTrail;
    return [...shown.slice(0, half), `(${left} more steps)`, ...shown.slice(-half)];
  }

  /** The batches that the last findings are about, and those with the most states. */
  #batches(): readonly BatchTrack[] {
    const ofFindings = this.#found.toReversed().flatMap((exchange) => this.#tracks.get(exchange) ?? []);
    return [...new Set([...ofFindings, ...this.#richest])].slice(0, mostBatches);
  }

  #shownTrack(track: BatchTrack): BatchTrack {
    const reads = track.reads.map((read) =>
      read.state === undefined ? read : { ...read, state: this.#state(read.state) },
    );
    return { ...track, reads };
  }

  #state(state: string): string {
    return this.#redact(state).slice(0, longestState);
  }
}

/** The number of different states that a batch showed. */
export function statesIn({ reads }: BatchTrack): number {
  return new Set(reads.map(({ state }) => state).filter((state) => state !== undefined)).size;
}

function withoutConnection(exchange: ShownExchange): ShownExchange {
  const { response } = exchange;
  const headers = Object.entries(response.headers).filter(([name]) => !ofConnection.includes(name));
  return { ...exchange, response: { ...response, headers: Object.fromEntries(headers) } };
}
