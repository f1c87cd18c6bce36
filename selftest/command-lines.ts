import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const pause = 250;

/** The command lines and titles of this machine's processes, as they are seen until it is disposed of; none but on Linux. */
export class CommandLines implements Disposable {
  readonly seen = new Set<string>();
  readonly #timer = setInterval(() => this.#look(), pause);

  #look(): void {
    if (process.platform !== 'linux') return;
    for (const id of readdirSync('/proc'))
      if (/^\d+$/.test(id))
        for (const file of ['cmdline', 'comm'])
          try {
            this.seen.add(readFileSync(`/proc/${id}/${file}`, 'latin1').replaceAll('\0', ' '));
          } catch {
            // It has ended meanwhile.
          }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
