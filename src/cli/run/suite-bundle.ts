import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** The condition under which the imports `#fixtures` and `#src` of package.json lead to the bundle. */
const condition = 'seller-api-bundle';

/** The folder of the bundle in package.json: a link, because no target of an import may lie in node_modules. */
const linkName = '.bundle';

/** Milliseconds after which a bundle that no run has used is removed. */
const keptFor = 86_400_000;

/**
 * Bundles what the specs and Playwright's configuration import, and the sandbox, so that each process of a run loads
 * a few files of JavaScript instead of hundreds of TypeScript. The name of a bundle is a digest of its sources: a
 * stale one is never used.
 * @param root folder of the project
 * @param complete adds to the folder of a new bundle what else its processes read
 * @returns variables for Playwright's process, which its workers inherit; none if no bundle can be written, because a
 * run doesn't need one
 */
export async function suiteBundle(
  root: string,
  environment: NodeJS.ProcessEnv,
  complete: (folder: string) => Promise<void>,
): Promise<{ readonly NODE_OPTIONS?: string }> {
  try {
    await linkBundle(root, complete);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return {};
    throw error;
  }
  return { NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --conditions=${condition}`.trim() };
}

async function linkBundle(root: string, complete: (folder: string) => Promise<void>): Promise<void> {
  const sources = [
    ...['fixtures', 'sandbox', 'schemas', 'specs', 'src'].flatMap((room) => filesBelow(join(root, room))),
    ...['package.json', 'package-lock.json', 'playwright.config.ts'].map((name) => join(root, name)),
  ];
  const cache = join(root, 'node_modules/.cache/seller-api-conformance/bundles');
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, digestOf(sources));
  if (!existsSync(folder)) await bundleInto(root, modulesNamedIn(root, sources), folder, complete);
  const now = new Date();
  utimesSync(folder, now, now);
  link(folder, join(root, linkName));
  for (const name of readdirSync(cache))
    if (statSync(join(cache, name)).mtimeMs < now.getTime() - keptFor)
      rmSync(join(cache, name), { recursive: true, force: true });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|json|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).includes('node_modules'))
    .toSorted();
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Where the bundle of a module begins, relative to its folder and without an extension. */
function outputOf(root: string, module: string): string {
  return isAbsolute(module) ? relative(root, module).replace(/\.tsx?$/, '') : `packages/${module}`;
}

/** The modules that the `#` imports of specs and configurations name: the entry points of a bundle. */
export function modulesNamedIn(root: string, sources: readonly string[]): string[] {
  const importers = sources.filter((file) => /\.(spec|config)\.ts$/.test(file));
  const names = importers.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'#((?:fixtures|sandbox|src)[^']*)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].map((name) => join(root, moduleOf(name)));
}

/** The source of the module that an import `#NAME` names, below the root. */
export function moduleOf(name: string): string {
  return { fixtures: 'fixtures/index.ts', sandbox: 'sandbox/main.ts' }[name] ?? `${name}.ts`;
}

/** Builds a bundle next to its place and moves it there as a whole, because another run may build the same one. */
async function bundleInto(
  root: string,
  entryPoints: readonly string[],
  folder: string,
  complete: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await complete(unfinished);
  const plugins = [sourceAddresses((path) => JSON.stringify(pathToFileURL(path).href))];
  await bundle(root, entryPoints, unfinished, {
    packages: 'external',
    define: { BUNDLE_FOLDER: JSON.stringify(folder) },
    plugins,
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Bundles modules of the suite as JavaScript, each at the same place below the folder as below the root.
 * @param entryPoints paths of modules, or names of packages, which become `packages/NAME.js`
 * @param options in addition to those that every bundle has
 * @returns the files that the bundle consists of
 */
export async function bundle(
  root: string,
  entryPoints: readonly string[],
  folder: string,
  options: BuildOptions,
): Promise<Metafile> {
  const built = await build({
    entryPoints: entryPoints.map((path) => ({ in: path, out: outputOf(root, path) })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Some packages have a module for bundlers next to one that requires files by names known only when it runs.
    mainFields: ['module', 'main'],
    target: 'node20',
    logLevel: 'silent',
    ...options,
    metafile: true,
  });
  return built.metafile;
}

/**
 * Lets a module in a bundle find the files next to its source.
 * @param address the expression to use instead of `import.meta.url` in a source, by the path of the source
 */
export function sourceAddresses(address: (path: string) => string): Plugin {
  return {
    name: 'source-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        return { contents: text.replaceAll('import.meta.url', address(path)), loader: 'ts' };
      });
    },
  };
}

function link(folder: string, path: string): void {
  if (linkedFrom(path) === folder) return;
  const unfinished = `${path}.${process.pid}`;
  symlinkSync(folder, unfinished, 'junction');
  renameSync(unfinished, path);
}

function linkedFrom(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
