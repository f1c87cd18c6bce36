/** What may never be shown: values registered here are replaced wherever text leaves the process. */
export class Secrets {
  /** Each secret with the forms in which it may show. */
  readonly #forms = new Map<string, readonly string[]>();

  /** Adds values that must not be shown; short ones are ignored, as they would blank out ordinary text. */
  add(...values: readonly (string | undefined)[]): void {
    for (const value of values) {
      if (value !== undefined && value.length >= 6 && !this.#forms.has(value))
        this.#forms.set(value, formsOf(value));
    }
  }

  /** The text with every secret replaced, plain or in the encodings in which a URL or a header may carry it. */
  redact(text: string): string {
    let shown = text;
    for (const forms of this.#forms.values()) {
      for (const form of forms) shown = shown.replaceAll(form, '[redacted]');
    }
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
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ];
}
