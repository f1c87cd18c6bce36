import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { hidingKeys, withoutCommands } from '../../http/shown/printable.js';
import { visibleText } from '../../http/shown/shown-exchange.js';

/** A color or a weight; a meaning never rests on it alone. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A part of a line, as raw as it came: `Output` makes it visible before it adds the style. */
interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Whether its line stays one line, however long: what a reader copies, and what a target sent. */
  readonly verbatim?: true;
}

/** A line for a terminal. A line break in a part of it starts a further line. */
export type Line = readonly (string | Span)[];

/** A part of a line with a style. */
export function styled(text: string, ...styles: readonly Style[]): Span {
  return { text, styles };
}

/** A part of a line that is never broken between words, and neither is its line. */
export function verbatim(text: string, ...styles: readonly Style[]): Span {
  return { text, styles, verbatim: true };
}

/** The parts of a stream that an output needs, such as process.stdout. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  on?(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Whether to print colors: as FORCE_COLOR says, else not if NO_COLOR has a value, else only in a terminal that knows
 * them.
 */
function printsColors(environment: NodeJS.ProcessEnv, { isTTY }: TerminalStream): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return !none && isTTY === true && terminal !== 'dumb';
}

/** The number of columns that a line takes. */
function widthOf(line: Line): number {
  return line.reduce((sum, part) => sum + stringWidth(textOf(part)), 0);
}

function textOf(part: string | Span): string {
  return typeof part === 'string' ? part : part.text;
}

/** A line cut to a number of columns, so that it takes one row. */
export function fitted(line: Line, columns: number): Line {
  let left = columns;
  return line.flatMap((part) => {
    if (left <= 0) return [];
    // An invisible character takes more columns once it is made visible.
    const text = visibleText(textOf(part)).replaceAll(/[\n\t]/g, ' ');
    const shown = stringWidth(text) > left ? `${beginningOf(text, left - 1)}…` : text;
    left = shown === text ? left - stringWidth(text) : 0;
    return [withText(part, shown)];
  });
}

/** A command that a reader copies: a line with one is never wrapped. */
const command = /\b(?:npm run|npx) /;

/** The first column of a line, below whose end its further rows begin: `Next      `. */
const firstColumn = /^ *\S+(?: \S+)*? {2,}|^ */;

/** A line as rows of whole words. */
function rowsOf(line: Line, columns: number): readonly Line[] {
  const text = plain([line]);
  if (widthOf(line) <= columns || text.includes('\n') || command.test(text)) return [line];
  const label = firstColumn.exec(text)?.[0].length ?? 0;
  const indent = label <= columns / 2 ? label : 0;
  const rows: (string | Span)[][] = [[]];
  let column = 0;
  for (const part of line)
    for (const word of textOf(part).split(/(?= )/)) {
      const isNext = column > indent && column + stringWidth(word) > columns;
      if (isNext) rows.push([' '.repeat(indent)]);
      const shown = isNext ? word.trimStart() : word;
      rows.at(-1)?.push(withText(part, shown));
      column = (isNext ? indent : column) + stringWidth(shown);
    }
  return rows;
}

function withText(part: string | Span, text: string): string | Span {
  return typeof part === 'string' ? text : { ...part, text };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function beginningOf(text: string, columns: number): string {
  let beginning = '';
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(beginning + segment) > columns) break;
    beginning += segment;
  }
  return beginning;
}

/**
 * Lines as plain text, with nothing made visible: for tests and comparisons.
 * @internal tests read what a terminal shows
 */
export function plain(lines: readonly Line[]): string {
  return lines.map((line) => line.map(textOf).join('')).join('\n');
}

/** In a terminal with fewer columns, no line is wrapped. */
const narrowest = 20;

const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';
/** A terminal that knows these shows everything between them at once; others ignore them. */
const beginUpdate = '\x1b[?2026h';
export const endUpdate = '\x1b[?2026l';
const clearLine = '\x1b[K';
const clearBelow = '\x1b[J';

/**
 * The only way out of a process: every part of a line loses its secrets, becomes visible, and then gets its style, and
 * no line is a command to a CI server. Below the printed lines there may be a block that is drawn again in place.
 */
export class Output {
  readonly #stream: TerminalStream;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #redact: (text: string) => string;
  /** The block as it was last drawn. */
  #drawn: readonly Line[] = [];
  #drawnText = '';

  /** @param redact replaces secrets in a string; by default those of this process */
  constructor(stream: TerminalStream, environment: NodeJS.ProcessEnv, redact = hidingKeys) {
    this.#stream = stream;
    this.#environment = environment;
    this.#redact = redact;
  }

  /** Whether a person reads it as it is written. */
  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  /** The columns of the terminal. */
  get columns(): number {
    return this.#stream.columns || 80;
  }

  /** Calls a listener if the reader closes the pipe, because only the beginning was wanted, as by `| head`. */
  onClosed(listener: () => void): void {
    this.#stream.on?.('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      listener();
    });
  }

  /** Prints a sentence; in a terminal, no word of it is broken. */
  say(sentence: string): void {
    this.print([[sentence]]);
  }

  /** Prints one or several lines, which stay as long as they are. */
  printAsIs(text: string): void {
    this.print([[verbatim(text)]]);
  }

  /**
   * Prints lines, above the block if there is one. In a terminal, a line that is too long goes on in the next row with
   * a whole word, unless it has a command.
   */
  print(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${withoutCommands(this.#rendered(line))}\n`).join('');
    if (this.#drawn.length === 0) {
      this.#stream.write(text);
      return;
    }
    this.#stream.write(`${beginUpdate}${this.#toTop()}${clearBelow}${text}${this.#drawnText}${endUpdate}`);
  }

  /** Draws the block in the place of the one before; nothing is written if it looks the same. */
  draw(block: readonly Line[]): void {
    const text = block.map((line) => withoutCommands(this.#rendered(line)) + clearLine).join('\n');
    if (text === this.#drawnText) return;
    const start = this.#drawn.length === 0 ? hideCursor : this.#toTop();
    this.#stream.write(`${beginUpdate}${start}${text}${clearBelow}${endUpdate}`);
    this.#drawn = block;
    this.#drawnText = text;
  }

  /** Removes the block. */
  clear(): void {
    if (this.#drawn.length === 0) return;
    this.#stream.write(`${this.#toTop()}${clearBelow}${showCursor}`);
    this.#drawn = [];
    this.#drawnText = '';
  }

  /** From the end of the block to its first column; a terminal wraps lines that have become too long for it. */
  #toTop(): string {
    const rows = this.#drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / this.columns)),
      0,
    );
    return rows > 1 ? `\r\x1b[${rows - 1}A` : '\r';
  }

  #rendered(line: Line): string {
    const { isTTY, columns = 0 } = this.#stream;
    const shown = line.map((part) => withText(part, visibleText(this.#redact(textOf(part)))));
    const isWhole = !isTTY || columns <= narrowest || line.some((part) => Object(part).verbatim);
    // The last column stays empty, because some terminals already begin a new line there.
    const rows = isWhole ? [shown] : rowsOf(shown, columns - 1);
    return rows.map((row) => row.map((part) => this.#styled(part)).join('')).join('\n');
  }

  #styled(part: string | Span): string {
    const text = textOf(part);
    if (typeof part === 'string' || text === '' || !printsColors(this.#environment, this.#stream))
      return text;
    // Whether there are colors is decided above: Node would ask process.stdout.
    return styleText([...part.styles], text, { validateStream: false });
  }
}

/** The standard output and the standard error of this process; nothing else writes to them. */
export const [standardOutput, standardError] = [
  new Output(process.stdout, process.env),
  new Output(process.stderr, process.env),
];
