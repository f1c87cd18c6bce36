import { expect, test } from '#unit-test';
import { exampleReferenceData } from '../example-reference-data.js';
import { brokenRules } from './product-rules.js';

const item = {
  style_key: 'S-1',
  sku: 'S-1-36',
  ean: '4006381333931',
  hs_code: '62019300',
  name: 'Mantel',
  descriptions: { de: 'Ein Mantel' },
  color: 101,
  size: 201,
  second_size: null,
  brand: 401,
  category: 10,
  quantity: 5,
  weight: 750.5,
  countries: ['DE', 'FR'],
  country_of_origin: 'PT',
  attributes: [701, 702, 711],
  material_composition_textile: [
    {
      cluster_id: 501,
      components: [
        { material_id: 601, fraction: 60 },
        { material_id: 602, fraction: 40 },
      ],
    },
  ],
  prices: [
    { country_code: 'DE', retail_price: 99.9, sale_price: 99.9 },
    { country_code: 'FR', retail_price: 109, sale_price: null },
  ],
  images: ['https://images.example.com/1.jpg'],
};

const [de, fr] = item.prices;

/** By hand, so that the rules are not tested with what they test. */
const broken: readonly (readonly [change: object, rules: readonly string[]])[] = [
  [{}, []],
  [{ ean: null, hs_code: null, name: null, descriptions: null, quantity: null }, []],
  [{ style_key: 'x'.repeat(120), sku: '漢'.repeat(120), name: '👗'.repeat(120) }, []],
  [
    { category: 20, size: null, brand: 901, attributes: [], material_composition_textile: undefined },
    ['composition'],
  ],
  [{ style_key: 'x'.repeat(121) }, ['style_key length']],
  [{ sku: 'ab' }, ['sku length']],
  [{ ean: '4006381333932' }, ['ean']],
  [{ ean: '036000291452' }, ['ean']],
  [{ name: 'a\ud800' }, ['name unicode']],
  [{ color: '101' }, ['type color']],
  [{ color: 101.5 }, ['type color']],
  [{ color: 103 }, ['color known']],
  [{ color: null }, ['required color']],
  [{ size: null }, ['size needed']],
  [{ second_size: 302 }, ['second_size known']],
  [{ brand: 901 }, ['brand known']],
  [{ category: 99 }, ['category known']],
  [{ weight: 100_000.5 }, ['weight bound']],
  [{ quantity: 1.5 }, ['quantity integer']],
  [{ countries: ['DE', 'FR', 'JP'] }, ['country linked', 'country priced']],
  [{ countries: ['DE', 'FR', 'PL'] }, ['country priced']],
  [{ country_of_origin: 'DEU' }, ['origin alpha-2']],
  [{ attributes: [711, 712] }, ['attributes of one group']],
  [{ attributes: [799] }, ['attribute known']],
  [{ prices: [] }, ['prices count', 'country priced']],
  [{ prices: [de, fr, fr] }, ['price once']],
  [{ prices: [de, { ...fr, sale_price: 109.01 }] }, ['sale price at most retail price']],
  [{ prices: [de, { ...fr, retail_price: '109' }] }, ['type prices[].retail_price']],
  [{ images: [] }, ['images count']],
  [{ images: ['//images.example.com/1.jpg'] }, ['image URL']],
  [{ descriptions: { pl: 'Płaszcz' } }, ['description locale']],
  [{ material_composition_textile: undefined }, ['composition']],
  [{ material_composition_non_textile: [] }, ['composition kind']],
  [cluster({ cluster_id: 0 }), ['cluster_id bound']],
  [cluster({ cluster_id: 509 }), ['cluster_id known']],
  [cluster({ components: [{ material_id: 601 }] }), ['fraction given']],
  [cluster({ components: [{ material_id: 601, fraction: 99 }] }), ['fractions sum']],
  [cluster({ components: [{ material_id: 601, fraction: 101 }] }), ['fraction bound']],
  [cluster({ components: [{ material_id: 699, fraction: 100 }] }), ['material_id known']],
];

for (const [change, rules] of broken) {
  const shown = JSON.stringify(change).slice(0, 80);
  test(`${shown} breaks ${rules.length === 0 ? 'no rule' : rules.join(', ')}`, () => {
    expect(brokenRules({ ...item, ...change }, exampleReferenceData)).toEqual(rules);
  });
}

test('what is no object is no item', () => {
  for (const value of [null, [], 'item', 7])
    expect(brokenRules(value, exampleReferenceData)).toEqual(['type item']);
});

function cluster(change: object): object {
  const [first] = item.material_composition_textile;
  return { material_composition_textile: [{ ...first, ...change }] };
}
