/** The position of a form in a string: the index of its first character, and the index after its last. */
type Found = Readonly<Record<'start' | 'end', number>>;

/** The number of characters by which a form is looked up; a shorter form is never found. */
const size = 4;

/** The characters of a word in which a mark may be: of keys, as they are, percent-encoded, in base64 and in hexadecimal. */
const ofWords = /[\w.~%+-]/;

/** The number of characters of the shortest value that counts as a secret. */
const shortestSecret = 6;

/**
 * Searches a string for many forms in a single pass, because every exchange is searched for every key in every form in
 * which a target could write it.
 */
class FormSearch {
  readonly #forms = new Set<string>();
  /** The lengths of the forms that begin with the same characters, the longest first: keys often begin alike. */
  readonly #lengths = new Map<number, readonly number[]>();
  /** 1 if these characters may be the first of a form: most places in a text need no further look. */
  readonly #marks = new Uint8Array(1 << 16);

  /** Adds all forms of a value; one of fewer than four characters is never found. */
  add(value: string): void {
    for (const form of formsOf(value)) if (form.length >= size) this.#add(form);
  }

  #add(form: string): void {
    this.#forms.add(form);
    const first = charactersAt(form, 0);
    this.#marks[markOf(first)] = 1;
    const lengths = new Set(this.#lengths.get(first)).add(form.length);
    this.#lengths.set(
      first,
      [...lengths].toSorted((a, b) => b - a),
    );
  }

  /** The first position at or after `from` at which a form begins; if several begin there, the longest of them. */
  firstIn(text: string, from = 0): Found | undefined {
    for (let start = from; start <= text.length - size; start += 1) {
      const first = charactersAt(text, start);
      if (this.#marks[markOf(first)] !== 1) continue;
      for (const length of this.#lengths.get(first) ?? []) {
        const form = text.slice(start, start + length);
        if (this.#forms.has(form)) return { start, end: start + form.length };
      }
    }
    return undefined;
  }

  /** All positions at which a form begins. */
  allIn(text: string): readonly Found[] {
    const all: Found[] = [];
    for (let found = this.firstIn(text); found !== undefined; found = this.firstIn(text, found.start + 1))
      all.push(found);
    return all;
  }
}

/** Four characters as one number, different for almost all. */
function charactersAt(text: string, index: number): number {
  return (
    (text.charCodeAt(index) << 24) ^
    (text.charCodeAt(index + 1) << 16) ^
    (text.charCodeAt(index + 2) << 8) ^
    text.charCodeAt(index + 3)
  );
}

function markOf(characters: number): number {
  return Math.imul(characters, 0x9e3779b1) >>> 16;
}

/** Whether a string can be the value of a key: a header carries only visible characters of ASCII. */
export function isKeyValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** The forms in which a target may write a value so that a reader can still recover it, each without a second encoding. */
function formsOf(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const percentEncoded = [
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    // Some encoders encode everything except letters and digits.
    encodeURIComponent(value).replaceAll(/[-_.!~*'()]/g, (each) => `%${Buffer.from(each).toString('hex')}`),
  ];
  return new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('/', String.raw`\/`),
    ...percentEncoded.map((text) => text.replaceAll(/%../g, (byte) => byte.toLowerCase())),
    ...percentEncoded.map((text) => text.replaceAll(/%../g, (byte) => byte.toUpperCase())),
    ...inBase64(bytes, 'base64'),
    ...inBase64(bytes, 'base64url'),
    hex,
    hex.toUpperCase(),
  ]);
}

/**
 * The base64 of a value, and the characters that the base64 of a longer text contains if the value is a part of it. Three
 * bytes make four characters, so they depend on how many bytes precede the value; those at both ends are omitted, because
 * they depend on the neighbouring bytes.
 */
function inBase64(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [bytes.toString(encoding), ...inside];
}

/** Values that must never be shown: they are replaced in all text that leaves the process. */
export class Secrets {
  #outer: Secrets | undefined;
  readonly #forms = new FormSearch();
  readonly #marks = new FormSearch();
  /** The last text in which no secret was found: each response is looked at more than once. */
  #clean: string | undefined;

  /** @param outer further values that must not be shown, now or later; a response may contain them */
  constructor(outer?: Secrets) {
    this.#outer = outer;
  }

  /**
   * Adds strings that must not be shown and that no response may contain. Short ones are ignored, because redacting
   * them would blank out ordinary text.
   */
  add(...values: readonly unknown[]): void {
    this.#clean = undefined;
    for (const value of values)
      if (typeof value === 'string' && value.trim().length >= shortestSecret) this.#forms.add(value);
  }

  /** Adds strings to the outer list: they must not be shown either, but the target may return them. */
  hide(...values: readonly unknown[]): void {
    this.#outer ??= new Secrets();
    this.#outer.add(...values);
  }

  /** Hides each word that contains a mark in any form: a target puts the mark into all secrets that it makes. */
  hideWordsWith(mark: string): void {
    this.#marks.add(mark);
  }

  /** The text with every secret replaced, plain or encoded as a URL, a header or a body may carry it. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    for (const found of this.#placesIn(text).toSorted((a, b) => a.start - b.start)) {
      // A match that begins inside the previous one may extend past its end.
      if (found.start >= end) shown += `${text.slice(end, found.start)}[redacted]`;
      end = Math.max(end, found.end);
    }
    return shown + text.slice(end);
  }

  /** Whether the text contains, in any of these forms, a secret that no response may contain. */
  foundIn(text: string): boolean {
    if (text === this.#clean) return false;
    const isFound = this.#forms.firstIn(text) !== undefined;
    if (!isFound) this.#clean = text;
    return isFound;
  }

  #placesIn(text: string): readonly Found[] {
    const outer = this.#outer === undefined ? [] : this.#outer.#placesIn(text);
    return [...outer, ...this.#forms.allIn(text), ...this.#markedWordsIn(text)];
  }

  #markedWordsIn(text: string): readonly Found[] {
    const words: Found[] = [];
    let end = 0;
    for (let mark = this.#marks.firstIn(text); mark !== undefined; mark = this.#marks.firstIn(text, end)) {
      let { start } = mark;
      while (start > end && ofWords.test(text.charAt(start - 1))) start -= 1;
      // JSON would be broken if the rest of an escape were missing.
      if (text.charAt(start - 1) === '\\')
        start += /^(?:u[\da-f]{4}|.)?/i.exec(text.slice(start, mark.start))?.[0].length ?? 0;
      ({ end } = mark);
      while (end < text.length && ofWords.test(text.charAt(end))) end += 1;
      words.push({ start, end });
    }
    return words;
  }
}

/**
 * The secrets of this process, whichever target they belong to: all that it prints is free of them. They are added as
 * soon as the process has read them.
 */
export const secretsOfProcess = new Secrets();
