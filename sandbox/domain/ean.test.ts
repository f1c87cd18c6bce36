import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { eanCheckDigit, isEan13 } from './ean.js';

const twelveDigits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 12 });

test('published examples have their check digits', () => {
  expect(eanCheckDigit('400638133393')).toBe(1);
  expect(eanCheckDigit('501234567890')).toBe(0);
  expect(eanCheckDigit('978020137962')).toBe(4);
});

test('of the ten possible last digits exactly the check digit makes an EAN', () => {
  fc.assert(
    fc.property(twelveDigits, (digits) => {
      const valid = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).filter(isEan13);
      return valid.length === 1 && valid[0] === `${digits}${eanCheckDigit(digits)}`;
    }),
  );
});

test('any single wrong digit is noticed', () => {
  fc.assert(
    fc.property(twelveDigits, fc.nat(12), fc.integer({ min: 1, max: 9 }), (digits, place, change) => {
      const ean = [...digits, String(eanCheckDigit(digits))];
      return !isEan13(ean.with(place, String((Number(ean[place]) + change) % 10)).join(''));
    }),
  );
});

for (const text of [
  '',
  '400638133393',
  '40063813339310',
  ' 4006381333931',
  '4006381333931\n',
  '400638133393x',
  '٤٠٠٦٣٨١٣٣٣٩٣١',
]) {
  test(`${JSON.stringify(text)} is not an EAN-13`, () => {
    expect(isEan13(text)).toBe(false);
  });
}

test('a check digit is made for twelve digits only', () => {
  expect(() => eanCheckDigit('4006381333931')).toThrow(RangeError);
  expect(() => eanCheckDigit('40063813339x')).toThrow(RangeError);
});
