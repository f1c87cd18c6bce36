import fc from 'fast-check';
import { type ProductItem, productItem } from '../../product-item.js';
import { preferringSecondSizes, type ReferenceData, withCategories } from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';
import { otherThan } from '../json-shape.js';
import { type ItemPlace, type ItemPlaceName, itemPlaces } from './item-place.js';

/**
 * A value of another type than the shape of its place (clause 2.2): a string for a number, a fraction for an id, a list of
 * one for its member.
 * @param name one of itemPlaceNames
 * @returns undefined where no item of the merchant has such a place
 */
export function ofAnotherType(
  reference: ReferenceData,
  prefix: string,
  name: ItemPlaceName,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const place: ItemPlace = itemPlaces[name];
  const preferred = name === 'second_size' ? preferringSecondSizes(reference) : reference;
  const narrowed = withCategories(preferred, place.wanted ?? (() => true));
  if (narrowed === undefined || place.needs?.(reference) === false) return undefined;
  return fc.tuple(productItem(narrowed, prefix), fc.nat({ max: 1000 })).map(([item, choice]) => {
    const others = otherThan(place.shape, place.own(item) ?? 1);
    const value = others[choice % others.length];
    return invalidItem(item, name, place.shape, value, place.put(item, value, reference));
  });
}
