import type { Judge } from '../judge.js';

/** What the model of webhook subscriptions has something to say about. */
export type SubscriptionRequirement = 'WHK-02' | 'WHK-05';

/** What a subscription is created with (gap G-13). */
export interface NewSubscription {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string;
}

/** What an update may change. */
export interface SubscriptionChange extends Partial<NewSubscription> {
  readonly enabled?: boolean;
}

/** A subscription as an answer shows it; its fields as they are, whatever their type. */
export interface ShownSubscription {
  readonly id: string | number;
  readonly fields: Readonly<Record<keyof SubscriptionChange, unknown>>;
}

/** An answer to any of the five operations. */
export interface SubscriptionAnswer {
  readonly status: number;
  /** What its body shows: all of a list, else one; none where the body shows none. */
  readonly subscriptions: readonly ShownSubscription[];
  /** Present where the target's file says that the operation answers without a body. */
  readonly isBare?: true;
  /**
   * Whether it holds a client_secret, or the value of one; the secret itself stays with the target. Absent where the answer
   * shows no subscription, or no secret is known.
   */
  readonly holdsSecret?: boolean;
}

/** What the commands call (clauses 4.6, 6). */
export interface SubscriptionTarget extends Judge<SubscriptionRequirement> {
  create(subscription: NewSubscription): Promise<SubscriptionAnswer>;
  list(): Promise<SubscriptionAnswer>;
  get(id: string | number): Promise<SubscriptionAnswer>;
  update(id: string | number, change: SubscriptionChange): Promise<SubscriptionAnswer>;
  delete(id: string | number): Promise<SubscriptionAnswer>;
}
