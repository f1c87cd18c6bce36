/**
 * The check digit of an EAN-13, 0 to 9: the one that makes the sum of all digits, every second one
 * weighted by 3, a multiple of 10. Takes the first twelve digits as text; throws RangeError for anything
 * else. From gap G-02.
 */
export function eanCheckDigit(firstTwelve: string): number {
  if (!/^[0-9]{12}$/.test(firstTwelve))
    throw new RangeError('an EAN-13 has twelve digits before its check digit');
  const sum = [...firstTwelve].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** True when the text is thirteen ASCII digits and the last one is the check digit. From gap G-02. */
export function isEan13(text: string): boolean {
  return /^[0-9]{13}$/.test(text) && eanCheckDigit(text.slice(0, 12)) === Number(text.slice(12));
}
