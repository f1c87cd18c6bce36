import type { Clock } from './clock.js';
import { type RateResponse, type Unsent, WindowBudget } from './window-budget.js';

/** The operation and the key whose requests the target counts together; the key is named, but never shown. */
export interface Counter {
  readonly operation: string;
  readonly key: string;
  /** The number of requests in a window, as far as the suite knows it before the first response. */
  readonly limit: number;
}

/** The rate limits of a run, as one sender of requests sees them. */
export interface Budget {
  /**
   * Counts a request, and waits until it may be sent; doesn't wait if its sender has reserved the counter.
   * @param waits false for a sender that intends to reach the limit
   */
  take(counter: Counter, waits?: boolean): Promise<void>;
  /** Reports a response, or its absence. @param milliseconds between request and response */
  ended(counter: Counter, milliseconds: number, response?: RateResponse | Unsent): Promise<void>;
  /**
   * Reserves a counter until `release`.
   * @param room number of requests that must fit into one window; `fresh` waits for an empty window
   */
  hold(counter: Counter, room: number | 'fresh'): Promise<void>;
  release(counter: Counter): Promise<void>;
  /**
   * Reports that the sender lets time pass on the target's clock.
   * @param milliseconds of real time
   * @param awaited what it waits for: `a batch to finish`
   */
  rest(milliseconds: number, awaited?: string): Promise<void>;
}

/** What a sender of requests waits for. */
export interface SenderWait {
  /** The operation whose limit is used up, as in `GET /api/v1/brands/`; absent if time must pass at the target. */
  readonly operation?: string;
  /** What should happen at the target in the meantime: `a batch to finish`; absent if only time must pass. */
  readonly awaited?: string;
  /** Milliseconds until it goes on; absent if only a response can show it. */
  readonly left?: number;
}

interface Waiting {
  readonly holder: string;
  /** Undefined for a single request. */
  readonly room?: number | 'fresh';
  /** The round that serves it: each holder has one request in a round. */
  readonly round: number;
  /** Whether an earlier request of its holder is still open: the holder sends several simultaneously. */
  readonly isFurther: boolean;
  readonly grant: () => void;
}

interface Account {
  readonly operation: string;
  readonly budget: WindowBudget;
  /** Sorted by round, and in order of arrival within a round. */
  waiting: Waiting[];
  /** The round that is being served, and the last round in which each holder asked for a request. */
  round: number;
  readonly rounds: Map<string, number>;
  /** The time from which the next of several simultaneous requests may follow. */
  nextFurther: number;
  heldBy?: string | undefined;
  /** Prevents the next look at what can be granted. */
  cancel?: (() => void) | undefined;
  /** When the next request may be sent; undefined if only a response can show it. */
  opensAt?: number | undefined;
  /** The holder of each request whose end was not reported yet. */
  readonly open: string[];
}

const thisMachine: Clock = {
  now: Date.now,
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * The accounts of all operations and keys of a run. Holders are served in rounds, so a single request doesn't wait
 * for everything that a different holder sends simultaneously. Once a third of the window is used, bulk requests are
 * spread over the window, which leaves room for a single request at any time.
 */
export class RateBudget {
  readonly #accounts = new Map<string, Account>();
  /** Until when each holder lets time pass, and what for. */
  readonly #resting = new Map<string, { readonly until: number; readonly awaited: string | undefined }>();
  readonly #share: number;
  readonly #speed: number;
  readonly #clock: Clock;
  #closed = false;

  /**
   * @param share of each limit, above 0 and up to 1
   * @param speed seconds of the target's clock in a second
   */
  constructor(share: number, speed: number, clock: Clock = thisMachine) {
    this.#share = share;
    this.#speed = speed;
    this.#clock = clock;
  }

  /** The budget as one holder sees it. */
  of(holder: string): Budget {
    return {
      take: async (counter, waits = true) => {
        const account = this.#accountOf(counter);
        if (!waits || account.heldBy === holder) send(account, holder);
        else await this.#queue(account, { holder });
      },
      ended: async (counter, milliseconds, response) => {
        const account = this.#accountOf(counter);
        this.#end(account, holder, milliseconds, response);
        this.#serve(account);
      },
      hold: (counter, room) => this.#queue(this.#accountOf(counter), { holder, room }),
      release: async (counter) => {
        const account = this.#accountOf(counter);
        if (account.heldBy !== holder) return;
        account.heldBy = undefined;
        this.#serve(account);
      },
      rest: async (milliseconds, awaited) =>
        void this.#resting.set(holder, { until: this.#clock.now() + milliseconds, awaited }),
    };
  }

  /** What each holder that waits now waits for. */
  get waits(): ReadonlyMap<string, SenderWait> {
    const now = this.#clock.now();
    const waits = new Map<string, SenderWait>();
    for (const [holder, { until, awaited }] of this.#resting)
      if (until > now) waits.set(holder, { left: until - now, awaited });
    for (const { operation, waiting, opensAt } of this.#accounts.values()) {
      const left = opensAt === undefined ? undefined : Math.max(0, opensAt - now);
      for (const { holder } of waiting) waits.set(holder, { operation, left });
    }
    return waits;
  }

  /** Releases everything that a departed sender held; its open requests have ended without a response. */
  leave(holder: string): void {
    this.#resting.delete(holder);
    for (const account of this.#accounts.values()) {
      while (account.open.includes(holder)) this.#end(account, holder, 0);
      if (account.heldBy === holder) account.heldBy = undefined;
      account.rounds.delete(holder);
      account.waiting = account.waiting.filter((each) => each.holder !== holder);
      this.#serve(account);
    }
  }

  /** Ends all waiting without a response. */
  close(): void {
    this.#closed = true;
    for (const { cancel } of this.#accounts.values()) cancel?.();
  }

  #accountOf({ operation, key, limit }: Counter): Account {
    const name = `${key} ${operation}`;
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account: Account = {
      operation,
      budget: new WindowBudget(limit, this.#share, this.#speed),
      waiting: [],
      round: 0,
      rounds: new Map(),
      nextFurther: 0,
      open: [],
    };
    this.#accounts.set(name, account);
    return account;
  }

  #queue(account: Account, asked: Pick<Waiting, 'holder' | 'room'>): Promise<void> {
    const { waiting, open, rounds } = account;
    const round = Math.max(account.round, (rounds.get(asked.holder) ?? -1) + 1);
    rounds.set(asked.holder, round);
    const isFurther = [...waiting.map(({ holder }) => holder), ...open].includes(asked.holder);
    return new Promise((grant) => {
      const later = waiting.findIndex((each) => each.round > round);
      waiting.splice(later < 0 ? waiting.length : later, 0, { ...asked, round, isFurther, grant });
      this.#serve(account);
    });
  }

  #end(
    { open, budget }: Account,
    holder: string,
    milliseconds: number,
    response?: RateResponse | Unsent,
  ): void {
    const index = open.indexOf(holder);
    if (index >= 0) open.splice(index, 1);
    const now = this.#clock.now();
    budget.ended(now, now - milliseconds, response);
  }

  /** Grants the requests that it can now, and tries again when it can grant more. */
  #serve(account: Account): void {
    account.cancel?.();
    account.cancel = undefined;
    account.opensAt = undefined;
    if (this.#closed) return;
    const { budget, waiting } = account;
    while (account.heldBy === undefined) {
      const now = this.#clock.now();
      const next = waiting.find(({ isFurther }) => !isFurther || now >= account.nextFurther) ?? waiting[0];
      if (next === undefined) return;
      const room = whenFor(budget, next, now);
      const at = room === undefined || !next.isFurther ? room : Math.max(room, account.nextFurther);
      if (at === undefined || at > now) {
        account.opensAt = at;
        if (at !== undefined)
          account.cancel = this.#clock.after(Math.ceil(at - now) + 1, () => this.#serve(account));
        return;
      }
      waiting.splice(waiting.indexOf(next), 1);
      account.round = Math.max(account.round, next.round);
      if (next.isFurther) account.nextFurther = now + budget.pauseAt(now);
      if (next.room === undefined) send(account, next.holder);
      else account.heldBy = next.holder;
      next.grant();
    }
  }
}

function send({ budget, open }: Account, holder: string): void {
  budget.sent();
  open.push(holder);
}

function whenFor(budget: WindowBudget, { room }: Waiting, now: number): number | undefined {
  if (room === undefined) return budget.roomAt(now);
  // Requests on their way would be counted in between.
  if (budget.onTheWay > 0) return undefined;
  return room === 'fresh' ? budget.freshAt(now) : budget.roomAt(now, room);
}
