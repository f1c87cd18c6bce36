import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Budget, RateBudget } from './rate-budget.js';

/** A call of one of a budget's methods, on the way between two processes: a line of JSON. */
export interface BudgetCall {
  readonly id: number;
  readonly method: keyof Budget;
  readonly args: readonly unknown[];
}

/** What a call came to. */
export interface BudgetResult {
  readonly id: number;
  readonly waited: number;
}

/** The variable in which the workers of a run find its budget. */
export const budgetAddress = 'CONFORMANCE_BUDGET';

/** Where the processes of a run find its budget. */
export interface BudgetServer extends AsyncDisposable {
  /** `port/secret`: whoever doesn't know the secret is not listened to. */
  readonly address: string;
}

/** Serves a budget on loopback, to the workers of a run; what a worker holds is let go of when it is gone. */
export async function serveBudget(budget: RateBudget): Promise<BudgetServer> {
  const secret = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    const holder = randomBytes(8).toString('hex');
    socket.on('close', () => {
      sockets.delete(socket);
      void budget.leave(holder);
    });
    let isKnown = false;
    const lines = createInterface({ input: socket });
    // It hands on what befalls the socket, such as a worker that ends in the middle of an answer.
    lines.on('error', () => socket.destroy());
    lines.on('line', (line) => {
      // What can't be answered must not end the run: its sender learns that the budget is gone.
      if (isKnown) answer(budget, holder, JSON.parse(line), socket).catch(() => socket.destroy());
      else if (line === secret) isKnown = true;
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The budget has no port.');
  // It alone keeps no process alive.
  server.unref();
  return {
    address: `${place.port}/${secret}`,
    [Symbol.asyncDispose]: async () => {
      budget.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  budget: RateBudget,
  holder: string,
  { id, method, args }: BudgetCall,
  socket: Socket,
): Promise<void> {
  // The holder is who is connected, whatever the caller says.
  const given = args.map((each) => each ?? undefined);
  const own = method === 'ended' || method === 'note' ? given : [given[0], holder, ...given.slice(1)];
  const call = budget[method] as (...given: readonly unknown[]) => Promise<number | undefined>;
  const waited = (await call.apply(budget, own)) ?? 0;
  const result: BudgetResult = { id, waited };
  if (socket.writable) socket.write(`${JSON.stringify(result)}\n`);
}
