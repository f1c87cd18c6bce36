import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { buildDocuments } from '../../src/contract/documents/build-documents.js';
import { pageCode } from '../../src/report/page/page-code.js';
import { filesIn } from './current-build.mjs';

/** The command, and the modules that a run loads by their paths, in addition to its specs. */
export const programs = [
  ...['src/cli/main', 'playwright.config', 'fixtures/global-setup', 'sandbox/main'],
  ...['src/report/run/reporter', 'src/report/run/merge-reporter', 'src/report/run/merge.config'],
] as const;

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
 * Bundles the suite as JavaScript, so that each process loads a few files instead of hundreds: each spec and each module
 * that is loaded by a path or imported by a spec is at the same place below the folder as below the root, and a package is
 * `packages/NAME.js`. The documents and the code of the report's page become JSON. A spec imports from `#fixtures` and
 * `#src`, never by a relative path.
 * @param options of all code but the specs, which only import it
 * @returns the files that the bundle consists of, except for the specs
 */
export async function bundle(
  root: string,
  { modules, packages, folder, putSource }: BundleContents,
  options: BuildOptions,
): Promise<Metafile> {
  const specs = filesIn(join(root, 'specs'), /\.spec\.ts$/);
  const named = [...new Set([...modules, ...importedBy(specs)])];
  const common = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  } as const;
  await buildDocuments(join(folder, 'schemas'));
  writeFileSync(join(folder, 'page-code.json'), JSON.stringify(await pageCode()));
  const { metafile } = await build({
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
  });
  // Not at the same time: if one fails, the other must not write on.
  await build({
    ...common,
    entryPoints: specs.map((spec) => sourceIn(folder, root, spec, putSource)),
    outdir: join(folder, 'specs'),
    outbase: join(folder, 'specs'),
    // Playwright's reports name and show the lines of the source, by its path below the specs that it loads.
    preserveSymlinks: true,
    sourcemap: true,
    sourcesContent: false,
    plugins: [modulesOfSuite(folder, packages)],
  });
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

const ownAddress = (path: string): string => JSON.stringify(pathToFileURL(path).href);

/**
 * Lets a module in a bundle find the files next to its source.
 * @param address the expression to use instead of `import.meta.url` in a source, by the path of the source: the address
 * of that source by default
 */
export function sourceAddresses(address = ownAddress): Plugin {
  return {
    name: 'source-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        // As an expression, it is left alone when this source itself is bundled.
        const url = /import\.meta\.url/g;
        return url.test(text) ? { contents: text.replaceAll(url, address(path)), loader: 'ts' } : undefined;
      });
    },
  };
}
