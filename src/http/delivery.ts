import { deliverySignature, deliveryTranslation, signaturePrefix } from '../contract/closings/target.js';

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

/** The header that is assumed to carry the signature of a delivery (gap G-12). */
export const assumedSignatureHeader = 'x-signature';

/** The header that carries the signature of a delivery, in lower case (gap G-12). */
export const signatureHeader = (deliverySignature ?? assumedSignatureHeader).toLowerCase();

/** What the header of the signature has to say for this signature in hex. */
export function signatureWritten(hex: string): string {
  return signaturePrefix + hex;
}

/** What a delivery says, in our words; undefined where its body isn't JSON. */
export function contentOf({ body }: Pick<Delivery, 'body'>): unknown {
  try {
    return deliveryTranslation.toOurs(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}
