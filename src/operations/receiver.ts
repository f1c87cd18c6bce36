import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../contract/values/limits.js';
import { jsonExcess } from '../http/json-excess.js';
import type { Delivery } from '../http/transports/translated-transport.js';
import { isThisMachine } from '../target/environment.js';
import type { TargetClock } from '../target/merchants/merchant.js';
import { Blocked, Inapplicable } from '../verdicts/finding.js';

interface ReceiverOptions {
  /** Base URL of the target. */
  readonly target: string;
  readonly clock: TargetClock;
  /** Seconds on the target's clock within which an event must be delivered. */
  readonly deadline: number;
  /** Whether others caused a delivery; absent if there are no others. */
  readonly isOthers?: (body: Buffer) => boolean;
}

/** Seconds on the target's clock between two checks for deliveries. */
const pause = 5;
/** Real milliseconds that requests are given to arrive: between two checks, and at the last one. */
const brief = 100;
const patience = 2000;
const turn = 10;

/** A web server of the suite, to which a target delivers its events (clause 6, gap G-12). */
export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #server = createServer((request, response) => {
    // A delivery that breaks off does not count, and its sender no longer waits for a response.
    this.#read(request).then(
      (body) => response.writeHead(this.#taken(request, body)).end(),
      () => response.destroy(),
    );
  });
  readonly #deliveries: Delivery[] = [];
  /** Why a delivery can't be read: then nobody knows what it says, nor what it makes of the others. */
  #unread: string | undefined;
  #bytes = 0;
  #refusals = 0;

  private constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /**
   * Starts a receiver on a free port of this machine.
   * @throws Inapplicable if the target runs elsewhere and can't reach this machine
   */
  static async start(options: ReceiverOptions): Promise<Receiver> {
    if (!isThisMachine(options.target))
      throw new Inapplicable(
        `the target at ${new URL(options.target).hostname} can't reach a receiver on this machine`,
        ['no sandbox'],
      );
    const receiver = new Receiver(options);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** An address to which events can be sent. @param name a path segment that distinguishes it from others */
  urlFor(name: string): string {
    // A server that listens to TCP has a port.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${name}`;
  }

  /**
   * The deliveries to such an address, oldest first.
   * @throws Blocked if a delivery, to any address, exceeded a limit
   */
  deliveriesTo(name: string): readonly Delivery[] {
    if (this.#unread !== undefined) throw new Blocked(this.#unread);
    return this.#deliveries.filter(({ path }) => path === `/${name}`);
  }

  /** Answers the next deliveries with 503, so that the target must try again. */
  refuse(deliveries: number): void {
    this.#refusals = deliveries;
  }

  /**
   * Waits until each address has this many deliveries, immediately or as time passes on the target's clock, but no
   * longer than the deadline.
   * @throws Blocked if a delivery, to any address, exceeded a limit
   */
  async awaitDeliveriesTo(names: readonly string[], least = 1): Promise<void> {
    const isComplete = () => names.every((name) => this.deliveriesTo(name).length >= least);
    const { clock, deadline } = this.#options;
    for (let seconds = 0; ; seconds += pause) {
      const isLast = seconds + pause > deadline;
      if ((await this.#within(isLast ? patience : brief, isComplete)) || isLast) return;
      await clock.wait(pause, 'a delivery');
    }
  }

  /** Lets the target's clock go on, and due deliveries arrive: for events that must not be delivered. */
  async linger(): Promise<void> {
    await this.#options.clock.wait(pause, 'a delivery that should not come');
    await this.#within(brief, () => false);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /**
   * Whether a condition holds within this many real milliseconds. It counts them in turns, and each turn handles what
   * has arrived: otherwise a process that is held up for the whole time would give up without having looked.
   */
  async #within(milliseconds: number, condition: () => boolean): Promise<boolean> {
    for (let left = milliseconds; left > 0 && !condition(); left -= turn) await sleep(turn);
    return condition();
  }

  /** The body of a delivery; undefined if it exceeds a limit. */
  async #read(request: IncomingMessage): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      this.#bytes += chunk.length;
      if (this.#bytes > limits.togetherBytes)
        return this.#exceeded(`deliveries are larger than ${limits.togetherBytes} bytes together`);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    const excess = jsonExcess(body);
    return excess === undefined ? body : this.#exceeded(`the JSON of a delivery ${excess}`);
  }

  #exceeded(excess: string): undefined {
    this.#unread = `${excess}, the most that the suite reads`;
  }

  /** Keeps a delivery that the test caused, within the limits. @returns the status of the response */
  #taken({ method = '', url: path = '', headers }: IncomingMessage, body: Buffer | undefined): number {
    if (body === undefined) return 413;
    if (this.#options.isOthers?.(body) === true) return 204;
    const answered = this.#refusals > 0 ? 503 : 204;
    this.#refusals = Math.max(0, this.#refusals - 1);
    const fields = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    this.#deliveries.push({ method, path, headers: Object.fromEntries(fields), body, answered });
    return answered;
  }
}
