import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Expression, type Node, parse, type VariableDeclarator } from 'acorn';
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
  'src/target/run/test-choice.ts': "the user's own --grep, for tags of our tests",
  'src/traffic/recorded-exchange.ts': 'a path of the contract, with one repetition for each parameter',
  'src/verdicts/oracles/documents/web-pages.ts':
    'a method and a path of the contract, without repetition but of white space',
};

// In one process, because each process that runs one of these tests reads all sources.
test.describe.configure({ mode: 'default' });

const files = execFileSync('git', ['ls-files', 'src', 'fixtures', 'specs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
const expressionsOf = (file: string) =>
  expressionsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts');
const byFile = new Map(files.map((file) => [file, expressionsOf(file)]));

type Found = Readonly<Record<'source' | 'flags', string>>;

/** Every expression in a source text; undefined for each call of RegExp whose pattern the text doesn't show. */
function expressionsIn(source: string, loader: Loader = 'ts'): readonly (Found | undefined)[] {
  const { code } = transformSync(source, { loader, target: 'esnext', jsx: 'automatic' });
  const found: (Found | undefined)[] = [];
  const strings = new Map<string, string>();
  const visit = (node: Node): void => {
    const each = node as Expression | VariableDeclarator;
    if (each.type === 'VariableDeclarator' && each.id.type === 'Identifier' && each.init) {
      const text = textOf(each.init, strings);
      if (text !== undefined) strings.set(each.id.name, text);
    } else if (each.type === 'Literal' && each.regex)
      found.push({ source: each.regex.pattern, flags: each.regex.flags });
    else if (
      (each.type === 'NewExpression' || each.type === 'CallExpression') &&
      each.callee.type === 'Identifier' &&
      each.callee.name === 'RegExp'
    ) {
      const [pattern, flags = ''] = each.arguments.map((argument) => textOf(argument, strings));
      found.push(pattern === undefined ? undefined : { source: new RegExp(pattern, flags).source, flags });
    }
    for (const member of Object.values(node).flat())
      if (typeof member === 'object' && member !== null && 'type' in member) visit(member);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return found;
}

/** A string that is made of literals and of the constants before it; undefined for any other expression. */
function textOf(node: Node, strings: ReadonlyMap<string, string>): string | undefined {
  const each = node as Expression;
  if (each.type === 'Literal') return typeof each.value === 'string' ? each.value : undefined;
  if (each.type === 'Identifier') return strings.get(each.name);
  if (each.type !== 'TemplateLiteral') return undefined;
  const inserted = each.expressions.map((expression) => textOf(expression, strings));
  if (inserted.includes(undefined)) return undefined;
  return each.quasis.map(({ value }, index) => `${value.cooked}${inserted[index] ?? ''}`).join('');
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

test('each regular expression takes linear time', async () => {
  const excused = new Set<string>();
  const slow: string[] = [];
  for (const [file, found] of byFile)
    for (const each of found) {
      if (each === undefined || file in boundedFiles) continue;
      const literal = `/${each.source}/${each.flags}`;
      const problem = await problemOf(each);
      if (problem !== undefined && literal in accepted) excused.add(literal);
      else if (problem !== undefined) slow.push(`${file}: ${literal} takes ${problem} time`);
    }
  expect(slow).toEqual([]);
  expect(
    Object.keys(accepted).filter((literal) => !excused.has(literal)),
    'exceptions without need',
  ).toEqual([]);
});

const libraryFormats = 'node_modules/ajv-formats/dist/formats.js';

test('each expression that validates a format of the contract, or of OpenAPI, takes linear time', async () => {
  // The only expressions of the library that no document here uses.
  const unused = /^\/\^\(\?:https\?\|ftp\)/;
  const used = expressionsOf(libraryFormats).filter(
    (each) => each !== undefined && !unused.test(`/${each.source}`),
  );
  const problems = await Promise.all(used.map((each) => each && problemOf(each)));
  expect(problems.filter((each) => each !== undefined)).toEqual([]);
});

test('each exception is about an expression that exists', () => {
  const withUnknown = [...byFile].flatMap(([file, found]) => (found.includes(undefined) ? [file] : []));
  expect(withUnknown.sort()).toEqual(Object.keys(made).sort());
  expect(Object.keys(boundedFiles).filter((each) => !byFile.get(each)?.length)).toEqual([]);
});
