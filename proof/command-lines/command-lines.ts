import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two looks. */
const pause = 250;

/** The variable that marks the processes of a run: they inherit it from each other. */
const variable = 'CONFORMANCE_COMMAND_LINES';

/** A process as /proc shows it. Its number may go to another one later, with another start. */
interface Process {
  readonly pid: string;
  readonly parent: string;
  readonly identity: string;
}

/**
 * The command lines and titles of the processes of one run, until it is disposed of. Other processes of the machine are
 * never looked at: whatever stands on their command lines is no concern of the run.
 *
 * Each Node process of the run writes down its own command line and those that it starts. On Linux, /proc also shows
 * what other programs start and what processes call themselves: a process belongs to the run if it inherited the mark
 * in the environment, or if its parent belongs to the run.
 */
export class CommandLines implements Disposable {
  readonly #file: string;
  readonly #seen = new Set<string>();
  readonly #known = new Set<string>();
  readonly #timer = setInterval(() => this.look(), pause);

  /** @param folder that exists, in which the processes of the run write a file */
  constructor(folder: string) {
    this.#file = join(folder, `command-lines-${randomUUID()}`);
  }

  /** What the run must find in its environment. */
  get environment(): Readonly<Record<string, string>> {
    const recorder = new URL('record-starts.mjs', import.meta.url).href;
    return { [variable]: this.#file, NODE_OPTIONS: `--import=${recorder}` };
  }

  /** All command lines and titles so far, one a line. */
  get text(): string {
    const recorded = existsSync(this.#file) ? readFileSync(this.#file, 'latin1') : '';
    return [recorded, ...this.#seen].join('\n');
  }

  /** Adds what the processes of the run are called at this moment; nothing but on Linux. */
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

  /** What was known once stays known: a browser's processes write over their environment, and may lose their parent. */
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
      // A title may hold brackets and blanks; what comes after it doesn't.
      const fields = fileOf(pid, 'stat')?.split(') ').at(-1)?.split(' ');
      if (fields === undefined) return [];
      const [, parent = ''] = fields;
      return [{ pid, parent, identity: `${pid} since ${fields[19]}` }];
    });
}

/** @returns undefined where the process has ended meanwhile, or belongs to another user */
function fileOf(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
