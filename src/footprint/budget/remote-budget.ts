import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Budget, RateBudget, SenderWait } from './rate-budget.js';

/** A method call between two processes of a run, sent as a line of JSON. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The object that one process of a run serves to the others. */
interface Served {
  /** The object whose methods a connection may call. @param holder names the connection, as the other side does */
  kitOf(holder: string): object;
  /** Called when a connection is gone. */
  leave(holder: string): void;
  close(): void;
}

/** A running server, and the address where the other processes of a run find it. */
export interface CallServer extends AsyncDisposable {
  /** `port/secret`: the server ignores anyone who doesn't know the secret. */
  readonly address: string;
}

/** Serves calls on loopback to the workers of a run. */
export async function serveCalls(served: Served): Promise<CallServer> {
  const secret = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let kit: object | undefined;
    socket.on('close', () => sockets.delete(socket));
    const lines = createInterface({ input: socket });
    // It passes on errors of the socket, for example when a worker ends in the middle of a response.
    lines.on('error', () => socket.destroy());
    lines.on('line', (line) => {
      if (kit === undefined) {
        const [first, holder = randomBytes(8).toString('hex')] = line.split(' ');
        if (first !== secret) return void socket.destroy();
        kit = served.kitOf(holder);
        socket.on('close', () => served.leave(holder));
      } else {
        // A call that can't be answered must not end the run: its sender learns that the server is gone.
        response(kit, JSON.parse(line), socket).catch(() => socket.destroy());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error("The run's server has no port.");
  // The server alone must not keep a process alive.
  server.unref();
  return {
    address: `${place.port}/${secret}`,
    [Symbol.asyncDispose]: async () => {
      served.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function response(kit: object, { id, method, args }: Call, socket: Socket): Promise<void> {
  const call: unknown = Reflect.get(kit, method);
  if (typeof call !== 'function') throw new Error(`There is no method ${method}.`);
  // JSON has no undefined, only null.
  const value: unknown = await call.apply(
    kit,
    args.map((each) => each ?? undefined),
  );
  if (socket.writable) socket.write(`${JSON.stringify({ id, value })}\n`);
}

/** Calls an object that another process of the run serves. */
export class RemoteCalls {
  readonly #socket: Socket;
  readonly #what: string;
  readonly #open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #calls = 0;
  #isLost = false;

  /**
   * @param address the server's address
   * @param what the name of the served object, for the error when it is gone
   * @param holder a name for this connection, without spaces; the server makes one up if it has none
   */
  constructor(address: string, what: string, holder?: string) {
    this.#what = what;
    const [port, secret] = address.split('/');
    this.#socket = connect({ host: '127.0.0.1', port: Number(port) });
    this.#socket.write(`${secret}${holder === undefined ? '' : ` ${holder}`}\n`);
    const end = () => this.#lost();
    this.#socket.on('error', end).on('close', end);
    const lines = createInterface({ input: this.#socket });
    lines.on('error', end);
    lines.on('line', (line) => {
      const { id, value }: { readonly id: number; readonly value?: unknown } = JSON.parse(line);
      this.#open.get(id)?.resolve(value);
      this.#open.delete(id);
    });
  }

  /** Calls a method. @throws Error if the server is gone */
  call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#calls;
    if (this.#isLost) return Promise.reject(this.#gone());
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify({ id, method, args } satisfies Call)}\n`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #lost(): void {
    this.#isLost = true;
    const error = this.#gone();
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }

  #gone(): Error {
    return new Error(`The ${this.#what} of the run is gone: the run has ended.`);
  }
}

/** The run's budget as one of its workers sees it. */
export interface RemoteBudget extends Budget {
  close(): void;
}

/**
 * The run's budget for one of its workers; each worker is a separate holder.
 * @param address the server's address
 * @param worker its number, as in TEST_WORKER_INDEX
 */
export function remoteBudget(address: string, worker?: string): RemoteBudget {
  const calls = new RemoteCalls(address, 'budget', worker);
  const calling =
    (method: keyof Budget) =>
    async (...args: readonly unknown[]) =>
      void (await calls.call(method, ...args));
  return {
    take: calling('take'),
    note: calling('note'),
    ended: calling('ended'),
    hold: calling('hold'),
    release: calling('release'),
    rest: calling('rest'),
    close: () => calls.close(),
  };
}

/** The budget that this process serves: the reporter, in the same process, shows what its tests wait for. */
let served: RateBudget | undefined;

/** What the workers of the run that this process serves wait for, by their numbers. */
export function waitsOfWorkers(): ReadonlyMap<string, SenderWait> {
  return served?.waits ?? new Map();
}

/** Serves a budget on loopback to the workers of a run; when a worker is gone, the budget releases what it held. */
export function serveBudget(budget: RateBudget): Promise<CallServer> {
  served = budget;
  return serveCalls({
    kitOf: (holder) => budget.of(holder),
    leave: (holder) => budget.leave(holder),
    close: () => budget.close(),
  });
}
