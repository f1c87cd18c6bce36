import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { visibleText } from '../http/shown-exchange.js';

/** A color or a weight; a meaning never rests on it alone. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A part of a line, as raw as it came: `Output` makes it visible before it adds the style. */
interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
}

/** A line for a terminal. A line break in a part of it starts a further line. */
export type Line = readonly (string | Span)[];

/** A part of a line with a style. */
export function styled(text: string, ...styles: readonly Style[]): Span {
  return { text, styles };
}

/** The parts of a stream that an output needs, such as process.stdout. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on?(event: 'resize', listener: () => void): unknown;
}

/**
 * Whether to print colors: as FORCE_COLOR says, else not if NO_COLOR has a value, else only in a terminal that knows
 * them.
 */
export function printsColors(environment: NodeJS.ProcessEnv, { isTTY }: TerminalStream): boolean {
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
    // What is invisible takes more columns once it is visible.
    const text = visibleText(textOf(part)).replaceAll(/[\n\t]/g, ' ');
    const shown = stringWidth(text) > left ? `${beginningOf(text, left - 1)}…` : text;
    left = shown === text ? left - stringWidth(text) : 0;
    return [typeof part === 'string' ? shown : { ...part, text: shown }];
  });
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

/** Lines as plain text, with nothing made visible: for tests and comparisons. */
export function plain(lines: readonly Line[]): string {
  return lines.map((line) => line.map(textOf).join('')).join('\n');
}

const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';
/** A terminal that knows these shows everything between them at once; others ignore them. */
const beginUpdate = '\x1b[?2026h';
export const endUpdate = '\x1b[?2026l';
const clearLine = '\x1b[K';
const clearBelow = '\x1b[J';

/**
 * The only way from a run to its terminal: every part of a line loses its secrets, becomes visible, and then gets its
 * style. Below the printed lines there may be a block that is drawn again in place.
 */
export class Output {
  readonly #stream: TerminalStream;
  readonly #redact: (text: string) => string;
  readonly hasColors: boolean;
  /** The block as it was last drawn. */
  #drawn: readonly Line[] = [];
  #drawnText = '';

  /** @param redact replaces secrets in a text */
  constructor(stream: TerminalStream, environment: NodeJS.ProcessEnv, redact: (text: string) => string) {
    this.#stream = stream;
    this.#redact = redact;
    this.hasColors = printsColors(environment, stream);
  }

  /** The columns and rows of the terminal. */
  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#stream.columns || 80, rows: this.#stream.rows || 24 };
  }

  /** Prints lines, above the block if there is one. */
  print(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${this.#rendered(line)}\n`).join('');
    if (this.#drawn.length === 0) {
      this.#stream.write(text);
      return;
    }
    this.#stream.write(`${beginUpdate}${this.#toTop()}${clearBelow}${text}${this.#drawnText}${endUpdate}`);
  }

  /** Draws the block in the place of the one before; nothing is written if it looks the same. */
  draw(block: readonly Line[]): void {
    const text = block.map((line) => this.#rendered(line) + clearLine).join('\n');
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
    const { columns } = this.size;
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return rows > 1 ? `\r\x1b[${rows - 1}A` : '\r';
  }

  #rendered(line: Line): string {
    return line.map((part) => this.#shown(part)).join('');
  }

  #shown(part: string | Span): string {
    const text = visibleText(this.#redact(textOf(part)));
    if (typeof part === 'string' || !this.hasColors || text === '') return text;
    // Whether there are colors is decided above: Node would ask process.stdout.
    return styleText([...part.styles], text, { validateStream: false });
  }
}
