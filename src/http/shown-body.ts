/** A body as a report shows it: text, or bytes that are none; cut where it is long. */
export interface ShownBody {
  /** Bytes in all. */
  readonly bytes: number;
  /** The body, or its beginning; absent where it is no text. */
  readonly text?: string;
  /** The first bytes as lines of hexadecimal numbers beside their ASCII characters, where it is no text. */
  readonly hex?: string;
  /** Whether only the beginning is shown. */
  readonly isCut: boolean;
}

/** The longest text that is shown, in characters. */
const longestText = 16_384;
/** So much is looked at for secrets, in bytes: one that the end of the text cuts in two is no longer recognised. */
const lookedAt = 2 * longestText;
const shownBytes = 256;
const bytesOfLine = 16;

/**
 * A body with its secrets replaced.
 * @param redact replaces secrets in a text
 */
export function shownBody(body: Buffer, redact: (text: string) => string): ShownBody {
  const text = textIn(body.subarray(0, lookedAt));
  const bytes = body.length;
  if (text === undefined) {
    // Each byte is a character of Latin-1, so that a secret between bytes that are no text is found as well.
    const hidden = Buffer.from(redact(body.subarray(0, lookedAt).toString('latin1')), 'latin1');
    return { bytes, hex: hexLines(hidden.subarray(0, shownBytes)), isCut: bytes > shownBytes };
  }
  const hidden = redact(text);
  const isCut = bytes > lookedAt || hidden.length > longestText;
  return { bytes, text: hidden.slice(0, longestText), isCut };
}

/** The bytes as text; undefined where they are not UTF-8 or hold a null. A character cut in two at the end doesn't count. */
function textIn(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function hexLines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesOfLine) {
    const row = bytes.subarray(at, at + bytesOfLine);
    const numbers = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = row.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${numbers.padEnd(bytesOfLine * 3 - 1)}  ${characters}`);
  }
  return lines.join('\n');
}
