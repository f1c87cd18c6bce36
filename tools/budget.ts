import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';

/**
 * `node --import tsx tools/budget.ts [--lower]`: compares the lines of code in each room with the most that
 * budget.json allows it, and prints the table; the exit code is 1 if a room has more, or if a file belongs to no
 * room. With `--lower`, it writes today's figures wherever they are lower.
 */
const root = join(import.meta.dirname, '..');
const file = join(import.meta.dirname, 'budget.json');

const kinds = ['production', 'tests'] as const;

/** Lines of code. */
type Figures = Record<(typeof kinds)[number], number>;

/** Rooms by their names: the most lines that each may have, and its folders and files below the root. */
type Rooms = Readonly<Record<string, Figures & { readonly of: readonly string[] }>>;

const rooms: Rooms = JSON.parse(readFileSync(file, 'utf8'));
const today: ReadonlyMap<string, Figures> = new Map(
  Object.keys(rooms).map((name) => [name, { production: 0, tests: 0 }]),
);
const problems: string[] = [];
for (const path of sources()) {
  const [name = ''] = Object.entries(rooms).find(([, { of }]) => of.some((each) => isIn(path, each))) ?? [];
  const figures = today.get(name);
  const text = readFileSync(join(root, path), 'utf8');
  if (figures === undefined) problems.push(`${path} belongs to no room of tools/budget.json.`);
  else figures[/\.test\.tsx?$/.test(path) ? 'tests' : 'production'] += linesOfCode(text);
  if (/^\s*(?:\/\/|\/\*|\{\/\*) biome-ignore(?:-\w+)? format/m.test(text))
    problems.push(`${path} has lines that Biome doesn't format.`);
}

const [sum, before] = [sumOf(rooms), Math.min(...previousRooms().map(sumOf))];
if (sum > before)
  problems.push(
    `The budgets allow ${sum} lines together, ${before} before: what one room gets, another one loses.`,
  );
for (const [name, now] of today)
  for (const kind of kinds) {
    const more = now[kind] - (rooms[name]?.[kind] ?? 0);
    const noun = kind === 'tests' ? 'tests' : 'production code';
    if (more > 0)
      problems.push(
        `${name} has ${now[kind]} lines of ${noun}, ${more} more than its budget: remove as many, or take them from another room.`,
      );
  }
if (process.argv.includes('--lower') && problems.length === 0) {
  for (const [name, now] of today) Object.assign(rooms[name] ?? {}, now);
  writeFileSync(file, JSON.stringify(rooms));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'ignore' });
}
const all = ['all', totals([...today.values()]), totals(Object.values(rooms))] as const;
const rows = [...today].map(([name, now]) => [name, now, rooms[name] ?? now] as const);
for (const [name, now, most] of [...rows, all]) {
  const columns = kinds.map((kind) => `${now[kind]} of ${most[kind]}`.padStart(16));
  standardOutput.printAsIs(`${name.padEnd(40)}${columns.join('')}`);
}
if (problems.length > 0) {
  standardError.printAsIs(problems.join('\n'));
  process.exitCode = 1;
}

/** The files that count, by their paths below the root: those of git, without what `npm run generate` writes. */
function sources(): readonly string[] {
  const list = (...which: readonly string[]) => git('ls-files', '-z', ...which).split('\0');
  const gone = new Set(list('--deleted'));
  return [...new Set(list('--cached', '--others', '--exclude-standard'))].filter(
    (path) => /\.(?:tsx?|mjs|css)$/.test(path) && !path.includes('.generated.') && !gone.has(path),
  );
}

/** Whether a file is that of a room, or in its folder. `*.css` stands for style sheets anywhere. */
function isIn(path: string, place: string): boolean {
  if (place.startsWith('*')) return path.endsWith(place.slice(1));
  return path === place || path.startsWith(`${place}/`);
}

/** The number of lines that are neither blank nor only a comment. */
function linesOfCode(text: string): number {
  let isComment = false;
  return text.split('\n').filter((each) => {
    const trimmed = each.trim();
    if (!isComment && /^\{?\/\*/.test(trimmed)) isComment = true;
    const isCode = trimmed !== '' && !isComment && !trimmed.startsWith('//');
    if (isComment && trimmed.includes('*/')) isComment = false;
    return isCode;
  }).length;
}

/** The rooms in the last two commits that changed their figures; the same ones where git doesn't know. */
function previousRooms(): readonly Rooms[] {
  const commits = git('log', '-2', '--format=%H', '--', 'tools/budget.json').split('\n').filter(Boolean);
  const found = commits.map((commit): Rooms => JSON.parse(git('show', `${commit}:tools/budget.json`)));
  return found.length > 0 ? found : [rooms];
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function totals(figures: readonly Figures[]): Figures {
  const total = (kind: keyof Figures) => figures.reduce((all, each) => all + each[kind], 0);
  return { production: total('production'), tests: total('tests') };
}

/** The lines of all rooms together. */
function sumOf(all: Rooms): number {
  const { production, tests } = totals(Object.values(all));
  return production + tests;
}
