import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from 'acorn';
import { transformSync } from 'esbuild';
import { check } from 'recheck';
import { expect, test } from '#testing/unit-test';
import { suiteFolder } from '../src/contract/documents/folders.js';

/** Expressions that take the square of a length, and never see a long text of a target. */
const accepted: Readonly<Record<string, string>> = {
  '/^[.-]+|[.-]+$/g': 'the name of a target, which the user chose',
  '/\\.+$/': 'a host name: of a setting, or in a header of at most 16 KiB',
  '/\\/+$/': 'an address in the settings of the user',
  '/^info:$[\\s\\S]*?^ {2}version: ["\']?([^\\s"\']+)/m': 'our own schemas/openapi.yaml',
  '/^Control: (?<target_control_url>\\S+)$[\\s\\S]*^Sandbox ready: (?<target_url>\\S+)$/m':
    'the first lines of our own sandbox',
};

/** Files that make an expression from a text, and why its pattern does no harm. */
const made: Readonly<Record<string, string>> = {
  'src/contract/description/limit-in-words.ts': 'its test finds a limit at the end of millions of numbers',
  'src/contract/values/search.ts': "the user's own --grep, for tags of our tests",
  'src/data/valid/identifiers.ts': 'a class with a fixed number, for generated values',
  'src/data/invalid/product-item.ts': 'a class with a fixed number, for generated values',
  'src/data/valid/product-bounds.ts': 'a class with a fixed number, for generated values',
  'src/data/valid/product-item.ts': 'a class with a fixed number, for generated values',
  'src/footprint/ledger/write.ts': 'a path of the contract, with one repetition for its parameter',
  'src/http/shown/printable.ts': 'its test shows that it takes time in proportion to the text',
  'src/learning/align/names.ts': 'a word of our own table between word boundaries',
  'src/traffic/allow-list.ts':
    'two parts of fixed length, groups of digits, and a class that takes the rest of a word at once',
  'src/traffic/recorded-exchange.ts': 'a path of the contract, with one repetition for each parameter',
  'src/verdicts/oracles/documents/web-pages.ts': 'a path of the contract; only white space repeats',
};

/** It passes at most 2,020 characters to each of its expressions. */
const bounded = 'src/verdicts/checks/leaks.ts';

const sourceOf = (file: string) => readFileSync(join(suiteFolder, file), 'utf8');
const listed = execFileSync('git', ['ls-files', 'src', 'fixtures', 'specs'], { cwd: suiteFolder });
const files = `${listed}`.split('\n').filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== bounded);

type Found = Readonly<Record<'pattern' | 'flags', string>>;

/** Every expression in a source. */
function expressionsIn(file: string): readonly Found[] {
  const loader = file.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(sourceOf(file), { loader, target: 'esnext', jsx: 'automatic' });
  const tokens: (Token & { readonly value?: Found })[] = [];
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens });
  return tokens.flatMap(({ type, value }) => (type.label === 'regexp' && value ? [value] : []));
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
async function problemOf({ pattern, flags }: Found): Promise<string | undefined> {
  const result = await check(pattern, flags, judgement);
  if (result.status === 'safe') return undefined;
  return result.status === 'unknown' ? 'unknown' : result.complexity.summary;
}

/**
 * A regular expression that meets text of a target must take time that grows only with the length of the text. Our own
 * code has no way to stop one that takes the square of it: two megabytes would block a process for half an hour. So
 * each expression of the suite is checked, unless it is listed here with the reason why it needn't be.
 */
test('each regular expression takes linear time, also those that validate formats, and each exception is needed', async () => {
  const excused = new Set<string>();
  const slow: string[] = [];
  // The only expressions of the library that no document here uses.
  const unused = /^\^\(\?:https\?\|ftp\)/;
  for (const file of [...files, 'node_modules/ajv-formats/dist/formats.js'])
    for (const each of expressionsIn(file)) {
      const literal = `/${each.pattern}/${each.flags}`;
      const problem = unused.test(each.pattern) ? undefined : await problemOf(each);
      if (problem !== undefined && literal in accepted) excused.add(literal);
      else if (problem !== undefined) slow.push(`${file}: ${literal} takes ${problem} time`);
    }
  expect(slow).toEqual([]);
  expect([...excused].sort()).toEqual(Object.keys(accepted).sort());
  const making = files.filter((file) => /\bRegExp\(/.test(sourceOf(file)));
  expect(making.sort()).toEqual(Object.keys(made).sort());
});
