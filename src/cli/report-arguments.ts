/** The arguments of `npm run report`. */
export interface ReportArguments {
  /** A kept conformance.json to build a page from; undefined for the page of the last run. */
  readonly file?: string;
  /** The path of that page; undefined for a path next to the file. */
  readonly output?: string;
  /** Whether the page may be opened in the browser. */
  readonly opens: boolean;
}

/** Reads the arguments of `npm run report`. @returns them, or a sentence that says what is wrong */
export function parseReportArguments(
  args: readonly string[],
): ReportArguments | { readonly problem: string } {
  const files: string[] = [];
  let output: string | undefined;
  let opens = true;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [name = '', ...rest] = argument.split('=');
    const inline = rest.length === 0 ? undefined : rest.join('=');
    if (!argument.startsWith('-')) files.push(argument);
    else if (argument === '--no-open') opens = false;
    else if (name === '--no-open') return { problem: '--no-open takes no value.' };
    else if (name === '--output') {
      output = inline ?? args[++index] ?? '';
      if (output === '' || output.startsWith('-'))
        return { problem: '--output needs a value: --output report.html names the page to build.' };
    } else return { problem: `npm run report has no option "${name}": it takes --output and --no-open.` };
  }
  const [file, another] = files;
  if (another !== undefined)
    return { problem: `npm run report takes one file, but was given "${file}" and "${another}".` };
  if (file === undefined && output !== undefined)
    return {
      problem: '--output needs the run to build a page from: npm run report -- FILE.json --output FILE.html.',
    };
  return { opens, ...(file === undefined ? {} : { file }), ...(output === undefined ? {} : { output }) };
}
