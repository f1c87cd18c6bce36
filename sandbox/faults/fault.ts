import type { Merchant } from '../domain/merchant.js';
import type { Rules } from '../domain/rules.js';
import type { Authenticate } from '../http/authentication.js';
import type { Answer, Operation, OperationRequest } from '../http/operation.js';
import type { OperationId } from '../http/rate-limits.js';
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
  /** For which inputs alone it shows; absent where it always does. */
  readonly showsFor?: string;
  /** The parts that are put in place of the clean ones. Called once for each sandbox or merchant that it is planted in. */
  plant(clean: Workings, plantedIn: PlantedIn): Partial<Workings>;
}
