import fc from 'fast-check';

/** A valid EAN-13: twelve digits and their check digit (gap G-02). */
export function ean(): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
    .map((digits) => digits.join('') + checkDigit(digits));
}

function checkDigit(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
