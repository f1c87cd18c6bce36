import type { Clock } from './clock.js';
import { type RateResponse, type Room, type Unsent, WindowBudget } from './window-budget.js';

/** An operation and a key whose requests the target counts together; the key is given by its name only. */
export interface Counter {
  readonly operation: string;
  readonly key: string;
  /** The number of requests that a window allows, to the extent that the suite knows it before the first response. */
  readonly limit: number;
}

/** The rate limits of a run, from the point of view of one sender of requests. */
export type Budget = ReturnType<RateBudget['of']>;

/** What a sender of requests is waiting for. */
export interface SenderWait {
  /** The operation whose limit is used up, such as `GET /api/v1/brands/`; absent if time must pass at the target. */
  readonly operation?: string;
  /** What should happen at the target in the meantime: `a batch to finish`; absent if only time must pass. */
  readonly awaited?: string;
  /** Milliseconds until the sender can continue; absent if that depends on a response. */
  readonly left?: number;
}

interface Waiting {
  readonly holder: string;
  /** Undefined for a single request. */
  readonly room?: Room | undefined;
  /** Whether an earlier request from the same holder is still open, because the holder sends several simultaneously. */
  readonly isFurther: boolean;
  readonly grant: () => void;
}

/** The requests that all holders send to one operation with one key. */
class Account {
  readonly #operation: string;
  readonly #budget: WindowBudget;
  readonly #clock: Clock;
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  /** The earliest time at which the next of several simultaneous requests may follow. */
  #nextFurther = 0;
  #heldBy: string | undefined;
  /** Cancels the next check of what can be granted. */
  #cancel = () => {};
  /** When the next request may be sent; undefined if that depends on a response. */
  #opensAt: number | undefined;
  /** The holder of each request whose end has not been reported yet. */
  readonly #open: string[] = [];

  constructor(operation: string, budget: WindowBudget, clock: Clock) {
    this.#operation = operation;
    this.#budget = budget;
    this.#clock = clock;
  }

  async take(holder: string, waits = true): Promise<void> {
    if (!waits || this.#heldBy === holder) this.#open.push(holder);
    else await this.queue(holder);
  }

  queue(holder: string, room?: Room): Promise<void> {
    const isFurther = this.#open.includes(holder) || this.#waiting.some((each) => each.holder === holder);
    return new Promise((grant) => {
      this.#waiting.push({ holder, room, isFurther, grant });
      this.#serve();
    });
  }

  ended(holder: string, milliseconds: number, response?: RateResponse | Unsent): void {
    const index = this.#open.indexOf(holder);
    if (index >= 0) this.#open.splice(index, 1);
    const now = this.#clock.now();
    this.#budget.ended(now, now - milliseconds, response);
    this.#serve();
  }

  release(holder: string): void {
    if (this.#heldBy === holder) this.#heldBy = undefined;
    this.#serve();
  }

  /** Forgets a departed holder; its open requests have ended without a response. */
  leave(holder: string): void {
    this.#waiting = this.#waiting.filter((each) => each.holder !== holder);
    while (this.#open.includes(holder)) this.ended(holder, 0);
    this.release(holder);
  }

  /** Drops all waiting requests without granting them. */
  close(): void {
    this.#waiting = [];
    this.#cancel();
  }

  /** What each waiting holder is waiting for. */
  get waits(): readonly (readonly [holder: string, wait: SenderWait])[] {
    const left = this.#opensAt && Math.max(0, this.#opensAt - this.#clock.now());
    return this.#waiting.map(({ holder }) => [holder, { operation: this.#operation, left }]);
  }

  /** Grants the requests that can be granted now, and tries again when more can be. */
  #serve(): void {
    this.#cancel();
    this.#opensAt = undefined;
    while (this.#heldBy === undefined) {
      const now = this.#clock.now();
      const next = this.#waiting.find(({ isFurther }) => !isFurther) ?? this.#waiting[0];
      if (next === undefined) return;
      const room = this.#budget.roomAt(now, this.#open.length, next.room);
      const at = room !== undefined && next.isFurther ? Math.max(room, this.#nextFurther) : room;
      if (at === undefined || at > now) {
        this.#opensAt = at;
        if (at !== undefined) this.#cancel = this.#clock.after(Math.ceil(at - now) + 1, () => this.#serve());
        return;
      }
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      if (next.isFurther) this.#nextFurther = now + this.#budget.pauseAt(now, this.#open.length);
      if (next.room === undefined) this.#open.push(next.holder);
      else this.#heldBy = next.holder;
      next.grant();
    }
  }
}

const thisMachine: Clock = {
  now: Date.now,
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * The accounts of all operations and keys of a run. The only request of a holder takes precedence over requests that
 * other holders send simultaneously. Once a third of the window is used, simultaneous requests are spread over the
 * window, which leaves room for a single request at any time.
 */
export class RateBudget {
  readonly #accounts = new Map<string, Account>();
  /** Until when each holder lets time pass, and for what. */
  readonly #resting = new Map<string, { readonly until: number; readonly awaited: string | undefined }>();
  readonly #windowsOf: (limit: number) => WindowBudget;
  readonly #clock: Clock;

  /**
   * @param share of each limit, above 0 and up to 1
   * @param speed seconds on the target's clock in one real second
   */
  constructor(share: number, speed: number, clock: Clock = thisMachine) {
    this.#windowsOf = (limit) => new WindowBudget(limit, share, speed);
    this.#clock = clock;
  }

  /** The budget from the point of view of one holder. */
  of(holder: string) {
    return {
      /**
       * Counts a request, and waits until it may be sent, unless its sender has reserved the counter.
       * @param waits false for a sender that intends to reach the limit
       */
      take: (counter: Counter, waits?: boolean) => this.#accountOf(counter).take(holder, waits),
      /** Reports a response, or that there was none. @param milliseconds between request and response */
      ended: async (counter: Counter, milliseconds: number, response?: RateResponse | Unsent) =>
        this.#accountOf(counter).ended(holder, milliseconds, response),
      /** Reserves a counter until `release`. */
      hold: (counter: Counter, room: Room) => this.#accountOf(counter).queue(holder, room),
      release: async (counter: Counter) => this.#accountOf(counter).release(holder),
      /**
       * Reports that the sender lets time pass on the target's clock.
       * @param milliseconds of real time
       * @param awaited what the sender is waiting for: `a batch to finish`
       */
      rest: async (milliseconds: number, awaited?: string) => {
        this.#resting.set(holder, { until: this.#clock.now() + milliseconds, awaited });
      },
    };
  }

  /** What each waiting holder is waiting for. */
  get waits(): ReadonlyMap<string, SenderWait> {
    const now = this.#clock.now();
    const resting = [...this.#resting].filter(([, { until }]) => until > now);
    return new Map<string, SenderWait>([
      ...resting.map(([holder, { until, awaited }]) => [holder, { left: until - now, awaited }] as const),
      ...[...this.#accounts.values()].flatMap(({ waits }) => waits),
    ]);
  }

  /** Releases everything that a departed sender held. */
  leave(holder: string): void {
    this.#resting.delete(holder);
    for (const account of this.#accounts.values()) account.leave(holder);
  }

  /** Drops all waiting requests without granting them. */
  close(): void {
    for (const account of this.#accounts.values()) account.close();
  }

  #accountOf({ operation, key, limit }: Counter): Account {
    const name = `${key} ${operation}`;
    const account = this.#accounts.get(name) ?? new Account(operation, this.#windowsOf(limit), this.#clock);
    this.#accounts.set(name, account);
    return account;
  }
}
