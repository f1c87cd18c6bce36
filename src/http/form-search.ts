/** Where a form stands in a text: the index of its first character, and the one behind its last. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** By so many characters a form is recognised before it is compared; none is shorter. */
const beginning = 4;

const marks = 1 << 14;

/**
 * Looks for many forms in one pass over a text, however many there are: every exchange is searched for every key, in each
 * way in which it could be written.
 */
export class FormSearch {
  /** Forms by their first characters, the longest first. */
  readonly #forms = new Map<number, string[]>();
  /** Whether forms may begin so: almost every character of a text is passed over by it. */
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

  /** The first place, at or behind an index, at which a form begins, with the longest that does. */
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

/** Each character moves the others up by a byte: four later, it has gone. */
function next(sum: number, character: number): number {
  return (sum << 8) ^ character;
}

function markOf(sum: number): number {
  return Math.imul(sum, 0x9e3779b1) >>> 18;
}
