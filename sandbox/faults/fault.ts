import type { Merchant, Merchants } from '../domain/merchants.js';
import { DEFAULT_RULES, type Rules } from '../domain/rules.js';
import type { Operation, OperationRequest, OperationResponse } from '../http/operation.js';
import { type Authenticate, authenticate, type Caller } from '../http/serve-operations.js';
import type { SendPage } from '../settings/page.js';

/** The response to a request, after everything else has been decided. */
export interface Sent {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Number of bytes of the body after which the connection is cut. */
  readonly cutAfter?: number;
  /** Whether the connection ends before anything is sent. */
  readonly isLost?: true;
  /** A length that the header claims instead of the body's own. */
  readonly claimedLength?: number;
  /** Milliseconds of real time until it is sent. */
  readonly delay?: number;
}

/** The request that is answered. */
export interface Asked {
  /** The operation that the request reached; undefined if it reached none. */
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  /** Parsed; undefined if there is none, or it can't be parsed. */
  readonly body: unknown;
  /** The merchant of its key; undefined if the key was refused. */
  readonly merchant: Merchant | undefined;
  readonly caller: (Caller & { readonly merchants: Merchants }) | undefined;
}

/** The parts of a sandbox that a fault can replace. */
export interface Workings {
  readonly rules: Rules;
  readonly authenticate: Authenticate;
  /** Answers an authenticated request that is within its limit; throws as `Operation.handle` does. */
  readonly handle: (
    operation: Operation,
    request: OperationRequest,
  ) => OperationResponse | Promise<OperationResponse>;
  /**
   * The path of the service below the address of the sandbox; if absent, the service is at the address
   * itself.
   */
  readonly base?: string | undefined;
  /** The URL to route a request to, given the one that it asks for. */
  readonly reach: (url: string, method: string) => string;
  /**
   * Has the last word on every response, including those of the documentation and those that no operation
   * sends.
   */
  readonly send: (sent: Sent, asked: Asked) => Sent | Promise<Sent>;
  /** Has the last word on a page of the settings area. */
  readonly sendPage: SendPage;
}

/** Says whether a fault is planted in an operation. */
export type PlantedIn = (id: string) => boolean;

/** Makes the parts that replace the clean ones; called once for each sandbox or merchant. */
export type Plant = (clean: Workings, plantedIn: PlantedIn) => Partial<Workings>;

/** Plants by the ids of their faults. */
export type Plants = Readonly<Record<string, Plant>>;

/**
 * Plants something with a memory: `create` makes a new one for each planting, given the parts where it is
 * planted.
 */
export function fresh(create: (clean: Workings) => Plant): Plant {
  return (clean, plantedIn) => create(clean)(clean, plantedIn);
}

/** Plants several things, each on top of those before it. */
export function together(...plants: readonly Plant[]): Plant {
  return (clean, plantedIn) => {
    let parts = clean;
    for (const plant of plants) parts = { ...parts, ...plant(parts, plantedIn) };
    return parts;
  };
}

/** Plants other rules, for all operations. */
export function ruling(change: (clean: Rules) => Partial<Rules>): Plant {
  return ({ rules }) => ({ rules: { ...rules, ...change(rules) } });
}

/** The rules that decide something. */
type Decision = {
  [Name in keyof Rules]: Rules[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof Rules];

/** Decides in place of a rule; `clean` is the rule. */
type Decide<Name extends Decision> = (
  clean: Rules[Name],
  ...given: Parameters<Rules[Name]>
) => ReturnType<Rules[Name]>;

/** Plants a different decision in place of a rule, for all operations. */
export function deciding<Name extends Decision>(name: Name, decide: Decide<Name>): Plant {
  return ruling((rules) => ({
    [name]: (...given: Parameters<Rules[Name]>) => decide(rules[name], ...given),
  }));
}

/** A way in which a service could break the description. */
export interface Fault {
  /** Named after the lie, in kebab-case. */
  readonly id: string;
  /** The requirement that it violates, such as AUTH-02. */
  readonly violates: string;
  /** The behaviour of a service with this fault, in one sentence. */
  readonly does: string;
  /** The operations where it can be planted, one at a time; absent if it can't be confined to one. */
  readonly operations?: readonly string[];
  /** The only inputs for which it shows; absent if it always does. */
  readonly showsFor?: string;
  readonly plant: Plant;
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

/** A fault and the operation where it is planted; without one, it is planted in every operation where it can be. */
export interface Planting {
  readonly fault: Fault;
  readonly operation?: string;
  /** Leaves only those parts of a fault that show under a condition, and shows them only then. */
  readonly under?: (parts: Partial<Workings>, clean: Workings, plantedIn: PlantedIn) => Partial<Workings>;
}

/** The parts of a sandbox with a fault in it, or without. @param clean the parts where the fault is planted */
export function workingsWith(planting: Planting | undefined, clean: Workings = CLEAN): Workings {
  if (planting === undefined) return clean;
  const { fault, operation, under = (parts) => parts } = planting;
  const plantedIn = (id: string) =>
    operation === undefined ? (fault.operations?.includes(id) ?? true) : id === operation;
  const planted = under(fault.plant(clean, plantedIn), clean, plantedIn);
  const { send, reach, sendPage } = planted;
  // A fault has its last word on the response of the parts below it.
  return {
    ...clean,
    ...planted,
    ...(send && { send: async (sent, asked) => send(await clean.send(sent, asked), asked) }),
    ...(reach && { reach: (url, method) => reach(clean.reach(url, method), method) }),
    ...(sendPage && { sendPage: async (page, asked) => sendPage(await clean.sendPage(page, asked), asked) }),
  };
}
