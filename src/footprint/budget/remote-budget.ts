import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
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
  leave?(holder: string): void;
  close?(): void;
}

/** A running server, and the address where the other processes of a run find it. */
export interface CallServer extends AsyncDisposable {
  /** `port/secret`: the server ignores anyone who doesn't know the secret. */
  readonly address: string;
}

/**
 * The most characters of a connection's first line, which has the secret, and of any later one; and the milliseconds
 * within which the first must arrive, even from a worker on a busy machine.
 */
const [longestGreeting, longestLine, greetsWithin] = [200, 16 * 1024 * 1024, 10_000];

/** Serves calls on loopback to the workers of a run. Any process of the machine may connect to the port. */
export async function serveCalls(served: Served): Promise<CallServer> {
  const secret = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const isLate = setTimeout(() => socket.destroy(), greetsWithin).unref();
    let kit: object | undefined;
    socket.on('close', () => {
      sockets.delete(socket);
      clearTimeout(isLate);
    });
    const longest = () => (kit === undefined ? longestGreeting : longestLine);
    hearLines(socket, longest, (line) => {
      // A call that can't be answered must not end the run: its sender learns that the server is gone.
      if (kit !== undefined) return void respond(kit, line, socket).catch(() => socket.destroy());
      const [first, holder = randomBytes(8).toString('hex')] = line.split(' ');
      if (first !== secret) return void socket.destroy();
      clearTimeout(isLate);
      kit = served.kitOf(holder);
      socket.on('close', () => served.leave?.(holder));
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
      served.close?.();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Calls an action with each line that arrives. A line that is longer than it may be ends the connection. */
function hearLines(socket: Socket, longest: () => number, hear: (line: string) => void): void {
  let begun = '';
  // For example when a worker ends in the middle of a response; the connection closes after it.
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > longest()) socket.destroy();
      if (!socket.destroyed) hear(line);
    }
    if (begun.length > longest()) socket.destroy();
  });
}

async function respond(kit: object, line: string, socket: Socket): Promise<void> {
  const { id, method, args }: Call = JSON.parse(line);
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
  readonly #open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #calls = 0;
  #gone: Error | undefined;

  /**
   * @param address the server's address
   * @param what the name of the served object, for the error when it is gone
   * @param holder a name for this connection, without spaces; the server makes one up if it has none
   */
  constructor(address: string, what: string, holder?: string) {
    const [port, secret] = address.split('/');
    this.#socket = connect({ host: '127.0.0.1', port: Number(port) });
    this.#socket.write(`${secret}${holder === undefined ? '' : ` ${holder}`}\n`);
    this.#socket.on('close', () => {
      this.#gone = new Error(`The ${what} of the run is gone: the run has ended.`);
      for (const { reject } of this.#open.values()) reject(this.#gone);
      this.#open.clear();
    });
    const longest = () => longestLine;
    hearLines(this.#socket, longest, (line) => {
      const { id, value }: { readonly id: number; readonly value?: unknown } = JSON.parse(line);
      this.#open.get(id)?.resolve(value);
      this.#open.delete(id);
    });
  }

  /** Calls a method. @throws Error if the server is gone */
  call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#calls;
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify({ id, method, args } satisfies Call)}\n`);
    });
  }

  close(): void {
    this.#socket.destroy();
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
