import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { bundle, programs, sourceAddresses } from './suite-bundle.js';

/**
 * `npm run build`: builds `dist`, the code of the package. The suite and the packages that it uses become JavaScript at
 * the same places as their sources; data such as the contract stays where it is.
 */

const dist = join(suiteFolder, 'dist');

/** The packages that are installed with this one. All others become part of `dist`. */
const installed = ['@playwright/test', 'playwright-core', '@sparticuz/chromium'];

/** The packages that specs import: generated values must be of the same classes in the specs and in the suite. */
const usedBySpecs = ['fast-check'];

/** Only the sources of a checkout bundle anything when they run. */
const neverLoaded = ['esbuild'];

/**
 * The beginning of each file in `dist`: what CommonJS packages expect, and the address of the package's folder, at any
 * depth.
 */
const banner = `import { createRequire as requireOf } from 'node:module';
import { fileURLToPath as pathOfUrl } from 'node:url';
const require = requireOf(import.meta.url);
const suiteUrl = import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 1);`;

/** Where the files of other packages are that their code reads, by the name of the package. */
const packages = 'dist/packages';
const readByPackages = ['@fastify/swagger-ui/static'];

rmSync(dist, { recursive: true, force: true });
const metafile = await bundle(
  suiteFolder,
  {
    modules: programs,
    packages: usedBySpecs,
    folder: dist,
    putSource: copyFileSync,
  },
  {
    external: [...installed.flatMap((name) => [name, `${name}/*`]), ...neverLoaded],
    banner: { js: banner },
    define: { BUILT_AS_PACKAGE: 'true' },
    legalComments: 'none',
    chunkNames: 'shared/[name]-[hash]',
    plugins: [
      sourceAddresses((path) => `new URL(${JSON.stringify(inSuite(path))}, suiteUrl).href`),
      packageFolders(),
    ],
  },
);
for (const path of readByPackages)
  cpSync(join(suiteFolder, 'node_modules', path), join(suiteFolder, packages, path), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licensesOf(metafile));

/** The path of a file below the suite's folder, as in a URL. */
function inSuite(path: string): string {
  return relative(suiteFolder, path).split(sep).join('/');
}

/** Lets the code of other packages find the files that it reads, below `dist`. */
function packageFolders(): Plugin {
  return {
    name: 'package-folders',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        // An ES module that knows its folder declares the name itself.
        if (!/\b__dirname\b/.test(text) || /\b(?:const|let|var) __dirname\b/.test(text)) return undefined;
        const folder = inSuite(dirname(path)).replace(/^.*node_modules/, packages);
        const address = `pathOfUrl(new URL(${JSON.stringify(folder)}, suiteUrl))`;
        return { contents: text.replaceAll(/\b__dirname\b/g, address), loader: 'js' };
      });
    },
  };
}

/** The licenses of the packages whose code is part of a bundle. */
function licensesOf({ outputs }: Metafile): string {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const strings = [...new Set(folders)].sort().map((name) => {
    const folder = join(process.cwd(), name);
    const {
      name: packageName,
      version,
      license,
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
    return `${packageName} ${version}\n\n${text}\n`;
  });
  return strings.join(`\n${'-'.repeat(80)}\n\n`);
}
