// @ts-check
// Runs a program of a checkout, such as the command `src/cli/main`, as JavaScript, because most commands take less time
// than compiling the hundreds of TypeScript modules that they need. The bundle is built if a source has changed. If it
// can't be built, the sources run instead, and say what is wrong with them.
//
//     node tools/bundle/start.mjs PROGRAM [ARGUMENT...]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { currentBundle } from './current-bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name = ''] = process.argv.splice(2, 1);
const bundle = await currentBundle(root, async (unfinished, folder) => {
  const { tsImport } = await import('tsx/esm/api');
  const { bundleCheckout } = await tsImport('./checkout.ts', import.meta.url);
  await bundleCheckout(root, unfinished, folder);
}).catch(() => undefined);
let file = bundle && join(bundle, `${name}.js`);
if (file === undefined || !existsSync(file)) {
  file = join(root, `${name}.ts`);
  const tsx = import.meta.resolve('tsx');
  await import(tsx);
  // For a process that this one starts as Node.js was started here.
  process.execArgv.push('--import', tsx);
}
process.argv[1] = file;
await import(pathToFileURL(file).href);
