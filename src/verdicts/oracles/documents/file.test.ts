import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import { inBody } from '../../../contract/values/place.js';
import { beAFileOfItsMediaType, haveRecordsLikeItsHeader, nameItsFile } from './file.js';

/** The objects of a PDF, with their cross-reference table and trailer. */
function pdfOf(objects: string): Buffer {
  const references = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\n';
  return Buffer.from(`${objects}${references}startxref\n${objects.length}\n%%EOF\n`, 'latin1');
}
/** A PDF with bytes above 127 before its cross-reference table. */
const pdf = pdfOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n');
const bytes = (text: string) => Buffer.from(text, 'latin1');
const textOfPdf = pdf.toString('latin1');
const whole = [
  '%PDF-1.7\n9 0 obj\n<< /Type /XRef >>\nstream\nendstream\nendobj\nstartxref\n9\n%%EOF',
  textOfPdf.replace(/startxref\n(\d+)\n/, 'startxref\r\n$1\r\n'),
  // A PDF with a later update, and some bytes after its end.
  `${textOfPdf}1 0 obj\n<<>>\nendobj\nstartxref\n${textOfPdf.indexOf('xref')}\n%%EOF${'\0'.repeat(500)}`,
].map(bytes);
const served = (type: string, body: string | Buffer) =>
  exampleExchange({ headers: { 'content-type': type }, body });

/** Bodies that match their media type, and bodies that don't. */
const files: readonly (readonly [
  type: string,
  right: readonly (string | Buffer)[],
  wrong: readonly (string | Buffer)[],
])[] = [
  ['application/pdf', whole, ['%PDF-1.7\n', pdf.subarray(0, -8), bytes(textOfPdf + '\0'.repeat(4096)), 'no']],
  ['Application/PDF ;version=1.7', [pdf], ['no document']],
  ['text/csv', ['sku;quantity\n', 'a'], ['\n {"message":"no"}', bytes('a\0b'), 'PK\x03\x04']],
  ['text/csv; charset="utf-16le"', [Buffer.from('sku', 'utf16le')], []],
  ['text/plain', ['<some text>', bytes('g\xfc')], [bytes('a\0b'), bytes('\x89PNG\r\n\x1a\n')]],
  ['text/plain; charset=utf-8', [], [bytes('g\xfc')]],
  ['text/plain; charset=nonsense', [], ['a']],
  ['application/json', ['{"rows":[]}'], ['{"rows":[', 'sku;quantity', '%PDF-1.7']],
  ['application/zip', ['PK\x03\x04', 'PK\x05\x06'], ['sku;quantity']],
  ['image/png', [bytes('\x89PNG\r\n\x1a\n\0')], ['no image', bytes('\xff\xd8\xff\xe0')]],
];

test('the bytes of a file match its media type', () => {
  for (const [type, right, wrong] of files) {
    for (const body of right) expect(beAFileOfItsMediaType(served(type, body)), type).toBeUndefined();
    const expected = [expect.stringContaining(`bytes of ${type.split(';')[0]?.trim().toLowerCase()}: `)];
    for (const body of wrong)
      expect(beAFileOfItsMediaType(served(type, body)), type).toMatchObject({ expected, at: inBody() });
  }
});

oracleTest('a file with an unknown media type rests on a gap', () => [
  [beAFileOfItsMediaType(served('image/heic', 'a')), 'header content-type: "image/heic" [G-11]'],
]);

oracleTest("a file name may be given in any of the header's notations", () =>
  [
    'attachment; filename="stock-2026.csv"',
    "inline;FileName*=UTF-8''stock.csv",
    'attachment; size=3; filename = stock.csv',
  ].map((header) => [nameItsFile(exampleExchange({ headers: { 'content-disposition': header } })), 'holds']),
);

oracleTest('each record of a CSV file has as many fields as its header', () => {
  const judged = (table: string) => haveRecordsLikeItsHeader(served('text/csv', table));
  const like = [
    'sku,name\r\n1,"Coat, ""long"", red"\r\n2,',
    'sku|name\n1|"a|b"\n',
    'name, in full;sku\n"Coat, red";1\nHat;2\n',
    'sku\n1\n"a,b"\n',
  ];
  const quote = 'a quote that neither begins nor ends a value';
  const wide = served('text/csv; charset=utf-16le', Buffer.from('sku,name\r\n1,a,b\r\n', 'utf16le'));
  return [
    ...like.map((table) => [judged(table), 'holds'] as const),
    [judged('sku,name\r\n1,Coat "long"\r\n'), `body record 2: ${quote} [G-11]`],
    [judged('sku,name\r\n1,"Coat\r\n'), `body record 2: ${quote} [G-11]`],
    [haveRecordsLikeItsHeader(wide), 'body record 2: 3 fields [G-11]'],
    [haveRecordsLikeItsHeader(served('text/plain', 'a,b\n1')), 'inconclusive: the file is not a CSV file'],
  ];
});
