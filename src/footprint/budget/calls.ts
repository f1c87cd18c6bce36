import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A call of a method, on the way between two processes of a run: a line of JSON. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What a call came to. */
interface Result {
  readonly id: number;
  readonly value?: unknown;
}

/** What a process of a run serves to the others. */
export interface Served {
  /** Carries out a call. @param holder names the connection by which it came */
  answer(method: string, args: readonly unknown[], holder: string): Promise<unknown>;
  /** Told when a connection is gone. */
  leave(holder: string): Promise<void>;
  /** Ends all waiting. */
  close(): void;
}

/** Where the other processes of a run find it. */
export interface CallServer extends AsyncDisposable {
  /** `port/secret`: whoever doesn't know the secret is not listened to. */
  readonly address: string;
}

/** Serves calls on loopback, to the workers of a run. */
export async function serveCalls(served: Served): Promise<CallServer> {
  const secret = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    const holder = randomBytes(8).toString('hex');
    socket.on('close', () => {
      sockets.delete(socket);
      void served.leave(holder);
    });
    let isKnown = false;
    const lines = createInterface({ input: socket });
    // It hands on what befalls the socket, such as a worker that ends in the middle of an answer.
    lines.on('error', () => socket.destroy());
    lines.on('line', (line) => {
      // What can't be answered must not end the run: its sender learns that the server is gone.
      if (isKnown) answer(served, holder, JSON.parse(line), socket).catch(() => socket.destroy());
      else if (line === secret) isKnown = true;
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('What serves the run has no port.');
  // It alone keeps no process alive.
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

async function answer(
  served: Served,
  holder: string,
  { id, method, args }: Call,
  socket: Socket,
): Promise<void> {
  // JSON has null alone for what is not there.
  const value = await served.answer(
    method,
    args.map((each) => each ?? undefined),
    holder,
  );
  const result: Result = { id, value };
  if (socket.writable) socket.write(`${JSON.stringify(result)}\n`);
}

/** Calls what another process of the run serves. */
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
   * @param address as the server gives it
   * @param what is served, for the error of who calls when it is gone
   */
  constructor(address: string, what: string) {
    this.#what = what;
    const [port, secret] = address.split('/');
    this.#socket = connect({ host: '127.0.0.1', port: Number(port) });
    this.#socket.write(`${secret}\n`);
    const end = () => this.#lost();
    this.#socket.on('error', end).on('close', end);
    const lines = createInterface({ input: this.#socket });
    lines.on('error', end);
    lines.on('line', (line) => {
      const { id, value }: Result = JSON.parse(line);
      this.#open.get(id)?.resolve(value);
      this.#open.delete(id);
    });
  }

  /** Has a method carried out. @throws Error when the server is gone */
  call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#calls;
    const call: Call = { id, method, args };
    if (this.#isLost) return Promise.reject(this.#gone());
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify(call)}\n`);
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
