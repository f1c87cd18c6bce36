import type { PDFDocument, PDFFont } from 'pdf-lib';
import { type TextMeasure, wrapText } from './pdf-text.js';

/** A text in a column; lengths are in points from the left edge of the paper. */
export interface SheetCell {
  text: string;
  left: number;
  width: number;
  /** Whether the text stands at the right end of its column. */
  toTheRight?: boolean;
}

/** Rows below each other on A4 paper, as many pages as they take. */
export interface PdfSheet {
  /** Adds a row as high as its longest cell; starts a page when the row doesn't fit any more. */
  row(cells: readonly SheetCell[], style?: { font?: PDFFont; size?: number }): void;
  /** Leaves space below the last row, in points. */
  gap(height: number): void;
  /** Writes "Page 1 of 3" below each page. */
  numberPages(): void;
}

const A4: [number, number] = [595.28, 841.89];

/** The space around the text, in points. */
export const SHEET_MARGIN = 50;

/** The width between the margins, in points. */
export const SHEET_WIDTH = A4[0] - 2 * SHEET_MARGIN;

/** A sheet at the end of the document, in the given font unless a row names another. Writes 10 points high. */
export function createPdfSheet(document: PDFDocument, bodyFont: PDFFont): PdfSheet {
  const top = A4[1] - SHEET_MARGIN;
  let page = document.addPage(A4);
  let y = top;

  return {
    row(cells, { font = bodyFont, size = 10 } = {}) {
      const measure = createMeasure(font, size);
      const columns = cells.map((cell) => ({ ...cell, lines: wrapText(cell.text, cell.width, measure) }));
      const leading = size * 1.4;
      const height = leading * Math.max(1, ...columns.map(({ lines }) => lines.length));
      if (y - height < SHEET_MARGIN) {
        page = document.addPage(A4);
        y = top;
      }
      for (const { lines, left, width, toTheRight } of columns) {
        for (const [index, line] of lines.entries()) {
          const x = toTheRight ? left + width - font.widthOfTextAtSize(line, size) : left;
          page.drawText(line, { x, y: y - size - index * leading, size, font });
        }
      }
      y -= height;
    },
    gap(height) {
      y -= height;
    },
    numberPages() {
      const pages = document.getPages();
      for (const [index, each] of pages.entries()) {
        const text = `Page ${index + 1} of ${pages.length}`;
        each.drawText(text, { x: SHEET_MARGIN, y: SHEET_MARGIN / 2, size: 8, font: bodyFont });
      }
    },
  };
}

/** Measures text by the sum of its characters, each measured once. */
function createMeasure(font: PDFFont, size: number): TextMeasure {
  const widths = new Map<string, number>();
  return {
    drawable: new Set(font.getCharacterSet()),
    widthOf(character) {
      const width = widths.get(character) ?? font.widthOfTextAtSize(character, size);
      widths.set(character, width);
      return width;
    },
  };
}
