import type { CategoryChoices, ReferenceData } from '../reference-data.js';
import { checkComposition } from './composition-rules.js';
import { Findings, isInteger, isList, isNumber, isRecord, isString } from './findings.js';
import { checkMarkets } from './market-rules.js';

const required = [
  'style_key',
  'sku',
  'color',
  'brand',
  'category',
  'weight',
  'country_of_origin',
  'attributes',
  'prices',
  'images',
];

/**
 * The rules that a product item breaks, by name: clause 2.2 and gaps G-02, G-03, written down once more, apart from the
 * arbitraries, to test them. A rule about a value asks only values of the right type, and one about a whole only where its
 * parts are right.
 */
export function brokenRules(item: unknown, reference: ReferenceData): string[] {
  const findings = new Findings();
  if (!isRecord(item)) return ['type item'];
  for (const field of required) {
    findings.unless(item[field] !== undefined && item[field] !== null, `required ${field}`);
  }
  checkTexts(item, findings);
  checkNumbers(item, findings);
  checkImages(item, findings);
  checkMarkets(item, reference, findings);
  checkIds(item, reference, findings);
  return findings.all;
}

type Item = Readonly<Record<string, unknown>>;

function checkTexts(item: Item, findings: Findings): void {
  for (const [field, least, most] of [
    ['style_key', 1, 120],
    ['sku', 3, 120],
    ['hs_code', 0, 20],
    ['name', 0, 120],
  ] as const) {
    const text = findings.typed(item[field], isString, field);
    const length = [...(text ?? '')].length;
    findings.unless(text === undefined || (length >= least && length <= most), `${field} length`);
    findings.unless(text?.isWellFormed() !== false && !text?.includes('\0'), `${field} unicode`);
  }
  const ean = findings.typed(item.ean, isString, 'ean');
  findings.unless(ean === undefined || (/^[0-9]{13}$/.test(ean) && weighted(ean) % 10 === 0), 'ean');
}

/** Of the thirteen digits, those at even places count three times. */
function weighted(digits: string): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
}

function checkNumbers(item: Item, findings: Findings): void {
  const weight = findings.typed(item.weight, isNumber, 'weight') ?? 0;
  findings.unless(weight >= 0 && weight <= 100_000, 'weight bound');
  const quantity = findings.typed(item.quantity, isNumber, 'quantity') ?? 0;
  findings.unless(Number.isInteger(quantity), 'quantity integer');
  findings.unless(quantity >= 0 && quantity <= 1_000_000, 'quantity bound');
}

function checkImages(item: Item, findings: Findings): void {
  const list = findings.typed(item.images, isList, 'images');
  if (list === undefined) return;
  findings.unless(list.length >= 1 && list.length <= 10, 'images count');
  for (const image of findings.members(list, isString, 'images[]'))
    findings.unless(
      URL.canParse(image) && ['http:', 'https:'].includes(new URL(image).protocol),
      'image URL',
    );
}

function checkIds(item: Item, reference: ReferenceData, findings: Findings): void {
  const id = findings.typed(item.category, isInteger, 'category');
  const category = reference.categories.find((each) => each.id === id);
  findings.unless(id === undefined || category !== undefined, 'category known');
  const known = category ?? everyChoice(reference);
  const brands = known.brands.length > 0 ? known.brands : reference.brands;
  for (const [field, ids] of [
    ['color', known.colors],
    ['size', known.sizes],
    ['second_size', known.secondSizes],
    ['brand', brands],
  ] as const) {
    const value = findings.typed(item[field], isInteger, field);
    findings.unless(value === undefined || ids.includes(value), `${field} known`);
  }
  const hasSizes = category !== undefined && category.sizes.length > 0;
  findings.unless(!hasSizes || (item.size !== undefined && item.size !== null), 'size needed');
  const attributes = findings.typed(item.attributes, isList, 'attributes') ?? [];
  const chosen = findings.members(attributes, isInteger, 'attributes[]');
  findings.unless(new Set(chosen).size === chosen.length, 'attributes distinct');
  for (const { multiselect, attributes: ids } of known.attributeGroups)
    findings.unless(
      multiselect || chosen.filter((each) => ids.includes(each)).length <= 1,
      'attributes of one group',
    );
  const knownAttributes = known.attributeGroups.flatMap((group) => group.attributes);
  findings.unless(
    chosen.every((each) => knownAttributes.includes(each)),
    'attribute known',
  );
  checkComposition(item, category, known, findings);
}

/** What can be chosen in any category: all that can be asked of an item whose category is unknown. */
function everyChoice({ categories, brands }: ReferenceData): CategoryChoices {
  return {
    id: 0,
    composition: null,
    colors: categories.flatMap(({ colors }) => colors),
    sizes: categories.flatMap(({ sizes }) => sizes),
    secondSizes: categories.flatMap(({ secondSizes }) => secondSizes),
    brands: [...brands, ...categories.flatMap((category) => category.brands)],
    clusters: categories.flatMap(({ clusters }) => clusters),
    materials: categories.flatMap(({ materials }) => materials),
    attributeGroups: categories.flatMap(({ attributeGroups }) => attributeGroups),
  };
}
