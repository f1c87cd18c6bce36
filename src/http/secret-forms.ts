/** The forms in which a target may write a value so that a reader can still recover it. */
export function formsOf(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value);
  const percentEncoded = [
    encodeURIComponent(value),
    // A query encodes more characters than encodeURIComponent does.
    new URLSearchParams({ '': value }).toString().slice(1),
    // Some encoders encode everything except letters and digits.
    [...bytes].map(percentEncodedUnlessWord).join(''),
  ];
  const inBase64 = [bytes.toString('base64'), ...insideBase64(bytes)];
  return new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    ...percentEncoded,
    ...percentEncoded.map(withSmallDigits),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
    ...inBase64.map(encodeURIComponent),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]);
}

/**
 * The characters that the base64 of a longer text contains if the value is a part of that text. Three bytes make four
 * characters, so they depend on how many bytes precede the value. The result omits the characters at both ends, because
 * they depend on the neighbouring bytes.
 */
function insideBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / 6);
    const behindLast = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(first, behindLast);
  });
}

function percentEncodedUnlessWord(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z\d]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function withSmallDigits(text: string): string {
  return text.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase());
}
