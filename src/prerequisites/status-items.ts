import fc from 'fast-check';
import { statusItem } from '../arbitraries/status-item.js';
import { unknownStyleKey } from '../arbitraries/unknown-product-key.js';
import type { BatchItems } from './batch-items.js';
import { mixtureOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** Where a draft may be once it was published: on its way to approval, or already further (clause 3.1, gap G-06). */
const published = ['pending_approval', 'rejected', 'pending_active', 'active', 'problem'];

/** Items for status updates, of styles that are drafts and of style keys that nobody submitted (clauses 2.1 and 3.1). */
export async function statusItems(given: Prerequisites): Promise<BatchItems> {
  const bystanders = await given.draftProducts(3);
  const styles = bystanders.map(({ style_key }) => style_key);
  const unknown = unknownStyleKey(given.prefix).chain((style_key) => statusItem([style_key]));
  /** In place of its style key, a draft of its own. */
  const publication = fc.constant({ status: 'published' });
  /** What was never active can't be inactive. */
  const untimely = fc.constant({ status: 'inactive' });
  const skus = new Set<string>();
  /** Of earlier mixtures: their status changes by itself. */
  const onTheirWay = new Set<string>();
  return {
    wellFormed: fc.oneof({ arbitrary: statusItem(styles), weight: 4 }, { arbitrary: unknown, weight: 1 }),
    futile: unknown,
    mixtures: mixtureOf(publication, fc.oneof(unknown, untimely), async (drawn) => {
      const drafts = await given.draftProducts(drawn.length);
      for (const sku of skus) onTheirWay.add(sku);
      return drafts.map(({ sku, style_key }, index) => {
        const { good = false, item = {} } = drawn[index] ?? {};
        skus.add(sku);
        return {
          item: { style_key, ...item },
          good,
          effects: good
            ? [{ record: `product ${sku}`, field: 'status', acceptable: published, gaps: ['G-06'] }]
            : [],
        };
      });
    }),
    foreseen: (mixture) => mixture.placed(),
    records: () =>
      given.records({ skus: [...bystanders.map(({ sku }) => sku), ...skus], without: onTheirWay }),
  };
}
