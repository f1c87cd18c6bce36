import { isEan13 } from '../ean.js';
import type { Market } from '../reference-data.js';
import type { Catalogue } from './catalogue.js';
import { MOST_PRODUCTS } from './catalogue.js';
import type { CategoryChoices } from './category-choices.js';
import { compositionProblems } from './composition-rules.js';
import { marketProblems } from './market-rules.js';
import type { ProductValues } from './product-item.js';

/** What a product is held against: the merchant's own markets and products, and everybody's reference data. */
export interface ProductSetting {
  markets: readonly Market[];
  catalogue: Catalogue;
  brands: ReadonlySet<number>;
  choicesOf(categoryId: number): CategoryChoices | undefined;
}

/** Everything that is wrong with a product, as messages; empty when it can be stored (clause 2.2, gap G-02). */
export function productProblems(values: ProductValues, setting: ProductSetting): string[] {
  const choices = setting.choicesOf(values.category);
  return [
    ...(values.ean === null || isEan13(values.ean) ? [] : ['ean must be an EAN-13 with its check digit']),
    ...(setting.brands.has(values.brand) ? [] : [`brand ${values.brand} is not known`]),
    ...(choices === undefined
      ? [`category ${values.category} is not known`]
      : [...choiceProblems(values, choices), ...compositionProblems(values, choices)]),
    ...marketProblems(values, setting.markets),
    ...catalogueProblems(values, setting.catalogue),
  ];
}

/** What is wrong with the ids that the category's attribute groups must offer (clause 2.2). */
export function choiceProblems(
  values: Pick<ProductValues, 'color' | 'size' | 'second_size' | 'attributes'>,
  { groups, attributes }: CategoryChoices,
): string[] {
  const problems: string[] = [];
  for (const field of ['color', 'size', 'second_size'] as const) {
    const id = values[field];
    if (id !== null && !groups.get(field)?.has(id))
      problems.push(`${field} ${id} is not offered by the category`);
  }
  if (values.size === null && groups.has('size')) problems.push('size is missing: the category has sizes');
  for (const id of values.attributes)
    if (!attributes.has(id)) problems.push(`attributes: ${id} is not an attribute of the category`);
  return problems;
}

/** What keeps a product out of this catalogue: another one of its style is the same variant, or it is full. */
export function catalogueProblems(values: ProductValues, catalogue: Catalogue): string[] {
  const twin = catalogue
    .style(values.style_key)
    .find(
      (other) =>
        other.values.sku !== values.sku &&
        other.values.color === values.color &&
        other.values.size === values.size &&
        other.values.second_size === values.second_size,
    );
  const problems =
    twin === undefined
      ? []
      : [`color, size and second_size are taken by the sku ${twin.values.sku} of this style`];
  if (catalogue.size >= MOST_PRODUCTS && catalogue.find(values.sku) === undefined)
    problems.push(`a merchant can have at most ${MOST_PRODUCTS} products`);
  return problems;
}
