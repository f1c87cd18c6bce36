import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build of the package replaces this name by `true`; in a checkout, it doesn't exist. */
declare const BUILT_AS_PACKAGE: true | undefined;

/** Whether this code is an installed package: JavaScript in `dist`, instead of the sources of a checkout. */
export const isPackage: boolean = typeof BUILT_AS_PACKAGE !== 'undefined';

/** The bundle of a checkout replaces this name by its folder; elsewhere, it doesn't exist. */
declare const BUNDLE_FOLDER: string | undefined;

/** The folder of the suite's own files: the checkout, or the installed package, which may be read-only. */
export const suiteFolder: string = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The folder of the user's files: `.env.NAME`, `targets`, `known-failures` and `reports`. In a checkout it is also the
 * suite's folder, because npm runs every script there.
 */
export const workingFolder: string = process.cwd();

/** The folder with the suite as JavaScript; undefined for the sources of a checkout. */
const builtFolder: string | undefined = isPackage
  ? join(suiteFolder, 'dist')
  : typeof BUNDLE_FOLDER === 'undefined'
    ? undefined
    : BUNDLE_FOLDER;

/** The folder of the specs, below which Playwright names them. */
export const specsFolder: string = join(builtFolder ?? suiteFolder, 'specs');

/**
 * The file of a module that a process or Playwright loads by its path.
 * @param name of the module below the suite's folder, without its extension, such as `sandbox/main`
 */
export function moduleFile(name: string): string {
  return builtFolder === undefined ? sourceFile(name) : join(builtFolder, `${name}.js`);
}

/**
 * The source of a module in a checkout.
 * @param name of the module below the suite's folder, without its extension, such as `sandbox/main`
 */
export function sourceFile(name: string): string {
  return join(suiteFolder, `${name}.ts`);
}

/** The documents in `schemas` that every process of a run reads. */
export const documents = ['openapi', 'requirements'] as const;

/**
 * The folder with the documents as JSON, because parsing YAML takes most of a process's start, and validating the
 * contract even longer: a build does both once. Undefined for the sources of a checkout.
 */
export const builtDocuments: string | undefined = builtFolder && join(builtFolder, 'schemas');

/** The file with the code of the report's page, which a build bundles once. Undefined for the sources of a checkout. */
export const builtPageCode: string | undefined = builtFolder && join(builtFolder, 'page-code.json');

/**
 * Reads a document of `schemas`.
 * @param parse reads the YAML
 */
export function readDocument<Content>(
  name: (typeof documents)[number],
  parse: (yaml: string) => Content,
): Content {
  if (builtDocuments !== undefined)
    return JSON.parse(readFileSync(join(builtDocuments, `${name}.json`), 'utf8'));
  return parse(readFileSync(join(suiteFolder, `schemas/${name}.yaml`), 'utf8'));
}

/** The arguments with which Node.js runs a program of the suite: its `moduleFile` or, from the sources, the starter that builds it. */
export function programArguments(name: string): readonly string[] {
  return builtFolder === undefined ? [join(suiteFolder, 'tools/bundle/start.mjs'), name] : [moduleFile(name)];
}

/**
 * A command as people type it here: an npm script in a checkout, otherwise the command of the package.
 * @param name in the package: `run` is the script `conformance`
 * @param args what follows the command
 * @param packaged for which of the two
 */
export function commandLine(
  name: string,
  args: readonly string[] = [],
  packaged: boolean = isPackage,
): string {
  if (packaged) return ['npx seller-api-conformance', name, ...args].join(' ');
  const script = `npm run ${name === 'run' ? 'conformance' : name}`;
  return args.length === 0 ? script : [script, '--', ...args].join(' ');
}

/** The end of the name of a spec that Playwright loads: of JavaScript, or of a source that it compiles. */
const specEnding = builtFolder === undefined ? '.spec.ts' : '.spec.js';

/**
 * The pattern of the specs that Playwright loads, next to which a build has their sources.
 * @param source a path or pattern of their sources, below specs/
 */
export function specPattern(source: string): string {
  return `**/${source.replace(/\.spec\.ts$/, specEnding)}`;
}

/**
 * The name of a spec's file: Playwright loads it as JavaScript, but seeds, plans and reports always use the name of its
 * source.
 * @param file as Playwright or an argument of it names it
 */
export function sourceOfSpec(file: string): string {
  return file.replace(/\.spec\.(?:js|\[jt\]s)(?=:\d|$)/, '.spec.ts');
}

/**
 * The pattern by which Playwright finds the specs of an argument, which names their sources: it must match the file and
 * the source.
 * @param argument a file, possibly with a line, or a folder
 */
export function specArgument(argument: string): string {
  const below = argument.startsWith(suiteFolder) ? relative(suiteFolder, argument) : argument;
  return below.replace(/\.spec\.ts(?=:\d|$)/, '.spec.[jt]s');
}
