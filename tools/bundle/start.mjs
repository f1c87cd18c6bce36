// @ts-check
// Runs a program of a checkout, such as the command `src/cli/main`, as JavaScript, because compiling the hundreds of
// TypeScript modules that most commands need takes longer than the commands themselves. The bundle is built if a source
// has changed. If it can't be built or written, the sources run instead.
//
//     node tools/bundle/start.mjs PROGRAM [ARGUMENT...]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { currentBuild } from './current-build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name = ''] = process.argv.splice(2, 1);
const bundle = await currentBuild(root, 'suite', async (unfinished, folder) => {
  const { tsImport } = await import('tsx/esm/api');
  const { bundleCheckout } = await tsImport('./checkout.ts', import.meta.url);
  await bundleCheckout(root, unfinished, folder);
}).catch((error) => {
  // A checkout may be read-only, and a command says itself what is wrong with the contract.
  if (!('syscall' in error || error.name === 'ContractError'))
    process.stderr.write(`The bundle can't be built, so the sources run: ${error.message}\n`);
  return undefined;
});
let file = bundle && join(bundle, `${name}.js`);
if (file === undefined || !existsSync(file)) {
  file = join(root, `${name}.ts`);
  const tsx = import.meta.resolve('tsx');
  await import(tsx);
  // For processes that this one starts with its own options of Node.js.
  process.execArgv.push('--import', tsx);
}
process.argv[1] = file;
await import(pathToFileURL(file).href);
