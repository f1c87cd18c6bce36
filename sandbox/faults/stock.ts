import { isOutdated } from '../domain/product-rules.js';
import type { Rules } from '../domain/rules.js';
import { type Fault, lies, liesIn, type Plant, ruling } from './fault.js';
import { changeItems } from './plants/requests.js';

/** Plants another rule for stock updates; `clean` is the rule that it replaces. */
function updating(rule: (clean: Rules['updateStock']) => Rules['updateStock']): Plant {
  return ruling(({ updateStock }) => ({ updateStock: rule(updateStock) }));
}

/** Plants stock updates that report success for certain items and do nothing. */
function passingOver(isMeant: (...given: Parameters<Rules['updateStock']>) => boolean): Plant {
  return updating(
    (clean) =>
      (...given) =>
        isMeant(...given) ? [] : clean(...given),
  );
}

/** Plants stock updates that set a quantity other than the requested one. */
function setting(change: (quantity: number, former: number) => number): Plant {
  return updating((clean) => (item, catalogue, ...rest) => {
    const former = catalogue.find(item.sku)?.values.quantity ?? 0;
    return clean({ ...item, quantity: change(item.quantity, former) }, catalogue, ...rest);
  });
}

/** Plants a change of quantities past the bounds. */
function taking(change: (quantity: number) => number): Plant {
  return changeItems((item) =>
    typeof item.quantity === 'number' ? { ...item, quantity: change(item.quantity) } : item,
  );
}

/** Faults of the stock update. */
export const stockFaults: readonly Fault[] = [
  ...lies({
    'STK-01 updates-no-stock': [
      'It reports a stock update as a success and leaves the quantity as it was.',
      setting((_quantity, former) => former),
    ],
    'STK-01 adds-stock-instead-of-setting-it': [
      'It adds the quantity of a stock update to the existing one.',
      setting((quantity, former) => Math.min(quantity + former, 1_000_000)),
    ],
    'STK-01 takes-stock-of-zero-for-none-given': [
      'It leaves the quantity unchanged when it should become zero.',
      'a quantity of 0',
      setting((quantity, former) => quantity || former),
    ],
    'STK-01 keeps-sixteen-bits-of-stock': [
      'It keeps the lower sixteen bits of a quantity.',
      'quantities above 65535',
      setting((quantity) => quantity % 65_536),
    ],
    'STK-01 sets-stock-of-the-first-item-only': [
      'It carries out the first item of a stock batch and reports all of them as successes.',
      'the second item of a batch',
      updating((clean) => {
        let batch: number | undefined;
        return (item, catalogue, submittedAt, emit) => {
          if (batch === submittedAt && catalogue.find(item.sku) !== undefined) return [];
          batch = submittedAt;
          return clean(item, catalogue, submittedAt, emit);
        };
      }),
    ],
    'STK-01 sets-stock-of-the-whole-style': [
      'It sets the quantity of all products of a style when it is set for one of them.',
      'styles with more than one product',
      updating((clean) => (item, catalogue, ...rest) => {
        const style = catalogue.find(item.sku)?.values.style_key;
        const errors = clean(item, catalogue, ...rest);
        if (style !== undefined && errors.length === 0)
          for (const product of catalogue.style(style))
            product.values = { ...product.values, quantity: item.quantity };
        return errors;
      }),
    ],
    'STK-02 passes-over-unknown-sku-of-stock': [
      'It reports a stock update of an unknown sku as a success.',
      passingOver(({ sku }, catalogue) => catalogue.find(sku) === undefined),
    ],
    'STK-02 finds-sku-of-stock-in-any-case': [
      'It treats an unknown sku as a known one that differs from it only in case.',
      'skus that differ from known ones only in case',
      updating((clean) => (item, catalogue, ...rest) => {
        const folded = item.sku.toLowerCase();
        const known = catalogue.all().find(({ values }) => values.sku.toLowerCase() === folded);
        return clean({ ...item, sku: known?.values.sku ?? item.sku }, catalogue, ...rest);
      }),
    ],
    'STK-02 judges-unknown-sku-by-the-item-before': [
      'It reports an unknown sku as a success if it follows a stock update that succeeded.',
      'an unknown sku after a known one in the same batch',
      updating((clean) => {
        let succeeded: number | undefined;
        return (item, catalogue, submittedAt, emit) => {
          const errors = clean(item, catalogue, submittedAt, emit);
          if (errors.length === 0) succeeded = submittedAt;
          return catalogue.find(item.sku) === undefined && succeeded === submittedAt ? [] : errors;
        };
      }),
    ],
    'STK-03 refuses-stock-of-a-million': [
      'It reports a quantity of 1000000 as failed.',
      'a quantity of 1000000',
      updating(
        (clean) =>
          (item, ...rest) =>
            item.quantity >= 1_000_000 ? ['quantity must be less than 1000000'] : clean(item, ...rest),
      ),
    ],
    'STK-03 carries-out-outdated-stock': [
      'It carries out a stock update whose valid_at is before that of the last one.',
      updating((clean) => (item, catalogue, ...rest) => {
        const product = catalogue.find(item.sku);
        if (product !== undefined) delete product.stockValidAt;
        return clean(item, catalogue, ...rest);
      }),
    ],
    'STK-03 reports-outdated-stock-as-success': [
      'It reports an outdated stock update as a success, but does not carry it out.',
      passingOver(({ sku, valid_at }, catalogue) => isOutdated(valid_at, catalogue.find(sku)?.stockValidAt)),
    ],
    'STK-03 forgets-valid-at-within-a-stock-batch': [
      'It carries out an outdated stock update if the later one is in the same batch.',
      'two updates of one sku in one batch, the outdated one second',
      updating((clean) => {
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
    ],
  }),
  ...liesIn(['updateProductStock'], {
    'STK-03 accepts-stock-above-a-million': [
      'It accepts any quantity above 1000000 and sets 1000000.',
      taking((quantity) => Math.min(quantity, 1_000_000)),
    ],
    'STK-03 takes-negative-stock-for-none': [
      'It accepts a negative quantity and sets 0.',
      taking((quantity) => Math.max(quantity, 0)),
    ],
    'STK-03 rounds-stock': [
      'It accepts a quantity with a fraction and sets the next integer.',
      taking(Math.round),
    ],
    'STK-03 compares-valid-at-of-stock-without-zone': [
      'It reads the valid_at of a stock update as UTC, whatever its zone.',
      'a valid_at in a zone other than UTC',
      changeItems(({ valid_at, ...item }) => ({
        ...item,
        ...(valid_at !== undefined && {
          valid_at: typeof valid_at === 'string' ? valid_at.replace(/[+-]\d\d:\d\d$/, 'Z') : valid_at,
        }),
      })),
    ],
  }),
];
