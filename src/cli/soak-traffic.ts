import fc from 'fast-check';
import { type Operation, operations } from '../contract/operations.js';
import { hostileRequest } from '../data/hostile/hostile-request.js';
import { type Client, createClient, validKey } from '../http/client.js';
import { Secrets } from '../http/secrets.js';
import { type AnyRequest, type Transport, TransportError } from '../http/transport.js';
import { Batches } from '../operations/batches/batches.js';
import { operationRecords } from '../operations/operation-records/index.js';
import { Prerequisites } from '../operations/prerequisites/prerequisites.js';
import type { ControlInterface } from '../target/control-interface.js';
import { runningClock } from '../target/merchant.js';
import { Blocked } from '../verdicts/finding.js';

/** Seconds of a merchant's clock per second: a rate window is over in less than the time of a request. */
const speed = 1_000_000;
/** The number of hostile requests between two valid ones. */
const hostileRequests = 30;
/** Seconds of the merchant's clock in which a batch must finish. */
const deadline = 1000;
/** The largest number of failures that are printed one by one. */
const mostTold = 20;

/** The requests of a soak, and its failures. */
export class SoakTraffic {
  requests = 0;
  failures = 0;
  /** The first failures, one line each. */
  readonly told: string[] = [];
  readonly #url: string;
  readonly #control: ControlInterface;
  readonly #transport: Transport;
  #seed: number;

  constructor(url: string, control: ControlInterface, transport: Transport, seed: number) {
    this.#url = url;
    this.#control = control;
    this.#transport = transport;
    this.#seed = seed;
  }

  /** Sends hostile requests to every operation, as one new merchant after another, until told to stop. */
  async flow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { merchantId, ...keys } = await this.#control.createMerchant(this.#nextSeed());
      await this.#control.setClock(merchantId, { speed });
      const api = this.#clientWith(keys.apiKey);
      const clock = runningClock(speed);
      const given = new Prerequisites({
        api,
        batches: new Batches(api, clock, deadline),
        merchant: {
          ...keys,
          clock,
          shared: false,
          makeOrder: (order) => this.#control.makeOrder(merchantId, order),
          release: async () => {},
        },
        writes: 'allow',
        prefix: 'soak-',
        seed: this.#nextSeed(),
        deadline,
      });
      for (const operation of operations) {
        if (!signal.aborted) await this.#guarded(operation, () => this.#soak(operation, api, given));
      }
      await this.#control.deleteMerchant(merchantId);
    }
  }

  async #soak(operation: Operation, api: Client, given: Prerequisites): Promise<void> {
    const { operationId } = operation;
    const { request } = operationRecords[operationId];
    const valid: AnyRequest = await request(given);
    for (const hostile of fc.sample(hostileRequest(operation, valid), {
      numRuns: hostileRequests,
      seed: this.#nextSeed(),
    })) {
      const { what, request, outsideContract } = hostile;
      await this.#guarded(operation, () => api.send(operation, { ...request, outsideContract }), what);
    }
    const after = await api.send(operation, await request(given));
    if (!after.succeeded) this.#fail(`a valid request failed: ${after.line}`);
  }

  /** Counts a missing answer as a failure, and continues. */
  async #guarded(operation: Operation, action: () => Promise<unknown>, what = ''): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof TransportError) && !(error instanceof Blocked)) throw error;
      this.#fail(`${operation.operationId}, ${what}: ${error.message}`);
    }
  }

  #clientWith(key: string): Client {
    return createClient({
      baseUrl: this.#url,
      transport: this.#transport,
      credentials: validKey(key),
      // One for each merchant: a shared one would grow with every key.
      secrets: new Secrets(),
      observe: ({ status, line }) => {
        this.requests += 1;
        if (status >= 500) this.#fail(line);
      },
    });
  }

  #fail(line: string): void {
    this.failures += 1;
    if (this.told.length < mostTold) this.told.push(line.slice(0, 300));
  }

  #nextSeed(): number {
    this.#seed += 1;
    return this.#seed;
  }
}
