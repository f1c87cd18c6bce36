import fc from 'fast-check';

/** A valid EAN-13: twelve digits and their check digit (gap G-02). */
export function ean(): fc.Arbitrary<string> {
  return gtin(13);
}

/** A valid trade item number; those of 12 and 14 digits have a right check digit too, but are no EAN-13. */
export function gtin(length: 12 | 13 | 14): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
    .map((digits) => digits.join('') + checkDigit(digits));
}

/** From the right, every other digit counts three times. */
function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
