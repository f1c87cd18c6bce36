import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The version that package.json asks for; newer ones need a newer Node.js. */
export const packagedVersion = '147.0.0';

/** The package's name in messages. */
export const packageName = `the package @sparticuz/chromium ${packagedVersion}`;

/** The name of the script that starts an extracted Chromium. */
const startScriptName = 'start-chromium';

/**
 * A script, so that callers only need the path of one program. It prefers the system's libraries to the package's,
 * which need a newer libc than some systems have.
 */
const startScript = `#!/bin/sh
# Starts the Chromium next to it, with fonts and libraries that a small system may lack.
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="$here/fonts.conf"
if LD_TRACE_LOADED_OBJECTS=1 "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
exec "$here/chromium" "$@"
`;

/** The fonts of the system, or those of the package if there are none. The package's own file looks only in /tmp. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders of this user that may keep things between runs, the best one first: node_modules may be read-only. */
const cacheFolders = [
  join(root, 'node_modules', '.cache', 'seller-api-conformance'),
  join(homedir(), '.cache', 'seller-api-conformance'),
];

/**
 * Extracts the browser of the package once. Several processes may do so at once: each fills its own folder and then
 * renames it, so a folder with the final name is always complete.
 * @param parents folders to keep it in, the best one first
 * @returns the path of the script that starts it
 * @throws the last error if no folder can hold it
 */
export async function extractBrowser(parents: readonly string[] = cacheFolders): Promise<string> {
  const folders = parents.map((parent) => join(parent, `chromium-${packagedVersion}`));
  const there = folders.find((folder) => existsSync(join(folder, startScriptName)));
  if (there !== undefined) return join(there, startScriptName);
  let failure: unknown;
  for (const folder of folders) {
    try {
      await extractTo(folder);
      return join(folder, startScriptName);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function extractTo(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const filling = await mkdtemp(`${folder}.filling-`);
  try {
    await unpackBrowser(filling);
    await rename(filling, folder).catch((error: unknown) => {
      // Another process may have been faster.
      if (!existsSync(join(folder, startScriptName))) throw error;
    });
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
}

/** Unpacks the browser into an empty folder. @throws Error if the package is not installed, or there is no room */
async function unpackBrowser(folder: string): Promise<void> {
  // The package always unpacks to the temporary folder of its process. It unpacks the system libraries that it brings
  // along only if it believes that it runs in this environment.
  const environment = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x', NODE_OPTIONS: '' };
  const source = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const run = promisify(execFile);
  await run(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    env: { ...process.env, ...environment },
    timeout: 180_000,
  });
  await writeFile(join(folder, 'fonts.conf'), fontsConfiguration);
  await writeFile(join(folder, startScriptName), startScript);
  for (const program of ['.', startScriptName, 'chromium']) await chmod(join(folder, program), 0o755);
  // If root unpacks files, they belong to the user who packed them, who may be another user of this machine.
  if (process.getuid?.() === 0) await run('chown', ['-R', '0:0', folder]);
}
