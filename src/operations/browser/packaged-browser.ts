import { execFile } from 'node:child_process';
import { access, chmod, lchown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fontsConfiguration, startScript, startScriptName } from './start-script.js';

/** The version that package.json asks for; newer ones need a newer Node.js. */
export const packagedVersion = '147.0.0';

/** What the package is called to a user. */
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
 * @param folder one that is empty; where this fails, what is in it is of no use
 * @throws Error when the package isn't installed, or there is no room
 */
export async function unpackBrowser(folder: string): Promise<void> {
  // The package unpacks to the temporary folder of its process, whatever it is told. The libraries of the system that
  // it brings along are unpacked only where it takes itself to run in this environment.
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
  if (!(await isWhole(folder))) throw new Error('The package lacks a part of it');
}

/** Whether a folder holds all that is unpacked into it. */
export async function isWhole(folder: string): Promise<boolean> {
  try {
    await Promise.all(parts.map((part) => access(join(folder, part))));
    return true;
  } catch {
    return false;
  }
}

/** What root unpacks belongs to whoever packed it, who may be somebody else on this machine. */
async function ownAll(folder: string): Promise<void> {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  if (user === undefined || group === undefined) return;
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => lchown(join(folder, name), user, group)));
}
