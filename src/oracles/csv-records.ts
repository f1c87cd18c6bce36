/** What separates the fields of a record in files that are called CSV, each where its header has it. */
const separators = [',', ';', '\t', '|'];

/** A record that has not as many fields as the header. */
export interface OddRecord {
  /** Its place in the file, the header being 1. */
  readonly record: number;
  readonly fields: number;
  /** Fields of the header. */
  readonly wanted: number;
}

/**
 * The first record of a table that has more or fewer fields than its header (RFC 4180): a separator, a quote or a line
 * break in a value belongs to it only where the value stands in quotes, in which a quote is doubled. Which separator is
 * meant the header tells; where it could be several, one that fits is enough.
 * @returns undefined where every record has as many
 */
export function oddRecord(table: string): OddRecord | undefined {
  const [header = ''] = table.split(/\r?\n/, 1);
  const meant = separators.filter((separator) => header.includes(separator));
  const problems = (meant.length === 0 ? separators.slice(0, 1) : meant).map((separator) =>
    oddOf(lengthsOf(table, separator)),
  );
  return problems.includes(undefined) ? undefined : problems[0];
}

function oddOf([wanted = 0, ...lengths]: readonly number[]): OddRecord | undefined {
  const index = lengths.findIndex((fields) => fields !== wanted);
  return index < 0 ? undefined : { record: index + 2, fields: lengths[index] ?? 0, wanted };
}

/** The number of fields of each record; 0 for one in which a quote stands where none may. */
function lengthsOf(table: string, separator: string): readonly number[] {
  const field = new RegExp(
    `("(?:[^"]|"")*"|[^"\\r\\n${separator}]*)(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`,
    'y',
  );
  const lengths: number[] = [];
  let fields = 0;
  while (field.lastIndex < table.length) {
    const found = field.exec(table);
    if (found === null) return [...lengths, 0];
    fields += 1;
    if (found[2] === separator && field.lastIndex < table.length) continue;
    lengths.push(found[2] === separator ? fields + 1 : fields);
    fields = 0;
  }
  return lengths;
}
