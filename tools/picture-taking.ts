import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import xterm, { type Terminal } from '@xterm/headless';
import png from 'upng-js';
import { endUpdate } from '../src/report/terminal/terminal.js';

/** Pictures of a page: by the name of the files of each, the part of the page to go to, without its `#`. */
export type Pictures = Readonly<Record<string, string>>;

/** A screen in pixels, with what its size adds to the name of a file. */
const screens = [
  { suffix: '', width: 1280, height: 860 },
  { suffix: '-small', width: 390, height: 844 },
] as const;

/**
 * Takes pictures of a page on each screen, in light and in dark colors, and writes them as `NAME.png`,
 * `NAME-dark.png`, `NAME-small.png` and `NAME-small-dark.png`.
 * @param url of the page
 * @param folder where to write them; existing files are replaced
 */
export async function takePictures(
  browser: Browser,
  url: string,
  pictures: Pictures,
  folder: string,
): Promise<void> {
  for (const { suffix, width, height } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      for (const [name, address] of Object.entries(pictures)) {
        await page.goto('about:blank');
        await page.goto(`${url}#${address}`);
        // The page's script moves to the address once more after it has loaded.
        await page.evaluate(() => new Promise((moved) => setTimeout(moved)));
        const file = `${name}${suffix}${colorScheme === 'dark' ? '-dark' : ''}.png`;
        write(await page.screenshot(), join(folder, file));
      }
      await page.close();
    }
  }
}

/** Writes a picture with at most 256 colors: nobody sees the difference, and the file has a third of the bytes. */
function write(screenshot: Buffer<ArrayBufferLike>, path: string): void {
  const image = png.decode(new Uint8Array(screenshot).buffer);
  writeFileSync(path, Buffer.from(png.encode(png.toRGBA8(image), image.width, image.height, 256)));
}

/** The size of a terminal in characters. */
type TerminalSize = Readonly<Record<'columns' | 'rows', number>>;

/** Terminals that fill the width of each screen. */
export const terminals: Readonly<Record<'large' | 'small', TerminalSize>> = {
  large: { columns: 110, rows: 28 },
  small: { columns: 48, rows: 48 },
};

/** The variables that make a run treat its output as a terminal: it draws its live block, with colors. */
export function terminalVariables({ columns, rows }: TerminalSize): Readonly<Record<string, string>> {
  const preload = `Object.assign(process.stdout,{isTTY:true,columns:${columns},rows:${rows}})`;
  return {
    TERM: 'xterm-256color',
    NO_COLOR: '',
    CI: '',
    NODE_OPTIONS: `--import=data:text/javascript,${preload}`,
  };
}

/**
 * What a terminal shows during a run and after it.
 * @param output as the terminal receives it
 * @returns the screen as HTML: `live`, in the middle of the moments at which it shows the beginning of a violation and
 * below it a running test, and at the `end`
 * @throws if it never shows a violation together with a running test
 */
export async function terminalScreens(output: string, { columns, rows }: TerminalSize) {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  const moments: string[] = [];
  for (const frame of output.split(endUpdate)) {
    await new Promise<void>((shown) => terminal.write(frame, shown));
    const lines = linesOf(terminal).map((line) => line.translateToString());
    const violation = lines.findLastIndex((line) => line.startsWith('✗ '));
    if (violation >= 0 && lines.slice(violation).some((line) => line.startsWith(' ▸ ')))
      moments.push(screenOf(terminal));
  }
  const live = moments[Math.floor(moments.length / 2)];
  if (live === undefined)
    throw new Error(`A violation and a running test are never shown together:\n${output}`);
  return { live, end: screenOf(terminal) };
}

/** The rows of a terminal that are not scrolled away. */
function linesOf({ buffer: { active }, rows }: Terminal) {
  return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)).filter(
    (line) => line !== undefined,
  );
}

/** The colors of a terminal by their numbers, light enough to be read on a dark ground. */
const colors: Readonly<Record<number, string>> = {
  1: '#ff8f8f',
  2: '#8fdca5',
  3: '#f5cc82',
  6: '#7fd8e0',
};

function screenOf(terminal: Terminal): string {
  const rows = linesOf(terminal).map((line) =>
    Array.from({ length: line.length }, (_, column) => line.getCell(column))
      .filter((cell) => cell !== undefined)
      .map((cell) => {
        const color = colors[cell.getFgColor()];
        const style = [
          ...(color === undefined ? [] : [`color:${color}`]),
          ...(cell.isBold() ? ['font-weight:700'] : []),
          ...(cell.isDim() ? ['opacity:0.65'] : []),
        ].join(';');
        const text = (cell.getChars() || ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return style === '' ? text : `<span style="${style}">${text}</span>`;
      })
      .join('')
      .trimEnd(),
  );
  return rows.join('\n').trimEnd();
}

/** Takes a picture of the screen of a terminal that fills the width of a screen. @param path of the file */
export async function takeTerminal(
  browser: Browser,
  screen: string,
  size: keyof typeof terminals,
  path: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: screens[size === 'large' ? 0 : 1] });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 14px 20px; background: #14171c; color: #e8ebf0 }
pre { margin: 0; font: calc((100vw - 40px) / ${terminals[size].columns} / 0.61)/1.4 ui-monospace, Menlo, Consolas, monospace }
</style><pre>${screen}</pre>`);
  write(await page.locator('body').screenshot(), path);
  await page.close();
}
