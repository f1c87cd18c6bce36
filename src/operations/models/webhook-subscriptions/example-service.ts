import fc from 'fast-check';
import { type Counterexample, counterexampleOf } from '../command-list.js';
import { StrictJudge } from '../judge.js';
import { subscriptionCommands } from './subscription-commands.js';
import {
  type NewSubscription,
  type ShownSubscription,
  type SubscriptionAnswer,
  type SubscriptionChange,
  SubscriptionModel,
  type SubscriptionRequirement,
  type SubscriptionTarget,
} from './subscription-model.js';

type Fields = ShownSubscription['fields'];
export type Operation = 'create' | 'list' | 'get' | 'update' | 'delete';

/** A target in memory, right in all that the model says, for tests. */
export class ExampleService extends StrictJudge<SubscriptionRequirement> implements SubscriptionTarget {
  readonly stored = new Map<number, Fields>();
  created = 0;

  async create({ url, events, description }: NewSubscription): Promise<SubscriptionAnswer> {
    const id = this.nextId();
    this.stored.set(id, { url, events, description: description ?? null, enabled: true });
    return this.sent('create', {
      status: 200,
      subscriptions: this.shown(id),
      holdsSecret: true,
    });
  }

  async list(): Promise<SubscriptionAnswer> {
    const subscriptions = [...this.stored.keys()].flatMap((id) => this.shown(id));
    return this.sent('list', { status: 200, subscriptions, holdsSecret: false });
  }

  async get(id: number): Promise<SubscriptionAnswer> {
    return this.sent('get', this.answer(id));
  }

  async update(id: number, change: SubscriptionChange): Promise<SubscriptionAnswer> {
    const stored = this.stored.get(id);
    if (stored !== undefined) this.write(id, stored, change);
    return this.sent('update', this.answer(id));
  }

  async delete(id: number): Promise<SubscriptionAnswer> {
    const status = this.remove(id) ? 204 : 404;
    return this.sent('delete', { status, subscriptions: [], holdsSecret: false });
  }

  nextId(): number {
    this.created += 1;
    return this.created;
  }

  write(id: number, stored: Fields, change: SubscriptionChange): void {
    this.stored.set(id, { ...stored, ...change });
  }

  remove(id: number): boolean {
    return this.stored.delete(id);
  }

  /** The answer as it goes out. */
  sent(_operation: Operation, answer: SubscriptionAnswer): SubscriptionAnswer {
    return answer;
  }

  answer(id: number): SubscriptionAnswer {
    const subscriptions = this.shown(id);
    return { status: subscriptions.length === 0 ? 404 : 200, subscriptions, holdsSecret: false };
  }

  shown(id: number): ShownSubscription[] {
    const fields = this.stored.get(id);
    return fields === undefined ? [] : [{ id, fields: structuredClone(fields) }];
  }
}

/** Runs lists of commands, each against a new service that was changed first. */
export function tryOut(
  change: (service: ExampleService) => void,
  run: {
    readonly seed: number;
    readonly numRuns: number;
    readonly path?: string;
    readonly replayPath?: string;
  },
): Promise<Counterexample | undefined> {
  return counterexampleOf({
    ...run,
    commands: (options) =>
      subscriptionCommands({
        ...options,
        url: fc.constantFrom('https://a.example/,', 'https://b.example/'),
        events: fc.uniqueArray(fc.constantFrom('order.created', 'stock.updated'), { minLength: 1 }),
        description: fc.string({ maxLength: 5 }),
      }),
    setUp: () => {
      const real = new ExampleService();
      change(real);
      return { model: new SubscriptionModel(), real };
    },
  });
}
