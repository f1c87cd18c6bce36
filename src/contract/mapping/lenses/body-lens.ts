import { eachEntry } from '../../values/path.js';
import { placedFields, type StepNode } from '../file/step-tree.js';
import { identity, type Translation } from '../translation.js';
import { both, each, inside, type Lens } from './lens.js';
import { record } from './record-lens.js';
import { conversions, words } from './value-lens.js';

/**
 * Combines the differences in a body, or in the parameters of a request, into one lens, so that a translation visits
 * each value once.
 * @param node - the steps for it
 * @returns undefined if nothing differs
 */
export function bodyLens(node: StepNode): Lens | undefined {
  const { spot, says } = node;
  const value = node.link ?? valueLens(node);
  return says.inside === undefined ? value : both(value, inside(says.inside, spot.types.includes('array')));
}

function valueLens(node: StepNode): Lens | undefined {
  const { spot, says, below, constants } = node;
  if (says.values !== undefined) return each(words(says.values, spot.types.includes('boolean')));
  if (says.convert !== undefined) return each(conversions[says.convert]);
  const entries = below.get(eachEntry);
  const entry = entries && bodyLens(entries);
  if (entry !== undefined) return each(entry);
  const fields = placedFields(node).map(({ ours, theirs, field }) => ({
    ours,
    theirs,
    lens: field && bodyLens(field),
  }));
  const isSame = fields.every(({ ours, theirs, lens }) => `${ours}` === `${theirs}` && lens === undefined);
  return isSame && constants.size === 0 ? undefined : record(fields, Object.fromEntries(constants));
}

/** The translation between two vocabularies that a lens makes; the same words without one. */
export function translationBy(lens: Lens | undefined): Translation {
  return lens === undefined ? identity : { ...lens, isIdentity: false };
}
