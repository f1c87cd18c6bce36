/** What may never be shown: values registered here are replaced wherever text leaves the process. */
export class Secrets {
  readonly #values = new Set<string>();
  /** The forms in which they may show, the longest first: one may begin another, whose rest would be left standing. */
  #forms: readonly string[] = [];
  /** The same with those that a response may hold. */
  #hidden: readonly string[] = [];

  /**
   * Adds values that must not be shown, and that no response may hold; short ones are ignored, as they would blank out
   * ordinary text.
   */
  add(...values: readonly (string | undefined)[]): void {
    const added = this.#formsOfNew(values);
    this.#forms = longestFirst([...this.#forms, ...added]);
    this.#hidden = longestFirst([...this.#hidden, ...added]);
  }

  /** Adds values that must not be shown either, but that the target gives out: `foundIn` does not look for them. */
  hide(...values: readonly (string | undefined)[]): void {
    this.#hidden = longestFirst([...this.#hidden, ...this.#formsOfNew(values)]);
  }

  /** The text with every secret replaced, plain or in the encodings in which a URL or a header may carry it. */
  redact(text: string): string {
    let shown = text;
    for (const form of this.#hidden) shown = shown.replaceAll(form, '[redacted]');
    return shown;
  }

  /** Whether the text holds a secret that no response may hold, in any of those forms. */
  foundIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
  }

  #formsOfNew(values: readonly (string | undefined)[]): readonly string[] {
    return values.flatMap((value) => {
      if (value === undefined || value.trim().length < 6 || this.#values.has(value)) return [];
      this.#values.add(value);
      return formsOf(value);
    });
  }
}

function longestFirst(forms: readonly string[]): readonly string[] {
  return forms.toSorted((a, b) => b.length - a.length);
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [
    ...new Set([
      value,
      encodeURIComponent(value),
      // A query encodes more characters than encodeURIComponent does.
      new URLSearchParams({ '': value }).toString().slice(1),
      JSON.stringify(value).slice(1, -1),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ];
}
