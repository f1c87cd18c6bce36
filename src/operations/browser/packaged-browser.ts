import { execFile } from 'node:child_process';
import { access, chmod, lchown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fontsConfiguration, startScript, startScriptName } from './start-script.js';

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
