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

/** The most lines of code that a room may have. */
interface Figures {
  production: number;
  tests: number;
}

interface Room extends Figures {
  /** Folders and files below the root. */
  readonly of: readonly string[];
}

type Kind = keyof Figures;
const kinds: readonly Kind[] = ['production', 'tests'];

const rooms: Record<string, Room> = JSON.parse(readFileSync(file, 'utf8'));
const problems: string[] = [];
const counted = new Map(Object.keys(rooms).map((name) => [name, { production: 0, tests: 0 }]));
for (const path of sources()) {
  const [name] =
    Object.entries(rooms).find(([, { of }]) => of.some((each) => path === each || isIn(path, each))) ?? [];
  const figures = counted.get(name ?? '');
  const text = readFileSync(join(root, path), 'utf8');
  if (figures === undefined) problems.push(`${path} belongs to no room of tools/budget.json.`);
  else figures[/\.test\.tsx?$/.test(path) ? 'tests' : 'production'] += linesOfCode(text);
  if (/^\s*(?:\/\/|\/\*|\{\/\*) biome-ignore(?:-\w+)? format/m.test(text))
    problems.push(`${path} has lines that Biome doesn't format.`);
}

const [sum, before] = [sumOf(rooms), sumOf(previousRooms())];
if (sum > before)
  problems.push(
    `The budgets allow ${sum} lines together, ${before} before: what one room gets, another one loses.`,
  );
const rows = [...counted].map(([name, now]) => {
  const most = rooms[name] ?? { production: 0, tests: 0 };
  for (const kind of kinds)
    if (now[kind] > most[kind])
      problems.push(
        `${name} has ${now[kind]} lines of ${kind === 'tests' ? 'tests' : 'production code'}, ${now[kind] - most[kind]} more than its budget: remove as many, or take them from another room.`,
      );
  return { name, now, most };
});
if (process.argv.includes('--lower') && problems.length === 0) {
  for (const { name, now } of rows) Object.assign(rooms[name] ?? {}, now);
  writeFileSync(file, JSON.stringify(rooms));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'ignore' });
}
standardOutput.printAsIs([...rows, { name: 'all', ...sums() }].map(line).join('\n'));
if (problems.length > 0) {
  standardError.printAsIs(problems.join('\n'));
  process.exitCode = 1;
}

/** The files that count, by their paths below the root: those of git, without what `npm run generate` writes. */
function sources(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root, encoding: 'utf8' });
  const gone = new Set(deleted.split('\0'));
  return [...new Set(listed.split('\0'))].filter(
    (path) => /\.(?:tsx?|mjs|css)$/.test(path) && !path.includes('.generated.') && !gone.has(path),
  );
}

/** Whether a file is in a room's folder. `*.css` stands for style sheets anywhere. */
function isIn(path: string, place: string): boolean {
  return place.startsWith('*') ? path.endsWith(place.slice(1)) : path.startsWith(`${place}/`);
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

/** The rooms as they were before the last change of their figures; the same ones where git doesn't know. */
function previousRooms(): typeof rooms {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const commits = git('log', '-2', '--format=%H', '--', 'tools/budget.json').trim().split('\n');
  const texts = commits
    .filter((each) => each !== '')
    .map((commit) => git('show', `${commit}:tools/budget.json`));
  const [lowest = rooms] = texts
    .map((each): typeof rooms => JSON.parse(each))
    .toSorted((one, other) => sumOf(one) - sumOf(other));
  return lowest;
}

/** The most lines of all rooms together. */
function sumOf(all: typeof rooms): number {
  return Object.values(all).reduce((total, { production, tests }) => total + production + tests, 0);
}

function sums(): { now: Figures; most: Figures } {
  const sum = (key: 'now' | 'most', kind: Kind) => rows.reduce((total, row) => total + row[key][kind], 0);
  const both = (key: 'now' | 'most') => ({ production: sum(key, 'production'), tests: sum(key, 'tests') });
  return { now: both('now'), most: both('most') };
}

function line({ name, now, most }: Readonly<{ name: string; now: Figures; most: Figures }>): string {
  const columns = kinds.map((kind) => `${now[kind]} of ${most[kind]}`.padStart(16));
  return `${name.padEnd(40)}${columns.join('')}`;
}
