import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Expression, type Node, type Program, parse } from 'acorn';
import { type Loader, transformSync } from 'esbuild';
import { check } from 'recheck';
import { expect, test } from '#testing/unit-test';

/**
 * A regular expression that meets text of a target must take time that grows only with the length of the text. Our own
 * code has no way to stop one that takes the square of it: two megabytes would block a process for half an hour. So
 * each expression of the suite is checked, unless it is listed here with the reason why it needn't be.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Files whose expressions aren't checked. */
const boundedFiles: Readonly<Record<string, string>> = {
  'src/verdicts/checks/leaks.ts': 'matchesIn passes at most 2,020 characters to each of them',
};

/** Expressions that take the square of a length, and never see a long text of a target. */
const accepted: Readonly<Record<string, string>> = {
  '/^[.-]+|[.-]+$/g': 'the name of a target, which the user chose',
  '/\\.+$/': 'a host name: of a setting, or in a header of at most 16 KiB',
  '/\\/+$/': 'an address in the settings of the user',
  '/^info:$[\\s\\S]*?^ {2}version: ["\']?([^\\s"\']+)/m': 'our own schemas/openapi.yaml',
  '/^Control: (?<target_control_url>\\S+)$[\\s\\S]*^Sandbox ready: (?<target_url>\\S+)$/m':
    'the first lines of our own sandbox',
};

/** Calls of RegExp whose pattern is known only when they run, and why that pattern does no harm. */
const made: Readonly<Record<string, string>> = {
  'src/data/valid/identifiers.ts': 'a class with a fixed number, for generated values',
  'src/data/invalid/product-item.ts': 'a class with a fixed number, for generated values',
  'src/data/valid/product-bounds.ts': 'a class with a fixed number, for generated values',
  'src/data/valid/product-item.ts': 'a class with a fixed number, for generated values',
  'src/learning/align/names.ts': 'a word of our own table between word boundaries',
  'src/cli/program.ts': "the user's own --grep, which is only read, not run",
  'src/target/run/test-choice.ts': "the user's own --grep, for tags of our tests",
  'src/traffic/recorded-exchange.ts': 'a path of the contract, with one repetition for each parameter',
  'src/verdicts/oracles/documents/web-pages.ts':
    'a method and a path of the contract, without repetition but of white space',
};

interface Found {
  /** As a literal: `/a+/g`. */
  readonly literal: string;
  readonly source: string;
  readonly flags: string;
}

// In one process, because each process that runs one of these tests reads all sources.
test.describe.configure({ mode: 'default' });

const files = execFileSync('git', ['ls-files', 'src', 'fixtures', 'specs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
const expressionsOf = (file: string) =>
  expressionsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts');
const byFile = new Map(files.map((file) => [file, expressionsOf(file)]));

/** Every expression in a source text; undefined for each call of RegExp whose pattern the text doesn't show. */
function expressionsIn(source: string, loader: Loader = 'ts'): readonly (Found | undefined)[] {
  const { code } = transformSync(source, { loader, target: 'esnext', jsx: 'automatic' });
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const strings = constantTexts(program);
  const found: (Found | undefined)[] = [];
  const visit = (node: Node): void => {
    const each = node as Expression;
    if (each.type === 'Literal' && each.regex) found.push(asFound(each.regex.pattern, each.regex.flags));
    else if ((each.type === 'NewExpression' || each.type === 'CallExpression') && isRegExp(each.callee)) {
      const [pattern, flags] = each.arguments.map((argument) => textOf(argument, strings));
      const isKnown = pattern !== undefined && (each.arguments.length < 2 || flags !== undefined);
      found.push(isKnown ? asFound(new RegExp(pattern, flags).source, flags ?? '') : undefined);
    }
    for (const member of Object.values(node).flat()) if (isNode(member)) visit(member);
  };
  visit(program);
  return found;
}

function asFound(source: string, flags: string): Found {
  return { literal: `/${source}/${flags}`, source, flags };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isRegExp(callee: Node): boolean {
  return callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp';
}

/** The strings of a module's constants, as far as they are made of literals and of each other. */
function constantTexts({ body }: Program): ReadonlyMap<string, string> {
  const strings = new Map<string, string>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) {
      const text = init ? textOf(init, strings) : undefined;
      if (id.type === 'Identifier' && text !== undefined) strings.set(id.name, text);
    }
  }
  return strings;
}

function textOf(node: Node, strings: ReadonlyMap<string, string>): string | undefined {
  const each = node as Expression;
  if (each.type === 'Literal') return typeof each.value === 'string' ? each.value : undefined;
  if (each.type === 'Identifier') return strings.get(each.name);
  if (each.type !== 'TemplateLiteral') return undefined;
  const parts = each.quasis.flatMap(({ value }, index) => {
    const inserted = each.expressions[index];
    return [value.cooked ?? '', ...(inserted ? [textOf(inserted, strings)] : [])];
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/**
 * The judgement depends on steps alone, never on time. An expression is slow if a text of 300,000 characters or less
 * takes it 500 steps or more for each character.
 */
const judgement = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  randomSeed: 1,
  maxAttackStringSize: 300_000,
  attackLimit: 150_000_000,
} as const;

/** The time that an expression can take, if that isn't linear; undefined if it is. */
async function problemOf({ source, flags }: Found): Promise<string | undefined> {
  const result = await check(source, flags, judgement);
  if (result.status === 'safe') return undefined;
  return result.status === 'unknown' ? 'unknown' : result.complexity.summary;
}

const unique = new Map(
  [...byFile].flatMap(([file, found]) =>
    file in boundedFiles
      ? []
      : found.flatMap((each) => (each === undefined ? [] : [[each.literal, { ...each, file }]])),
  ) as [string, Found & { readonly file: string }][],
);

test('each regular expression takes linear time', async () => {
  const slow: string[] = [];
  for (const each of unique.values()) {
    const problem = await problemOf(each);
    const isAccepted = each.literal in accepted;
    if (problem !== undefined && !isAccepted)
      slow.push(`${each.file}: ${each.literal} takes ${problem} time`);
    if (problem === undefined && isAccepted)
      slow.push(`${each.literal} takes linear time: remove its exception`);
  }
  expect(slow).toEqual([]);
});

const libraryFormats = 'node_modules/ajv-formats/dist/formats.js';

test('each expression that validates a format of the contract, or of OpenAPI, takes linear time', async () => {
  // The only expressions of the library that no document here uses.
  const unused = /^\/\^\(\?:https\?\|ftp\)/;
  const used = expressionsOf(libraryFormats).filter(
    (each) => each !== undefined && !unused.test(each.literal),
  );
  const problems = await Promise.all(used.map((each) => each && problemOf(each)));
  expect(problems.filter((each) => each !== undefined)).toEqual([]);
});

test('a planted expression is found and takes more than linear time', async () => {
  const planted = expressionsIn(`
    const number = '\\\\d+(?: \\\\d+)+';
    const perMinute = new RegExp(\`\${number} per minute\`, 'g');
    const blank: RegExp = /\\s+$/;
    const nested = (text: string) => /^(?:a+)+$/.test(text);
    const other = (text: string) => new RegExp(text);
  `);
  const problems = await Promise.all(planted.map((each) => each && problemOf(each)));
  expect(planted.map((each) => each?.literal)).toEqual([
    '/\\d+(?: \\d+)+ per minute/g',
    '/\\s+$/',
    '/^(?:a+)+$/',
    undefined,
  ]);
  expect(problems).toEqual(['2nd degree polynomial', '2nd degree polynomial', 'exponential', undefined]);
});

test('each exception is about an expression that exists', () => {
  const withUnknown = [...byFile].flatMap(([file, found]) => (found.includes(undefined) ? [file] : []));
  expect(withUnknown.sort()).toEqual(Object.keys(made).sort());
  expect(Object.keys(accepted).filter((each) => !unique.has(each))).toEqual([]);
  expect(Object.keys(boundedFiles).filter((each) => !byFile.get(each)?.length)).toEqual([]);
});
