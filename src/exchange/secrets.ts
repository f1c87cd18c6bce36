/** What may never be shown: values registered here are replaced wherever text leaves the process. */
export class Secrets {
  /** Each secret with the forms in which it may show. */
  readonly #forms = new Map<string, readonly string[]>();

  /** Adds values that must not be shown; short ones are ignored, as they would blank out ordinary text. */
  add(...values: readonly (string | undefined)[]): void {
    for (const value of values) {
      if (value !== undefined && value.trim().length >= 6 && !this.#forms.has(value))
        this.#forms.set(value, formsOf(value));
    }
  }

  /** The text with every secret replaced, plain or in the encodings in which a URL or a header may carry it. */
  redact(text: string): string {
    let shown = text;
    // The longest first: one secret may begin another, whose rest would be left standing.
    const forms = [...this.#forms.values()].flat().toSorted((a, b) => b.length - a.length);
    for (const form of forms) shown = shown.replaceAll(form, '[redacted]');
    return shown;
  }

  /** Whether the text holds a secret in any of those forms. */
  foundIn(text: string): boolean {
    return [...this.#forms.values()].some((forms) => forms.some((form) => text.includes(form)));
  }
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
