import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** A picture of a page. */
export interface Picture {
  /** The name of its file. */
  readonly name: string;
  /** The part of the page to go to, without its `#`; absent for the whole page. */
  readonly address?: string;
  /** The selector of the first element to show; absent for the whole screen. */
  readonly element?: string;
  /** The selector of something to click first, such as the head of a closed part. */
  readonly opens?: string;
}

/** Each picture twice: on a large screen in light colours, and on a small one in dark colours. */
const screens = [
  { suffix: '', width: 1280, height: 860, colorScheme: 'light' },
  { suffix: '-small-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

/**
 * Takes pictures of a page, and writes them as `NAME.png` and `NAME-small-dark.png`.
 * @param url of the page
 * @param folder where to write them; existing files are replaced
 * @throws if the page doesn't have an element, or it is not visible
 */
export async function takePictures(
  browser: Browser,
  url: string,
  pictures: readonly Picture[],
  folder: string,
): Promise<void> {
  for (const { suffix, width, height, colorScheme } of screens) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    for (const { name, address, element, opens } of pictures) {
      const path = join(folder, `${name}${suffix}.png`);
      await page.goto('about:blank');
      await page.goto(address === undefined ? url : `${url}#${address}`);
      // The page's script moves to the address once more after it has loaded.
      await page.evaluate(() => new Promise((moved) => setTimeout(moved)));
      if (opens !== undefined) await page.locator(opens).first().click();
      const shown = element === undefined ? undefined : page.locator(element).first();
      if (shown === undefined) await page.screenshot({ path });
      else await shown.screenshot({ path });
    }
    await page.close();
  }
}

/** The colours of a terminal by their numbers in an escape sequence. */
const colours: Readonly<Record<string, string>> = {
  '31': '#ff8f8f',
  '32': '#8fdca5',
  '33': '#f5cc82',
  '34': '#8ab8ff',
  '35': '#d9b8f5',
  '36': '#7fd8e0',
};

/**
 * The end of a terminal's output as an HTML page, with its colours and weights.
 * @param output as printed
 * @param rows the number of lines at the end that are shown
 */
export function terminalPage(output: string, rows: number): string {
  const lines = output.trimEnd().split('\n').slice(-rows).join('\n');
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #14171c }
pre { margin: 0; padding: 16px 20px; background: #14171c; color: #e8ebf0; font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
</style><pre>${coloured(lines)}</pre>`;
}

/** Text with escape sequences as HTML: those of colour and weight become spans, all others are left out. */
function coloured(text: string): string {
  let styles: string[] = [];
  // Every second piece is the numbers of a sequence that sets the style.
  return text
    .split(sequence)
    .map((piece, index) => {
      if (index % 2 === 1) {
        for (const number of piece.split(';')) styles = styled(styles, number);
        return '';
      }
      const shown = piece.replaceAll(otherSequences, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return styles.length === 0 || shown === ''
        ? shown
        : `<span style="${styles.join(';')}">${shown}</span>`;
    })
    .join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character.
const sequence = /\u001b\[([\d;]*)m/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const otherSequences = /\u001b\[[\d;?]*[A-Za-z]/g;

function styled(styles: readonly string[], number: string): string[] {
  const without = (property: string) => styles.filter((style) => !style.startsWith(property));
  if (number === '' || number === '0') return [];
  if (number === '1') return [...without('font-weight'), 'font-weight:700'];
  if (number === '2') return [...without('opacity'), 'opacity:0.65'];
  if (number === '22') return without('font-weight').filter((style) => !style.startsWith('opacity'));
  if (number === '39') return without('color');
  const colour = colours[number];
  return colour === undefined ? [...styles] : [...without('color'), `color:${colour}`];
}
