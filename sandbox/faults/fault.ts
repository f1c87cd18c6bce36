import type { Merchant } from '../domain/merchants.js';
import { DEFAULT_RULES, type Rules } from '../domain/rules.js';
import type { Answer, Operation, OperationId, OperationRequest } from '../http/operation.js';
import { type Authenticate, authenticate } from '../http/serve-operations.js';
import type { SendPage } from '../settings/page.js';

/** What is sent in answer to a request, after everything else has been decided. */
export interface Sent {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Bytes of the body after which the connection is cut. */
  readonly cutAfter?: number;
  /** A length that is claimed in place of the body's own. */
  readonly claimedLength?: number;
  /** Milliseconds of real time until it is sent. */
  readonly delay?: number;
}

/** The request that is answered. */
export interface Asked {
  /** The operation that the request reached; undefined where it reached none. */
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  /** Whose key it carries; undefined where it was refused for its key. */
  readonly merchant: Merchant | undefined;
}

/** The parts of a sandbox that a fault can put others in the place of. */
export interface Workings {
  readonly rules: Rules;
  readonly authenticate: Authenticate;
  /** Answers an authenticated request that is within its limit; throws as `Operation.handle` does. */
  readonly handle: (operation: Operation, request: OperationRequest) => Answer | Promise<Answer>;
  /** Under which URL a request is looked for, given the one that it asks for. */
  readonly reach: (url: string, method: string) => string;
  /** Has the last word about what is sent: by operations, by no operation, and as documentation. */
  readonly send: (sent: Sent, asked: Asked) => Sent | Promise<Sent>;
  /** Has the last word about a page of the settings area. */
  readonly sendPage: SendPage;
}

/** Tells whether a fault is planted in an operation. */
export type PlantedIn = (id: OperationId) => boolean;

/** Makes the parts that take the place of the clean ones; called once for each sandbox or merchant. */
export type Plant = (clean: Workings, plantedIn: PlantedIn) => Partial<Workings>;

/** A way in which a service could break its promise. */
export interface Fault {
  /** Named for the lie, in kebab-case. */
  readonly id: string;
  /** The requirement that it violates, such as AUTH-02. */
  readonly violates: string;
  /** What a service with this fault does, in one sentence. */
  readonly does: string;
  /** The operations that it can be planted in, each alone; absent where it can't be confined to one. */
  readonly operations?: readonly OperationId[];
  /** The only inputs for which it shows; absent where it always does. */
  readonly showsFor?: string;
  readonly plant: Plant;
}

/** What a service with a fault does, in one sentence; the only inputs for which it shows; and how it is planted. */
export type Lie =
  | readonly [does: string, plant: Plant]
  | readonly [does: string, showsFor: string, plant: Plant];

/** Lies by the requirement that each violates and its id: 'AUTH-02 accepts-revoked-key'. */
type Lies = Readonly<Record<`${string}-${number} ${string}`, Lie>>;

/** Faults that can't be confined to one operation. */
export function lies(told: Lies): readonly Fault[] {
  return Object.entries(told).map(([name, lie]) => {
    const [violates = '', id = ''] = name.split(' ');
    const [does] = lie;
    return lie.length === 2
      ? { id, violates, does, plant: lie[1] }
      : { id, violates, does, showsFor: lie[1], plant: lie[2] };
  });
}

/** Faults that can be planted in each of the operations. */
export function liesIn(operations: readonly OperationId[], told: Lies): readonly Fault[] {
  return lies(told).map((fault) => ({ ...fault, operations }));
}

/** A sandbox without any fault. */
export const CLEAN: Workings = {
  rules: DEFAULT_RULES,
  authenticate,
  handle: (operation, request) => operation.handle(request),
  reach: (url) => url,
  send: (sent) => sent,
  sendPage: (page) => page,
};

/** A fault, and the one operation that it is planted in; without it, it is in all that it can be planted in. */
export interface Planting {
  readonly fault: Fault;
  readonly operation?: OperationId;
}

/** The parts of a sandbox with a fault in it. @param clean the parts that the fault is planted in */
export function workingsWith({ fault, operation }: Planting, clean: Workings = CLEAN): Workings {
  const plantedIn = (id: OperationId) =>
    operation === undefined ? (fault.operations?.includes(id) ?? true) : id === operation;
  return { ...clean, ...fault.plant(clean, plantedIn) };
}
