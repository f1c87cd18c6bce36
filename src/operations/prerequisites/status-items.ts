import fc from 'fast-check';
import { unknownStyleKey } from '../../data/keys.js';
import { changeableText } from '../../data/text.js';
import { type StatusItem, statusItem } from '../../data/update-items.js';
import type { ForeseenItem } from '../../verdicts/batches/effect.js';
import type { BatchItems } from './batch-items.js';
import { type DrawnItem, largeMixtureOf, mixturesOf } from './mixture.js';
import type { Prerequisites } from './prerequisites.js';

/** The possible statuses of a draft once it is published: on its way to approval, or further (clause 3.1, gap G-06). */
const published = ['pending_approval', 'rejected', 'pending_active', 'active', 'problem'];

/** A status for a draft that is made for it. */
type Own = Pick<StatusItem, 'status'>;

/** Items for status updates, of draft styles and of style keys that nobody submitted (clauses 2.1 and 3.1). */
export async function statusItems(given: Prerequisites): Promise<BatchItems> {
  const bystanders = await given.draftProducts(3);
  const styles = bystanders.map(({ style_key }) => style_key);
  const unknown = unknownStyleKey(given.prefix).chain((style_key) => statusItem([style_key]));
  /** Has no style key yet: it will get a new draft's. */
  const publication: fc.Arbitrary<Own> = fc.constant({ status: 'published' });
  /** A product that was never active can't become inactive. */
  const untimely: fc.Arbitrary<Own> = fc.constant({ status: 'inactive' });
  const skus = new Set<string>();
  /** Products of earlier mixtures: their status changes by itself. */
  const onTheirWay = new Set<string>();
  const place = async (drawn: readonly DrawnItem<Own, Own | StatusItem>[]) => {
    const drafts = await given.draftProducts(drawn.filter(({ item }) => !('style_key' in item)).length);
    for (const sku of skus) onTheirWay.add(sku);
    const next = drafts.values();
    return drawn.map(({ good, item }): ForeseenItem => {
      if ('style_key' in item) return { item, good, effects: [] };
      const { sku, style_key } = given.found(next.next().value, 'a draft was not made');
      skus.add(sku);
      const record = `product ${sku}`;
      const effects = [{ record, field: 'status', acceptable: published, gaps: ['G-06'] }];
      return { item: { style_key, ...item }, good, effects: good ? effects : [] };
    });
  };
  return {
    wellFormed: async () =>
      fc.oneof({ arbitrary: statusItem(styles), weight: 4 }, { arbitrary: unknown, weight: 1 }),
    futile: unknown,
    unusual: async () =>
      fc
        .tuple(unknown, changeableText)
        .map(([item, text]) => ({ ...item, style_key: `${item.style_key} ${text}` })),
    ...mixturesOf(publication, fc.oneof(unknown, untimely), place),
    large: (size) => largeMixtureOf(size, publication, unknown, place),
    foreseen: (mixture) => mixture.placed(),
    records: () =>
      given.records({ skus: [...bystanders.map(({ sku }) => sku), ...skus], without: onTheirWay }),
  };
}
