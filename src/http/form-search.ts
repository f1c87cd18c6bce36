/** The position of a form in a text: the index of its first character, and the index after its last. */
export interface Found {
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
