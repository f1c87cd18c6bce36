import { FormSearch } from './form-search.js';
import { formsOf } from './secret-forms.js';

/** Values that must never be shown: they are replaced in all text that leaves the process. */
export class Secrets {
  readonly #values = new Set<string>();
  /** Finds every secret. */
  readonly #shown = new FormSearch();
  /** Finds only those that no response may contain. */
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
      // A match that begins inside another is part of it, but may extend past its end.
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
