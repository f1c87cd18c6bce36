import type { Judge } from '../judge.js';

/** Fields that are written and read back (gap G-13). */
const fieldNames = ['url', 'events', 'description', 'enabled'] as const;

/** As much of a value as a line has room for, in characters. */
const longestShown = 60;

/** A subscription, and what is known of it. */
interface SubscriptionState {
  /** Counted from 1, in the order of creation. */
  readonly number: number;
  readonly id: string | number;
  /** In words: as written last, or, where never written, as first shown. */
  readonly fields: Map<keyof SubscriptionChange, string>;
  isDeleted: boolean;
}

/** All subscriptions that were created, deleted ones included. */
export class SubscriptionModel {
  readonly subscriptions: SubscriptionState[] = [];
  /** Ids that were there before, and are no concern of the model. */
  readonly others: readonly (string | number)[];

  constructor(others: readonly (string | number)[] = []) {
    this.others = others;
  }

  /** The subscription of a number counted from 1. */
  subscription(number: number): SubscriptionState | undefined {
    return this.subscriptions[number - 1];
  }

  living(): readonly SubscriptionState[] {
    return this.subscriptions.filter(({ isDeleted }) => !isDeleted);
  }

  /** Whether no subscription has or had its id. */
  isNew(shown: ShownSubscription): boolean {
    return !this.others.includes(shown.id) && this.subscriptions.every(({ id }) => id !== shown.id);
  }

  /** Takes over a subscription that was created as written. */
  add(id: string | number, written: SubscriptionChange): SubscriptionState {
    const fields = new Map<keyof SubscriptionChange, string>();
    const subscription = { number: this.subscriptions.length + 1, id, fields, isDeleted: false };
    this.subscriptions.push(subscription);
    write(subscription, written);
    return subscription;
  }

  /** The name of a subscription that was shown: `subscription 2`, or its id where it is none of the model's. */
  nameOf({ id }: ShownSubscription): string {
    const found = this.subscriptions.find((each) => each.id === id);
    if (found === undefined) return `a subscription with the unknown id ${id}`;
    return `${found.isDeleted ? 'deleted ' : ''}subscription ${found.number}`;
  }

  /** `subscription 1 {url "https://a.example", enabled true}; subscription 2 deleted`. */
  toString(): string {
    const shown = this.subscriptions.map(({ number, fields, isDeleted }) => {
      const values = [...fields].map(([name, value]) => `${name} ${value.slice(0, longestShown)}`);
      return `subscription ${number} ${isDeleted ? 'deleted' : `{${values.join(', ')}}`}`;
    });
    return shown.join('; ') || 'no subscriptions';
  }
}

/** Remembers what was written. */
export function write({ fields }: SubscriptionState, change: SubscriptionChange): void {
  for (const name of fieldNames) if (change[name] !== undefined) fields.set(name, valueInWords(change[name]));
}

/** A field's value in words; the order of events is no part of it. */
function valueInWords(value: unknown): string {
  if (value === undefined) return 'none';
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
}

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

/** Where an answer shows a subscription, and by which fields. */
export const gaps = ['G-13'];

/** States that an answer is a success (clause 4.6), or the 404 of a subscription that is no more (clause 7). */
export async function compareStatus(
  target: SubscriptionTarget,
  at: string,
  { status }: SubscriptionAnswer,
  expected: 'success' | '404',
): Promise<void> {
  const actual = status >= 200 && status < 300 ? 'success' : String(status);
  await target.judge('WHK-02', { at: `answer to ${at}`, expected: [expected], actual });
}

/** States that each field shows what was written last (clause 4.6, gap G-13), and takes over what was never written. */
export async function compareFields(
  target: SubscriptionTarget,
  { number, fields }: SubscriptionState,
  shown: ShownSubscription,
): Promise<void> {
  for (const name of fieldNames) {
    const actual = valueInWords(shown.fields[name]);
    const expected = fields.get(name);
    if (expected === undefined) fields.set(name, actual);
    else
      await target.judge('WHK-02', {
        at: `${name} of subscription ${number}`,
        expected: [expected],
        actual,
        gaps,
      });
  }
}

/** States that an answer shows this subscription and no other, as it was written last; one without a body shows nothing. */
export async function compareOne(
  model: SubscriptionModel,
  target: SubscriptionTarget,
  subscription: SubscriptionState,
  { subscriptions, isBare }: SubscriptionAnswer,
): Promise<void> {
  if (isBare) return;
  const expected = [`subscription ${subscription.number}`];
  const actual = subscriptions.map((shown) => model.nameOf(shown)).join(' and ') || 'none';
  await target.judge('WHK-02', { at: `what the answer about ${expected} shows`, expected, actual, gaps });
  for (const shown of subscriptions) await compareFields(target, subscription, shown);
}

/** States that the secret is in the answer to a creation and in no other that could hold it (gap G-13). */
export async function compareSecret(
  target: SubscriptionTarget,
  at: string,
  { holdsSecret }: SubscriptionAnswer,
  expected: 'a secret' | 'no secret',
): Promise<void> {
  if (holdsSecret === undefined) return;
  const actual = holdsSecret ? 'a secret' : 'no secret';
  await target.judge('WHK-05', { at: `answer to ${at}`, expected: [expected], actual });
}

/** An answer in words: `200 with subscription 1`. */
export function answerInWords(
  model: SubscriptionModel,
  { status, subscriptions }: SubscriptionAnswer,
): string {
  const shown = subscriptions.map((subscription) => model.nameOf(subscription));
  return shown.length === 0 ? String(status) : `${status} with ${shown.join(' and ')}`;
}
