import fc from 'fast-check';
import { ownKey } from './own-key.js';

/** Images of a product, by URLs that no other one has; 1 to 10 are right (gap G-02). */
export function imageUrls(least: number, most: number): fc.Arbitrary<string[]> {
  return fc
    .tuple(ownKey(''), fc.integer({ min: least, max: most }))
    .map(([name, count]) =>
      Array.from({ length: count }, (_, index) => `https://images.example.com/${name}/${index + 1}.jpg`),
    );
}
