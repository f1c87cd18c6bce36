import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** The modules that a run loads by their paths, in addition to its specs. */
export const programs = [
  'playwright.config',
  ...['fixtures/global-setup', 'sandbox/main', 'src/report/run/reporter', 'src/report/run/merge.config'],
] as const;

/** Milliseconds after which a bundle that no run has used is removed. */
const keptFor = 86_400_000;

/**
 * Builds the suite as JavaScript: the specs, what they import, and what a run loads by its path. So each process of a run
 * loads a few files instead of hundreds of TypeScript, and without a compiler. The name of a bundle is a digest of its
 * sources: a stale one is never used. A spec imports from `#fixtures` and `#src`, never by a relative path.
 * @param root folder of the project
 * @param further modules to load by their path, in addition to those of a run
 * @param complete adds to the folder of a new bundle what else its processes read
 * @returns its folder; undefined if none can be written, because a run doesn't need one
 */
export async function suiteBundle(
  root: string,
  further: readonly string[],
  complete: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  try {
    const folders = new Set([
      'fixtures',
      'sandbox',
      'schemas',
      'specs',
      'src',
      ...further.map((name) => name.replace(/\/.*/, '')),
    ]);
    const sources = [
      ...[...folders].flatMap((name) => filesBelow(join(root, name))),
      ...['package.json', 'package-lock.json', 'playwright.config.ts'].map((name) => join(root, name)),
    ];
    const cache = join(root, 'node_modules/.cache/seller-api-conformance/bundles');
    mkdirSync(cache, { recursive: true });
    const folder = join(cache, digestOf(sources, further));
    if (!existsSync(folder)) await bundleInto(root, further, folder, complete);
    const now = new Date();
    utimesSync(folder, now, now);
    // Another command may have removed it.
    for (const name of readdirSync(cache))
      if ((statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < now.getTime() - keptFor)
        rmSync(join(cache, name), { recursive: true, force: true });
    return folder;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|json|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).includes('node_modules'))
    .toSorted();
}

function digestOf(files: readonly string[], names: readonly string[]): string {
  const hash = createHash('sha256').update(names.join());
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The modules that specs import by a name with `#`, below the root and without an extension. */
function importedBy(specs: readonly string[]): string[] {
  const names = specs.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'#((?:fixtures|src)[^']*)'/g)].map(([, name = '']) => name),
  );
  return names.map(moduleOf);
}

/** The module that an import `#NAME` names. */
function moduleOf(name: string): string {
  return name === 'fixtures' ? 'fixtures/index' : name;
}

/** Builds a bundle next to its place and moves it there as a whole, because another run may build the same one. */
async function bundleInto(
  root: string,
  further: readonly string[],
  folder: string,
  complete: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await complete(unfinished);
  await bundle(
    root,
    { modules: [...programs, ...further], packages: [], folder: unfinished, putSource: linkOrCopy },
    {
      packages: 'external',
      define: { BUNDLE_FOLDER: JSON.stringify(folder) },
      plugins: [sourceAddresses((path) => JSON.stringify(pathToFileURL(path).href))],
    },
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** An editor that opens the link changes the source. Not every account on Windows may make one. */
function linkOrCopy(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch {
    copyFileSync(source, path);
  }
}

interface BundleContents {
  /** Modules that are loaded by their path, below the root and without an extension. */
  readonly modules: readonly string[];
  /** Packages that specs import and that become part of the bundle, so that a value has one class in all of it. */
  readonly packages: readonly string[];
  readonly folder: string;
  /** Makes the file of a source appear at a second path. */
  readonly putSource: (source: string, path: string) => void;
}

/**
 * Bundles the suite as JavaScript: each spec and each module that is loaded by a path or imported by a spec is at the
 * same place below the folder as below the root, and a package is `packages/NAME.js`.
 * @param options of all code but the specs, which only import it
 * @returns the files that the bundle consists of, except for the specs
 */
export async function bundle(
  root: string,
  { modules, packages, folder, putSource }: BundleContents,
  options: BuildOptions,
): Promise<Metafile> {
  const specs = filesBelow(join(root, 'specs')).filter((file) => file.endsWith('.spec.ts'));
  const named = [...new Set([...modules, ...importedBy(specs)])];
  const common = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  } as const;
  const [{ metafile }] = await Promise.all([
    build({
      ...common,
      entryPoints: [
        ...named.map((name) => ({ in: join(root, `${name}.ts`), out: name })),
        ...packages.map((name) => ({ in: name, out: `packages/${name}` })),
      ],
      outdir: folder,
      splitting: true,
      // Some packages have a module for bundlers next to one that requires files by names known only when it runs.
      mainFields: ['module', 'main'],
      ...options,
      metafile: true,
    }),
    build({
      ...common,
      entryPoints: specs.map((spec) => sourceIn(folder, root, spec, putSource)),
      outdir: join(folder, 'specs'),
      outbase: join(folder, 'specs'),
      // Playwright's reports name and show the lines of the source, by its path below the specs that it loads.
      preserveSymlinks: true,
      sourcemap: true,
      sourcesContent: false,
      plugins: [modulesOfSuite(folder, packages)],
    }),
  ]);
  return metafile;
}

/** Puts the source of a spec next to its JavaScript. @returns its path there */
function sourceIn(
  folder: string,
  root: string,
  spec: string,
  putSource: BundleContents['putSource'],
): string {
  const path = join(folder, relative(root, spec));
  mkdirSync(dirname(path), { recursive: true });
  putSource(spec, path);
  return path;
}

/** Lets specs import modules and packages from the bundle. */
function modulesOfSuite(folder: string, packages: readonly string[]): Plugin {
  return {
    name: 'modules-of-suite',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return undefined;
        if (!path.startsWith('#') && !packages.includes(path)) return { path, external: true };
        const name = path.startsWith('#') ? moduleOf(path.slice(1)) : `packages/${path}`;
        const module = relative(dirname(importer), join(folder, `${name}.js`))
          .split(sep)
          .join('/');
        return { path: module, external: true };
      });
    },
  };
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
