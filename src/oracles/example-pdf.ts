/** A small PDF with bytes above 127 before its cross-reference table, for tests. */
export const examplePdf: Buffer = pdfOf(
  '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
);

/** The objects of a PDF, with the table and the end that belong to them. */
export function pdfOf(objects: string): Buffer {
  const references = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\n';
  return Buffer.from(`${objects}${references}startxref\n${objects.length}\n%%EOF\n`, 'latin1');
}
