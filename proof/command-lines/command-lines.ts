import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two looks. */
const pause = 250;

/** The variable that marks the processes of a run: child processes inherit it. */
const variable = 'CONFORMANCE_COMMAND_LINES';

/** A process as /proc shows it. Another process may later have the same number, but with another start time. */
interface Process {
  readonly pid: string;
  readonly parent: string;
  readonly identity: string;
}

/**
 * Collects the command lines and titles of the processes of one run until it is disposed of. It never looks at the
 * other processes of the machine, because their command lines don't concern the run.
 *
 * Each Node process of the run writes down its own command line and those of the processes that it starts. On Linux,
 * /proc also shows processes that other programs start, and titles that processes give themselves: a process belongs
 * to the run if it inherited the mark in the environment, or if its parent belongs to the run.
 */
export class CommandLines implements Disposable {
  readonly #file: string;
  readonly #seen = new Set<string>();
  readonly #known = new Set<string>();
  readonly #timer = setInterval(() => this.look(), pause);

  /** @param folder existing folder in which the processes of the run write a file */
  constructor(folder: string) {
    this.#file = join(folder, `command-lines-${randomUUID()}`);
  }

  /** The variables that the run needs in its environment. */
  get environment(): Readonly<Record<string, string>> {
    const recorder = new URL('record-starts.mjs', import.meta.url).href;
    return { [variable]: this.#file, NODE_OPTIONS: `--import=${recorder}` };
  }

  /** All command lines and titles so far, one per line. */
  get text(): string {
    const recorded = existsSync(this.#file) ? readFileSync(this.#file, 'latin1') : '';
    return [recorded, ...this.#seen].join('\n');
  }

  /** Adds the current command lines and titles of the run's processes; does nothing except on Linux. */
  look(): void {
    for (const { pid } of this.#processesOfRun())
      for (const name of ['cmdline', 'comm']) {
        const line = fileOf(pid, name);
        if (line !== undefined) this.#seen.add(line.replaceAll('\0', ' '));
      }
  }

  #processesOfRun(): Process[] {
    const all = processes();
    const belongs = new Set(all.filter((each) => this.#isMarked(each)).map(({ pid }) => pid));
    let size = -1;
    while (size < belongs.size) {
      size = belongs.size;
      for (const { pid, parent } of all) if (belongs.has(parent)) belongs.add(pid);
    }
    const ofRun = all.filter(({ pid }) => belongs.has(pid));
    for (const { identity } of ofRun) this.#known.add(identity);
    return ofRun;
  }

  /** A known process stays known: a browser's processes overwrite their environment, and may lose their parent. */
  #isMarked({ pid, identity }: Process): boolean {
    if (this.#known.has(identity)) return true;
    return (fileOf(pid, 'environ') ?? '').split('\0').includes(`${variable}=${this.#file}`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function processes(): Process[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      // A title may contain brackets and blanks; the fields after it don't.
      const fields = fileOf(pid, 'stat')?.split(') ').at(-1)?.split(' ');
      if (fields === undefined) return [];
      const [, parent = ''] = fields;
      return [{ pid, parent, identity: `${pid} since ${fields[19]}` }];
    });
}

/** @returns undefined if the process has ended, or belongs to another user */
function fileOf(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
