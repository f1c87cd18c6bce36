import { FormSearch } from './form-search.js';
import { formsOf } from './secret-forms.js';

/** What may never be shown: values registered here are replaced wherever text leaves the process. */
export class Secrets {
  readonly #values = new Set<string>();
  /** Finds the forms in which they may show. */
  readonly #shown = new FormSearch();
  /** Finds those alone that no response may hold. */
  readonly #refused = new FormSearch();

  /**
   * Adds values that must not be shown, and that no response may hold; short ones are ignored, as they would blank out
   * ordinary text.
   */
  add(...values: readonly (string | undefined)[]): void {
    for (const form of this.#formsOfNew(values)) {
      this.#shown.add(form);
      this.#refused.add(form);
    }
  }

  /** Adds values that must not be shown either, but that the target gives out: `foundIn` does not look for them. */
  hide(...values: readonly (string | undefined)[]): void {
    for (const form of this.#formsOfNew(values)) this.#shown.add(form);
  }

  /** The text with every secret replaced, plain or in the encodings in which a URL, a header or a body may carry it. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    for (let found = this.#shown.firstIn(text); found !== undefined; ) {
      // What begins within a secret belongs to it, and may go on behind it.
      if (found.start >= end) shown += `${text.slice(end, found.start)}[redacted]`;
      end = Math.max(end, found.end);
      found = this.#shown.firstIn(text, found.start + 1);
    }
    return end === 0 ? text : shown + text.slice(end);
  }

  /** Whether the text holds a secret that no response may hold, in any of those forms. */
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
