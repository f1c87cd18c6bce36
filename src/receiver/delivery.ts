/** An event as it came in (gap G-12). */
export interface Delivery {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body, which the signature is made of. */
  readonly body: Buffer;
  /** The status with which it was answered. */
  readonly answered: number;
}
