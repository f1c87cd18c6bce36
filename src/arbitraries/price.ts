import fc from 'fast-check';

/** The price of a product in one country, in major units (clause 2.2; bounds by gap G-02). */
export interface Price {
  readonly country_code: string;
  readonly retail_price: number;
  /** At most retail_price; null where there is no sale. */
  readonly sale_price: number | null;
}

/** Amounts that no binary fraction meets: times 100 they are a little more or less than their cents. */
const awkwardCents = [110, 115, 435, 829, 1001, 1999, 3330, 6410, 25603, 99_999] as const;

/** Cents are drawn, so that every amount has at most two decimals and is the number that JSON text gives back. */
const cents = fc.oneof(fc.integer({ min: 100, max: 100_000 }), fc.constantFrom(...awkwardCents));

/** A price with two decimals, from 1.00 to 1000.00, and now and then a sale price of at most as much. */
export function price(countryCode: string): fc.Arbitrary<Price> {
  return cents
    .chain((retail) => fc.tuple(fc.constant(retail), fc.option(salesOf(retail))))
    .map(([retail, sale]) => ({
      country_code: countryCode,
      retail_price: retail / 100,
      sale_price: sale === null ? null : sale / 100,
    }));
}

/** Cents of a sale: any amount, an awkward one, the least that there is, or no less than the price itself. */
function salesOf(retail: number): fc.Arbitrary<number> {
  const awkward = awkwardCents.filter((each) => each < retail);
  return fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: retail }), weight: 4 },
    fc.constantFrom(1, retail, ...awkward),
  );
}
