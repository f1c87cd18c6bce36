import { availableParallelism } from 'node:os';
import { Turns } from '../../http/transports/transport.js';
import type { Run } from '../../target/run/run.js';
import { type CallServer, RemoteCalls, serveCalls } from './remote-budget.js';

/**
 * Lets the workers of a run load the suite one after the other, as many at a time as there are cores: so the first
 * tests begin while other workers still load, and all have loaded as soon as if they had begun together.
 */
export function serveLoading(atOnce = availableParallelism()): Promise<CallServer> {
  const turns = new Turns(atOnce);
  const ends = new Map<string, () => void>();
  return serveCalls({
    kitOf: (holder) => {
      // A worker may be gone before its turn comes.
      const end = new Promise<void>((resolve) => ends.set(holder, resolve));
      return {
        begin: () =>
          new Promise<void>((begin) => {
            void turns.take(() => {
              begin();
              return end;
            });
          }),
      };
    },
    leave: (holder) => ends.get(holder)?.(),
    close: () => {},
  });
}

/** The turn of this process; undefined if it has loaded, or waits for nobody. */
let turn: RemoteCalls | undefined;

/** Waits until this worker may load the suite; at once if the run has no address to wait at. */
export async function takeTurnToLoad({ prepared }: Pick<Run, 'prepared'>): Promise<void> {
  const { loading: address } = prepared.addresses;
  if (address === undefined) return;
  turn = new RemoteCalls(address, 'queue');
  // Without the run's main process, nobody is left to wait for.
  await turn.call('begin').catch(() => {});
}

/** Lets the next worker load. */
export function hasLoaded(): void {
  turn?.close();
  turn = undefined;
}
