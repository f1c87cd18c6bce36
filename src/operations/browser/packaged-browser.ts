import { execFile } from 'node:child_process';
import { access, chmod, lchown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The name of the script that starts an extracted Chromium. */
export const startScriptName = 'start-chromium';

/**
 * A script, so that callers only need the path of one program. It prefers the system's libraries to the package's,
 * which need a newer libc than some systems have.
 */
const startScript = `#!/bin/sh
# Starts the Chromium beside it, with fonts and libraries that a small system may lack.
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

/** The version that package.json asks for; newer ones need a newer Node.js. */
export const packagedVersion = '147.0.0';

/** The package's name in messages. */
export const packageName = `the package @sparticuz/chromium ${packagedVersion}`;

const root = fileURLToPath(new URL('../../..', import.meta.url));

const parts = [
  startScriptName,
  'chromium',
  'libEGL.so',
  'libGLESv2.so',
  'libvk_swiftshader.so',
  'libvulkan.so.1',
  'vk_swiftshader_icd.json',
  'fonts.conf',
  'fonts/fonts',
  'al2023/lib',
];

/**
 * Unpacks the browser of the package.
 * @param folder an empty folder; if unpacking fails, its content is useless
 * @throws Error if the package isn't installed, or there is no room
 */
export async function unpackBrowser(folder: string): Promise<void> {
  // The package always unpacks to the temporary folder of its process. It unpacks the system libraries that it brings
  // along only if it believes that it runs in this environment.
  const environment = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const source = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    timeout: 180_000,
  });
  await writeFile(join(folder, startScriptName), startScript);
  await writeFile(join(folder, 'fonts.conf'), fontsConfiguration);
  for (const program of [startScriptName, 'chromium']) await chmod(join(folder, program), 0o755);
  await ownAll(folder);
  if (!(await isWhole(folder))) throw new Error('The package lacks a part of the browser');
}

/** Whether a folder holds everything that is unpacked into it. */
export async function isWhole(folder: string): Promise<boolean> {
  try {
    await Promise.all(parts.map((part) => access(join(folder, part))));
    return true;
  } catch {
    return false;
  }
}

/** If root unpacks files, they belong to the user who packed them, which may be another user of this machine. */
async function ownAll(folder: string): Promise<void> {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  if (user === undefined || group === undefined) return;
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => lchown(join(folder, name), user, group)));
}

/**
 * Whether Chromium can sandbox its processes here. On Linux it uses namespaces, which it refuses to do as root, and
 * which containers and some distributions deny; without them, Chromium only starts if it is told not to sandbox.
 */
export async function hasProcessSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  try {
    // The kinds of namespaces that Chromium makes: user, process ids, network.
    await promisify(execFile)('unshare', ['-U', '-r', '-p', '-n', '-f', 'true'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
