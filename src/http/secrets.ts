/** The position of a form in a text: the index of its first character, and the index after its last. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** The number of leading characters that select the forms to compare; no form is shorter. */
const beginning = 4;

const marks = 1 << 14;

/**
 * Searches a text for many forms in a single pass, because every exchange is searched for every key in every way in
 * which a target could write it.
 */
export class FormSearch {
  /** Forms by their first characters, the longest first. */
  readonly #forms = new Map<number, string[]>();
  /** Whether any form may begin with these characters: this rules out almost every position in a text. */
  readonly #marked = new Uint8Array(marks);

  /** Adds a form of at least four characters. */
  add(form: string): void {
    let sum = 0;
    for (let index = 0; index < beginning; index += 1) sum = next(sum, form.charCodeAt(index));
    const known = this.#forms.get(sum) ?? [];
    if (known.includes(form)) return;
    this.#forms.set(
      sum,
      [...known, form].toSorted((a, b) => b.length - a.length),
    );
    this.#marked[markOf(sum)] = 1;
  }

  /** The first position at or after `from` at which a form begins; if several begin there, the longest of them. */
  firstIn(text: string, from = 0): Found | undefined {
    const marked = this.#marked;
    const { length } = text;
    let sum = 0;
    for (let index = from; index < length; index += 1) {
      sum = next(sum, text.charCodeAt(index));
      if (marked[markOf(sum)] === 0) continue;
      const start = index - beginning + 1;
      const form =
        start < from ? undefined : this.#forms.get(sum)?.find((each) => text.startsWith(each, start));
      if (form !== undefined) return { start, end: start + form.length };
    }
    return undefined;
  }
}

/** Each character shifts the others up by a byte, so it drops out after four more. */
function next(sum: number, character: number): number {
  return (sum << 8) ^ character;
}

function markOf(sum: number): number {
  return Math.imul(sum, 0x9e3779b1) >>> 18;
}

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
    inJson(value),
    // A report quotes JSON in strings that are JSON themselves.
    inJson(inJson(value)),
    // Some encoders escape slashes, or every character.
    inJson(value).replaceAll('/', String.raw`\/`),
    ...inEscapes(value),
    // A path in a document, as validators name it.
    value.replaceAll('~', '~0').replaceAll('/', '~1'),
    // Names of headers and hosts lose their capitals.
    value.toLowerCase(),
    ...percentEncoded,
    ...percentEncoded.map(withSmallDigits),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
    ...inBase64.map(encodeURIComponent),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]);
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Every character as an escape of JSON, in small and in capital digits. */
function inEscapes(value: string): readonly string[] {
  const digits = Array.from({ length: value.length }, (_, index) =>
    value.charCodeAt(index).toString(16).padStart(4, '0'),
  );
  return [digits, digits.map((each) => each.toUpperCase())].map((all) =>
    all.map((each) => `\\u${each}`).join(''),
  );
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
    const afterLast = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(first, afterLast);
  });
}

function percentEncodedUnlessWord(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z\d]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function withSmallDigits(text: string): string {
  return text.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase());
}

/** Values that must never be shown: they are replaced in all text that leaves the process. */
export class Secrets {
  readonly #values = new Set<string>();
  /** Finds every secret. */
  readonly #shown = new FormSearch();
  /** Finds only the secrets that no response may contain. */
  readonly #refused = new FormSearch();

  /**
   * Adds values that must not be shown and that no response may contain. Short values are ignored, because redacting
   * them would blank out ordinary text.
   */
  add(...values: readonly (string | undefined)[]): void {
    for (const form of this.#formsOfNew(values)) {
      this.#shown.add(form);
      this.#refused.add(form);
    }
  }

  /** Adds values that must not be shown either, but that the target may return: `foundIn` ignores them. */
  hide(...values: readonly (string | undefined)[]): void {
    for (const form of this.#formsOfNew(values)) this.#shown.add(form);
  }

  /** The text with every secret replaced, plain or encoded as a URL, a header or a body may carry it. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    for (let found = this.#shown.firstIn(text); found !== undefined; ) {
      // A match that begins inside the previous one may extend past its end.
      if (found.start >= end) shown += `${text.slice(end, found.start)}[redacted]`;
      end = Math.max(end, found.end);
      found = this.#shown.firstIn(text, found.start + 1);
    }
    return end === 0 ? text : shown + text.slice(end);
  }

  /** Whether the text contains, in any of these forms, a secret that no response may contain. */
  foundIn(text: string): boolean {
    return this.#refused.firstIn(text) !== undefined;
  }

  #formsOfNew(values: readonly (string | undefined)[]): readonly string[] {
    return values.flatMap((value) => {
      if (value === undefined || value.trim().length < 6 || this.#values.has(value)) return [];
      this.#values.add(value);
      return [...formsOf(value)];
    });
  }
}

/**
 * The secrets of this process, whichever target they belong to: all that it prints is free of them. They are added as
 * soon as the process has read them.
 */
export const secretsOfProcess = new Secrets();
