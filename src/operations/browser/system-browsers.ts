import { delimiter, isAbsolute, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Where a browser of the system would be, in search order: by name on PATH, and where macOS keeps it.
 * @returns paths, any of which may not exist
 */
export function systemBrowsers(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return platform === 'darwin' ? [...onPath, ...applications] : onPath;
}
