/** The fields of an error from Node.js about a program that failed, or a file that could not be read or written. */
interface Failure extends Error {
  readonly code?: unknown;
  readonly killed?: unknown;
  readonly stderr?: unknown;
}

/**
 * Why a program could not be run, or a file not be written, in a few words.
 * @param error what `execFile` or a function of `node:fs` threw
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, killed, stderr }: Failure = error;
  if (killed === true) return 'it took too long';
  const said = /^.*error\b.*$/im.exec(String(stderr ?? ''))?.[0].trim();
  // Node.js prints an error that has more fields in brackets.
  if (said !== undefined) return said.replace(/^\[|\] \{$/g, '');
  return typeof code === 'string' ? code : (error.message.split('\n')[0] ?? error.name);
}
