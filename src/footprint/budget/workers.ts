import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Desk } from '../desk.js';
import type { Budget, RateBudget, SenderWait } from './rate-budget.js';

/** What the workers of a run share: the budget, from the point of view of one worker, and the desk. */
interface Shared {
  readonly budget: Budget;
  readonly desk: Desk;
}

/** A proxy for an object in another process: each method call is carried out there. */
type Remote<Part> = {
  readonly [Method in keyof Part]: Part[Method] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** A method call, sent as a line of JSON; the reply is `{ id, value }`, in which an undefined value is omitted. */
type Call = readonly [id: number, part: keyof Shared, method: string, ...args: unknown[]];

/** The maximum number of bytes in the first line of a connection, which contains the secret. */
const longestGreeting = 200;

/** The milliseconds within which that line must arrive; long enough for a worker on a busy machine. */
const greetsWithin = 10_000;

/** The budget that this process serves. The reporter, in the same process, shows what the tests wait for. */
let served: RateBudget | undefined;

/** What the workers of the run that this process serves are waiting for, by worker number. */
export function waitsOfWorkers(): ReadonlyMap<string, SenderWait> {
  return served?.waits ?? new Map();
}

/**
 * Serves the budget and the desk to the workers of a run, over loopback. When a worker is gone, the budget releases
 * what the worker held; its orders and drafts may still change, so no other test gets them. Any process on the machine
 * may connect to the port, so the server ignores clients that don't know its secret.
 * @returns the address at which the workers reach the server: `port/secret`
 */
export async function serveWorkers(budget: RateBudget, desk: Desk) {
  served = budget;
  const secret = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const isLate = setTimeout(() => socket.destroy(), greetsWithin).unref();
    let shared: Shared | undefined;
    hearLines(socket, (line) => {
      // A call that can't be answered must not end the run; its sender is told that the server is gone.
      if (shared !== undefined) return void respond(shared, line, socket).catch(() => socket.destroy());
      const [first, holder = ''] = line.split(' ');
      if (first !== secret) return void socket.destroy();
      clearTimeout(isLate);
      shared = { budget: budget.of(holder), desk };
      socket.on('close', () => budget.leave(holder));
    });
    socket.on('data', () => {
      if (shared === undefined && socket.bytesRead > longestGreeting) socket.destroy();
    });
  });
  // The server must not keep the process alive.
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `${port}/${secret}`,
    [Symbol.asyncDispose]: async () => {
      budget.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Calls an action with each line that arrives. A line of JSON may contain other characters that count as line endings
 * elsewhere.
 */
function hearLines(socket: Socket, hear: (line: string) => void): void {
  let begun = '';
  // For example when a worker ends in the middle of a response; the connection closes after it.
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) if (!socket.destroyed) hear(line);
  });
}

async function respond(shared: Shared, line: string, socket: Socket): Promise<void> {
  const [id, part, method, ...args]: Call = JSON.parse(line);
  const call: unknown = Reflect.get(shared[part], method);
  if (typeof call !== 'function') throw new Error(`There is no method ${method}.`);
  // JSON has no undefined, only null.
  const given = args.map((each) => each ?? undefined);
  const value: unknown = await call.apply(shared[part], given);
  if (socket.writable) socket.write(`${JSON.stringify({ id, value })}\n`);
}

/** The budget and the desk of the run, as one of its workers sees them. Their methods throw once the run has ended. */
export class SharedByWorkers {
  readonly budget: Remote<Budget> = this.#part('budget');
  readonly desk: Remote<Desk> = this.#part('desk');
  readonly #socket: Socket;
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #calls = 0;
  #gone: Error | undefined;

  /**
   * @param address the server's address
   * @param worker the worker's number, as in TEST_WORKER_INDEX
   */
  constructor(address: string, worker?: string) {
    const [port, secret] = address.split('/');
    this.#socket = connect({ host: '127.0.0.1', port: Number(port) });
    this.#socket.write(`${secret} ${worker ?? randomBytes(8).toString('hex')}\n`);
    this.#socket.on('close', () => {
      this.#gone = new Error('The budget of the run is gone: the run has ended.');
      for (const { reject } of this.#open.values()) reject(this.#gone);
      this.#open.clear();
    });
    hearLines(this.#socket, (line) => {
      const { id, value }: { readonly id: number; readonly value?: unknown } = JSON.parse(line);
      this.#open.get(id)?.resolve(value);
      this.#open.delete(id);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #part<Part extends keyof Shared>(part: Part): Remote<Shared[Part]> {
    const get =
      (_: object, method: string) =>
      (...args: readonly unknown[]) =>
        this.#call(part, method, ...args);
    return new Proxy<object>({}, { get }) as Remote<Shared[Part]>;
  }

  #call(...call: readonly [part: keyof Shared, method: string, ...args: unknown[]]): Promise<unknown> {
    const id = ++this.#calls;
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify([id, ...call] satisfies Call)}\n`);
    });
  }
}
