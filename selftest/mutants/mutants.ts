import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { build } from 'esbuild';
import { startSandboxes, targetSettings } from '#testing/sandbox-process';
import { programArguments, suiteFolder } from '../../src/contract/documents/folders.js';
import type { Alteration } from '../faults/alterations.js';
import { quickly } from '../faults/plantings.js';
import type { AlteredSandboxes } from '../faults/proof.js';

/** A change of one place in the sandbox's source. */
export interface Mutant extends Alteration {
  /** `domain/rate-limiter.ts createRateLimiter: window.count < limit → window.count <= limit`: no line, which may shift. */
  readonly id: string;
  /** Its name in the instrumented source. */
  readonly number: string;
  readonly file: string;
}

/**
 * The folders that are mutated, each with its files that hold no rule: sockets, logs, texts for people, and values
 * that are drawn and may as well be others.
 */
const mutated: Readonly<Record<string, readonly string[]>> = {
  service: [],
  domain: ['example-product.ts', 'random.ts'],
  http: ['connections.ts', 'documentation.ts', 'harmless-text.ts', 'log.ts'],
};

const sandbox = join(suiteFolder, 'sandbox');

/** The sandbox with all mutants in its source, of which at most one is active. */
export interface MutatedSandbox {
  readonly mutants: readonly Mutant[];
  readonly sources: InstrumentResult['files'];
}

/** Instruments the sandbox's source with all mutants. */
export async function mutate(): Promise<MutatedSandbox> {
  const files = Object.entries(mutated).flatMap(([folder, leftOut]) =>
    readdirSync(join(sandbox, folder))
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !leftOut.includes(name))
      .map((name) => join(sandbox, folder, name)),
  );
  const contents = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const described = [...contents].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, ignorers: [], excludedMutations: [], noHeader: true };
  const { files: sources, mutants } = await new Instrumenter(silent).instrument(described, options);
  const ids = new Map<string, number>();
  return {
    sources,
    mutants: mutants.flatMap(({ id: number, fileName, location, replacement }) => {
      const content = contents.get(fileName) ?? '';
      const original = textAt(content, location);
      if (isForPeople(original)) return [];
      const file = relative(sandbox, fileName).split(sep).join('/');
      const name = `${file} ${declarationAt(content, location.start.line)}: ${changeOf(original, replacement)}`;
      const count = (ids.get(name) ?? 0) + 1;
      ids.set(name, count);
      return [{ kind: 'mutants', id: count === 1 ? name : `${name} (${count})`, number, file }];
    }),
  };
}

/** The instrumenter's messages are about its own work. */
const silent = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], { get: () => () => false });

/** The text at a location, whose lines and columns count from 0. */
function textAt(content: string, { start, end }: Location): string {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines.push((lines.pop() ?? '').slice(0, end.column));
  return lines.join('\n').slice(start.column);
}

/** Whether a literal is a text of several words: a message or a description, which promises nothing. */
function isForPeople(original: string): boolean {
  return /^(['"`]).* .*\1$/s.test(original);
}

/** The name of the declaration around a line, as formatted code shows it: the last one that is not indented. */
function declarationAt(content: string, line: number): string {
  const before = content.split('\n').slice(0, line + 1);
  const names = before.map((text) =>
    /^(?:export )?(?:async )?(?:function\*?|const|class|let) (\w+)/.exec(text),
  );
  return names.findLast((found) => found !== null)?.[1] ?? 'module';
}

type Location = InstrumentResult['mutants'][number]['location'];

/** The most characters of a text in an id, and of what stays the same before the first difference. */
const [longest, context] = [60, 20];

/** Two texts in one line; if they are long, from shortly before their first difference. */
function changeOf(original: string, replacement: string): string {
  const texts = [original, replacement].map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const [before = '', after = ''] = texts;
  const difference = [...before].findIndex((character, index) => character !== after[index]);
  const start = before.length > longest ? Math.max(0, difference - context) : 0;
  const shortened = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + longest)}${text.length > start + longest ? '…' : ''}`;
  return texts.map(shortened).join(' → ');
}

/** What distinguishes a module that has no mutants from the same with mutants. */
const unmutated = '?unmutated';

/** Bundles the mutated sandbox as one module, with all of its own state. @param file of the bundle, below the packages */
export async function bundleMutated({ sources }: MutatedSandbox, file: string): Promise<void> {
  const mutatedSources = new Map(sources.map(({ name, content }) => [name, content]));
  await build({
    entryPoints: [join(sandbox, 'main.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
    inject: [join(suiteFolder, 'selftest/mutants/active-mutant.ts')],
    plugins: [
      {
        name: 'mutated-sources',
        setup({ onLoad, onResolve }) {
          // The control interface makes merchants for the tests, and is no part of the service.
          onResolve({ filter: /\/json-body\.js$/ }, ({ path, importer, resolveDir }) =>
            /[\\/]control[\\/]/.test(importer)
              ? { path: join(resolveDir, path.replace(/\.js$/, '.ts')), suffix: unmutated }
              : undefined,
          );
          onLoad({ filter: /[\\/]sandbox[\\/].*\.ts$/ }, ({ path, suffix }) => {
            const changed = suffix === unmutated ? undefined : mutatedSources.get(path);
            const text = changed ?? readFileSync(path, 'utf8');
            const address = JSON.stringify(pathToFileURL(path).href);
            // As an expression, it is left alone when this source itself is bundled.
            return { contents: text.replaceAll(/import\.meta\.url/g, address), loader: 'ts' };
          });
        },
      },
    ],
  });
}

/**
 * Starts a mutated sandbox for each name in one process: that of a mutant, or of none.
 * @param files where the names of those that crash are noted, and what is reached, as `sandboxes.ts` takes them
 */
export async function startMutated(
  bundle: string,
  seed: number,
  names: readonly string[],
  ...files: readonly string[]
): Promise<AlteredSandboxes> {
  const program = [
    ...programArguments('selftest/mutants/sandboxes'),
    bundle,
    ['unchanged', ...names].join(','),
    ...files,
    '--',
  ];
  const started = await startSandboxes(names.length + 1, quickly(seed), program);
  const [unchanged, ...changed] = started.sandboxes.map((each) => each.url !== '' && targetSettings(each));
  if (!unchanged)
    throw new Error('The sandbox ends even without a change, so a change that ends it shows nothing.');
  return { ...started, settings: changed.map((each) => each || undefined) };
}
