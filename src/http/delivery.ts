import { target } from '../contract/document.js';

/** A webhook delivery as it was received (gap G-12). */
export interface Delivery {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body: the signature is computed over these bytes. */
  readonly body: Buffer;
  /** The status that our receiver answered. */
  readonly answered: number;
}

/** The header in which we expect the signature of a delivery unless the target's file names another (gap G-12). */
export const assumedSignatureHeader = 'x-signature';

/** The header that carries the signature of a delivery, in lower case (gap G-12). */
export const signatureHeader = (target.deliverySignature ?? assumedSignatureHeader).toLowerCase();

/** The value of the signature header for a signature in hex. */
export function signatureWritten(hex: string): string {
  return (target.signaturePrefix ?? '') + hex;
}

/** The content of a delivery in the contract's words; undefined if its body isn't JSON. */
export function contentOf({ body }: Pick<Delivery, 'body'>): unknown {
  try {
    return target.deliveryTranslation.toOurs(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}
