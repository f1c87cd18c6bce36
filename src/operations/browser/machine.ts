import { failureToStart, isExecutable } from './executable.js';
import { extractBrowser } from './extraction.js';
import { playwrightBrowsers } from './playwright-browsers.js';
import { hasProcessSandbox } from './process-sandbox.js';
import { isSnap } from './snap.js';

/** What the search for a browser needs to know about a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  isExecutable(path: string): Promise<boolean>;
  isSnap(path: string): Promise<boolean>;
  failureToStart(path: string): Promise<string | undefined>;
  playwrightBrowsers(): Promise<readonly string[]>;
  extractBrowser(): Promise<string>;
  hasProcessSandbox(): Promise<boolean>;
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  platform: process.platform,
  architecture: process.arch,
  isExecutable,
  isSnap,
  failureToStart,
  playwrightBrowsers: () => playwrightBrowsers(),
  extractBrowser: () => extractBrowser(),
  hasProcessSandbox,
};
