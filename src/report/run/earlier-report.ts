import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { removeReports } from './write-reports.js';

/** What a run leaves in the folder of its reports, apart from its journal: ours and Playwright's. */
const reports = [
  'conformance.json',
  'index.html',
  'summary.md',
  'junit.xml',
  'playwright',
  'artifacts',
] as const;

/** The folder, within that of the reports, of a run that says nothing about its target. */
const unsaid = 'nothing-said';

/**
 * The reports of the run before this one. They are set aside while a run goes on, because a run that crashes must not
 * leave the verdict of an earlier one behind, and come back if the run says nothing about its target.
 */
export class EarlierReport {
  readonly #folder: string;
  readonly #aside: string;
  #isAside = false;

  /** @param folder of the reports */
  constructor(folder: string) {
    this.#folder = folder;
    this.#aside = join(folder, '.earlier');
  }

  /**
   * Sets the earlier reports aside, before anything of this run is written; removes them if they say nothing either.
   * Those that a killed run had set aside are taken up again.
   */
  setAside(): void {
    const verdict = join(this.#folder, 'conformance.json');
    quietly(() => {
      const hasVerdict = () => existsSync(verdict) && !saysNothing(verdict);
      if (existsSync(this.#aside) && !hasVerdict()) this.#move(this.#aside, this.#folder);
      rmSync(this.#aside, { recursive: true, force: true });
      this.#isAside = hasVerdict();
      if (this.#isAside) this.#move(this.#folder, this.#aside);
    });
    removeReports(this.#folder);
  }

  /**
   * Where a file of this run is in the end: where it was written, unless the run says nothing and an earlier one does.
   */
  placeOf(file: string, exitCode: number): string {
    const isApart = exitCode === 2 && this.#isAside;
    return isApart ? join(this.#folder, unsaid, relative(this.#folder, file)) : file;
  }

  /**
   * Lets the reports of this run replace the earlier ones, or moves them out of their way.
   * @param isEmpty whether the run has nothing to report: then nothing of it is kept
   */
  settle(exitCode: number, isEmpty: boolean): void {
    if (!this.#isAside) return;
    this.#isAside = false;
    quietly(() => {
      const own = join(this.#folder, unsaid);
      rmSync(own, { recursive: true, force: true });
      if (exitCode === 2) {
        if (!isEmpty) this.#move(this.#folder, own);
        this.#move(this.#aside, this.#folder);
      }
      rmSync(this.#aside, { recursive: true, force: true });
    });
  }

  /** Moves all reports; those that are already there are replaced. */
  #move(from: string, to: string): void {
    mkdirSync(to, { recursive: true });
    for (const name of reports) {
      rmSync(join(to, name), { recursive: true, force: true });
      if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
    }
  }
}

/** Whether a report says nothing about its target, by its first lines: the rest is long. */
function saysNothing(file: string): boolean {
  const beginning = Buffer.alloc(200);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, beginning);
  } finally {
    closeSync(opened);
  }
  return !/^\{\s*"format": \d+,\s*"verdict": "(?!nothing can be said")/.test(beginning.toString('utf8'));
}

/** The end of the run reports a folder that can't be written to. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {}
}
