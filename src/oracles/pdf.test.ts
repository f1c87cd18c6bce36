import { expect, test } from '#unit-test';
import { examplePdf, pdfOf } from './example-pdf.js';
import { isWholePdf } from './pdf.js';

const text = examplePdf.toString('latin1');
const bytes = (changed: string) => Buffer.from(changed, 'latin1');
const stream = '%PDF-1.7\n9 0 obj\n<< /Type /XRef >>\nstream\nendstream\nendobj\n';

const whole: readonly (readonly [what: string, body: Buffer])[] = [
  ['with a table', examplePdf],
  ['with a stream of references', bytes(`${stream}startxref\n9\n%%EOF`)],
  ['with another way to break lines', bytes(text.replace(/startxref\n(\d+)\n/, 'startxref\r\n$1\r\n'))],
  [
    'whose offset is that of the line break',
    bytes(text.replace(/\d+(?=\n%%EOF)/, (at) => `${Number(at) - 1}`)),
  ],
  [
    'that was changed later on',
    Buffer.concat([examplePdf, bytes(`1 0 obj\n<<>>\nendobj\nstartxref\n${text.indexOf('xref')}\n%%EOF`)]),
  ],
  ['with some bytes behind its end', Buffer.concat([examplePdf, bytes('\0'.repeat(500))])],
  ['with tens of kilobytes', pdfOf(`%PDF-1.4\n${'x'.repeat(50_000)}\n`)],
];

for (const [what, body] of whole) {
  test(`a PDF ${what} is whole`, () => {
    expect(isWholePdf(body)).toBe(true);
  });
}

const broken: readonly (readonly [what: string, body: Buffer])[] = [
  ['its first kilobyte alone', pdfOf(`%PDF-1.4\n${'x'.repeat(2_000)}\n`).subarray(0, 1024)],
  ['without its last bytes', examplePdf.subarray(0, -3)],
  ['without its first bytes', examplePdf.subarray(1)],
  ['written as text', Buffer.from(text, 'utf8')],
  ['read as text', Buffer.from(examplePdf.toString('utf8'), 'utf8')],
  ['with line breaks of another kind', bytes(text.replaceAll('\n', '\r\n'))],
  ['with a line before it', bytes(`\n${text}`)],
  ['that says where nothing is', bytes(text.replace(/\d+(?=\n%%EOF)/, '99999'))],
  ['with a page of zeros behind its end', Buffer.concat([examplePdf, bytes('\0'.repeat(4_096))])],
  ['with its mark alone', bytes('%PDF-1.7\n')],
  ['with an end that says nothing', bytes('%PDF-1.7\n%%EOF')],
];

for (const [what, body] of broken) {
  test(`a PDF ${what} is none`, () => {
    expect(isWholePdf(body)).toBe(false);
  });
}
