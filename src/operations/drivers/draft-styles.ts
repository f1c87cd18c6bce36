import { sampleOne } from '../../data/draw.js';
import type { ProductItem } from '../../data/product-item.js';
import { styleOf } from '../../data/style.js';
import { Blocked } from '../../verdicts/interruptions.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';

/**
 * Upserts styles in one batch, which are drafts then (clause 3.1 rule 2).
 * @param sizes how many variants each style has
 * @param seed decides what they are like; their keys are always new
 * @param change fields that are to be otherwise than drawn
 * @returns the variants of each style
 * @throws Blocked where no category has enough to choose from for so many variants
 */
export async function draftStyles(
  given: Prerequisites,
  sizes: readonly number[],
  seed: number,
  change: Partial<ProductItem> = {},
): Promise<readonly (readonly ProductItem[])[]> {
  const reference = await given.referenceData();
  const styles = sizes.map((size, index) => {
    const style = styleOf(reference, given.prefix, { variants: { min: size, max: size } });
    if (style === undefined)
      throw new Blocked(`no category has colors and sizes for ${size} variants of a style`);
    const own = { ...change, style_key: given.newKey() };
    return sampleOne(style, seed + index).map((item) => ({ ...item, ...own, sku: given.newKey() }));
  });
  await given.upserted(styles.flat());
  return styles;
}
