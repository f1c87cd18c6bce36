import type { ShownSubscription, SubscriptionChange } from './subscription-target.js';

/** Fields that are written and read back (gap G-13). */
export const fieldNames = ['url', 'events', 'description', 'enabled'] as const;

/** As much of a value as a line has room for, in characters. */
const longestShown = 60;

/** A subscription, and what is known of it. */
export interface SubscriptionState {
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
export function valueInWords(value: unknown): string {
  if (value === undefined) return 'none';
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
}
