import { execFileSync } from 'node:child_process';

/** Measures the total memory of the processes that this process has started, directly or indirectly. */
export class PeakMemory implements Disposable {
  /** The largest total at one time, in bytes. */
  bytes = 0;
  readonly #timer: NodeJS.Timeout;

  /** @param without a process that doesn't count, together with its children */
  constructor(without?: number) {
    this.#timer = setInterval(() => {
      this.bytes = Math.max(this.bytes, memoryBelow(process.pid, without));
    }, 500);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** The resident memory of all processes that a process has started, in bytes. */
function memoryBelow(pid: number, without?: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number =>
    processes
      .filter(([child, startedBy]) => startedBy === parent && child !== without)
      .reduce((sum, [child = 0, , kilobytes = 0]) => sum + 1024 * kilobytes + below(child), 0);
  return below(pid);
}
