import fc from 'fast-check';
import { type ProductItem, productItem } from '../../product-item.js';
import { preferringSecondSizes, type ReferenceData, withCategories } from '../../reference-data.js';
import { type InvalidItem, invalidItem } from '../invalid-item.js';
import { inSilentType, otherThan, type SilentType, silentTypesOf } from '../json-shape.js';
import { type ItemPlace, type ItemPlaceName, itemPlaceNames, itemPlaces } from './item-place.js';
import type { ProductMistake } from './product-mistake.js';

/** A type that a value at a place is to be of, which it shouldn't: any, or one that some readers don't see. */
export interface WrongType {
  readonly place: ItemPlaceName;
  readonly as: SilentType | 'any';
}

/** All of them at some places. */
export function wrongTypesAt(places: readonly ItemPlaceName[]): readonly WrongType[] {
  return places.flatMap((place) =>
    (['any', ...silentTypesOf(itemPlaces[place].shape)] as const).map((as) => ({ place, as })),
  );
}

/**
 * A value of another type than the shape of its place (clause 2.2): a string for a number, a fraction for an id, a list of
 * one for its member.
 * @returns undefined where no item of the merchant has such a place
 */
export function ofAnotherType(
  reference: ReferenceData,
  prefix: string,
  { place: name, as }: WrongType,
): fc.Arbitrary<InvalidItem<ProductItem>> | undefined {
  const place: ItemPlace = itemPlaces[name];
  const preferred = name === 'second_size' ? preferringSecondSizes(reference) : reference;
  const narrowed = withCategories(preferred, place.wanted ?? (() => true));
  if (narrowed === undefined || place.needs?.(reference) === false) return undefined;
  return fc.tuple(productItem(narrowed, prefix), fc.nat({ max: 1000 })).map(([item, choice]) => {
    const own = place.own(item) ?? 1;
    const others = as === 'any' ? otherThan(place.shape, own) : [inSilentType(as, own)];
    const value = others[choice % others.length];
    return invalidItem(item, name, place.shape, value, place.put(item, value, reference));
  });
}

/** Every mistake of this kind at some places, by a name. */
export function wrongTypes(isMeant: (place: ItemPlaceName) => boolean): [string, ProductMistake][] {
  return wrongTypesAt(itemPlaceNames.filter(isMeant)).map((wrong) => [
    `${wrong.place}, ${wrong.as}`,
    (reference, prefix) => ofAnotherType(reference, prefix, wrong),
  ]);
}
