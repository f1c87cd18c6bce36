import { isOutdated } from '../domain/products/stock-update.js';
import type { Rules } from '../domain/rules.js';
import type { Fault } from './fault.js';
import { changeItems } from './request-changes.js';

const operations = ['updateProductStock'] as const;

/** Plants another rule for stock updates; `clean` is the one that it is put in place of. */
function ruling(rule: (clean: Rules['updateStock']) => Rules['updateStock']): Fault['plant'] {
  return ({ rules }) => ({ rules: { ...rules, updateStock: rule(rules.updateStock) } });
}

/** Plants that a stock update is carried out with another quantity than was asked for. */
function setting(change: (quantity: number, former: number) => number): Fault['plant'] {
  return ruling((clean) => (item, catalogue, ...rest) => {
    const former = catalogue.find(item.sku)?.values.quantity ?? 0;
    return clean({ ...item, quantity: change(item.quantity, former) }, catalogue, ...rest);
  });
}

/** Plants that quantities past the bounds are taken for others. */
function taking(change: (quantity: number) => number): Fault['plant'] {
  return changeItems((item) =>
    typeof item.quantity === 'number' ? { ...item, quantity: change(item.quantity) } : item,
  );
}

/** Faults of the stock update. */
export const stockFaults: readonly Fault[] = [
  {
    id: 'updates-no-stock',
    violates: 'STK-01',
    does: 'It reports a stock update as a success and leaves the quantity as it was.',
    plant: setting((_quantity, former) => former),
  },
  {
    id: 'adds-stock-instead-of-setting-it',
    violates: 'STK-01',
    does: 'It adds the quantity of a stock update to the one that is there.',
    plant: setting((quantity, former) => Math.min(quantity + former, 1_000_000)),
  },
  {
    id: 'takes-stock-of-zero-for-none-given',
    violates: 'STK-01',
    does: 'It leaves the quantity as it was when it is to become zero.',
    showsFor: 'a quantity of 0',
    plant: setting((quantity, former) => quantity || former),
  },
  {
    id: 'keeps-sixteen-bits-of-stock',
    violates: 'STK-01',
    does: 'It keeps the lower sixteen bits of a quantity.',
    showsFor: 'quantities above 65535',
    plant: setting((quantity) => quantity % 65_536),
  },
  {
    id: 'sets-stock-of-the-first-item-only',
    violates: 'STK-01',
    does: 'It carries out the first item of a stock batch and reports all of them as successes.',
    showsFor: 'the second item of a batch',
    plant: ruling((clean) => {
      let batch: number | undefined;
      return (item, catalogue, submittedAt, emit) => {
        if (batch === submittedAt && catalogue.find(item.sku) !== undefined) return [];
        batch = submittedAt;
        return clean(item, catalogue, submittedAt, emit);
      };
    }),
  },
  {
    id: 'sets-stock-of-the-whole-style',
    violates: 'STK-01',
    does: 'It sets the quantity of all products of a style when one of them is to have it.',
    showsFor: 'styles with more than one product',
    plant: ruling((clean) => (item, catalogue, ...rest) => {
      const style = catalogue.find(item.sku)?.values.style_key;
      const errors = clean(item, catalogue, ...rest);
      if (style !== undefined && errors.length === 0)
        for (const product of catalogue.style(style))
          product.values = { ...product.values, quantity: item.quantity };
      return errors;
    }),
  },
  {
    id: 'passes-over-unknown-sku-of-stock',
    violates: 'STK-02',
    does: 'It reports a stock update of an unknown sku as a success.',
    plant: ruling(
      (clean) =>
        (item, catalogue, ...rest) =>
          catalogue.find(item.sku) === undefined ? [] : clean(item, catalogue, ...rest),
    ),
  },
  {
    id: 'finds-sku-of-stock-in-any-case',
    violates: 'STK-02',
    does: 'It takes an unknown sku for a known one that differs from it only in upper and lower case.',
    showsFor: 'skus that differ from known ones only in case',
    plant: ruling((clean) => (item, catalogue, ...rest) => {
      const folded = item.sku.toLowerCase();
      const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
      return clean({ ...item, sku: known?.values.sku ?? item.sku }, catalogue, ...rest);
    }),
  },
  {
    id: 'judges-unknown-sku-by-the-item-before',
    violates: 'STK-02',
    does: 'It reports an unknown sku as a success where it follows a stock update that succeeded.',
    showsFor: 'an unknown sku behind a known one in the same batch',
    plant: ruling((clean) => {
      let succeeded: number | undefined;
      return (item, catalogue, submittedAt, emit) => {
        const errors = clean(item, catalogue, submittedAt, emit);
        if (errors.length === 0) succeeded = submittedAt;
        return catalogue.find(item.sku) === undefined && succeeded === submittedAt ? [] : errors;
      };
    }),
  },
  {
    id: 'accepts-stock-above-a-million',
    violates: 'STK-03',
    does: 'It accepts any quantity above 1000000 and sets 1000000.',
    operations,
    plant: taking((quantity) => Math.min(quantity, 1_000_000)),
  },
  {
    id: 'takes-negative-stock-for-none',
    violates: 'STK-03',
    does: 'It accepts a negative quantity and sets 0.',
    operations,
    plant: taking((quantity) => Math.max(quantity, 0)),
  },
  {
    id: 'rounds-stock',
    violates: 'STK-03',
    does: 'It accepts a quantity with a fraction and sets the next integer.',
    operations,
    plant: taking(Math.round),
  },
  {
    id: 'refuses-stock-of-a-million',
    violates: 'STK-03',
    does: 'It reports a quantity of 1000000 as failed.',
    showsFor: 'a quantity of 1000000',
    plant: ruling(
      (clean) =>
        (item, ...rest) =>
          item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(item, ...rest),
    ),
  },
  {
    id: 'carries-out-outdated-stock',
    violates: 'STK-03',
    does: 'It carries out a stock update whose valid_at is before that of the last one.',
    plant: ruling((clean) => (item, catalogue, ...rest) => {
      const product = catalogue.find(item.sku);
      if (product !== undefined) delete product.stockValidAt;
      return clean(item, catalogue, ...rest);
    }),
  },
  {
    id: 'reports-outdated-stock-as-success',
    violates: 'STK-03',
    does: 'It reports an outdated stock update as a success, though it does not carry it out.',
    plant: ruling(
      (clean) =>
        (item, catalogue, ...rest) =>
          isOutdated(item.valid_at, catalogue.find(item.sku)?.stockValidAt)
            ? []
            : clean(item, catalogue, ...rest),
    ),
  },
  {
    id: 'forgets-valid-at-within-a-stock-batch',
    violates: 'STK-03',
    does: 'It carries out an outdated stock update where the later one is of the same batch.',
    showsFor: 'two updates of one sku in one batch, the outdated one second',
    plant: ruling((clean) => {
      const batches = new Map<string, { submittedAt: number; before: number | undefined }>();
      return (item, catalogue, submittedAt, emit) => {
        const product = catalogue.find(item.sku);
        if (product === undefined) return clean(item, catalogue, submittedAt, emit);
        const last = batches.get(item.sku);
        const before = last?.submittedAt === submittedAt ? last.before : product.stockValidAt;
        if (batches.size > 1_000) batches.clear();
        batches.set(item.sku, { submittedAt, before });
        if (before === undefined) delete product.stockValidAt;
        else product.stockValidAt = before;
        return clean(item, catalogue, submittedAt, emit);
      };
    }),
  },
  {
    id: 'compares-valid-at-of-stock-without-zone',
    violates: 'STK-03',
    does: 'It reads the valid_at of a stock update as UTC, whatever its zone.',
    showsFor: 'a valid_at with another zone than UTC',
    operations,
    plant: changeItems(({ valid_at, ...item }) => ({
      ...item,
      ...(valid_at !== undefined && {
        valid_at: typeof valid_at === 'string' ? valid_at.replace(/[+-]\d\d:\d\d$/, 'Z') : valid_at,
      }),
    })),
  },
];
