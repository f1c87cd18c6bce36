/** What may never be shown: values registered here are replaced wherever text leaves the process. */
export class Secrets {
  readonly #values = new Set<string>();
  /** The forms in which they may show, the longest first: one may begin another, whose rest would be left standing. */
  #forms: readonly string[] = [];

  /** Adds values that must not be shown; short ones are ignored, as they would blank out ordinary text. */
  add(...values: readonly (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || value.trim().length < 6 || this.#values.has(value)) continue;
      this.#values.add(value);
      this.#forms = [...this.#forms, ...formsOf(value)].sort((a, b) => b.length - a.length);
    }
  }

  /** The text with every secret replaced, plain or in the encodings in which a URL or a header may carry it. */
  redact(text: string): string {
    let shown = text;
    for (const form of this.#forms) shown = shown.replaceAll(form, '[redacted]');
    return shown;
  }

  /** Whether the text holds a secret in any of those forms. */
  foundIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
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
