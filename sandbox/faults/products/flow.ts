import { liesIn, type Plant } from '../fault.js';
import { viewOf } from '../request-changes.js';

/** An offset by which ids miss all those that there are. */
const ELSEWHERE = 900_000_000;

/** Plants ids in the entries of an attribute group that an upsert does not know. */
function offeringUnknown(name: string): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      if (!plantedIn(operation.id)) return clean.handle(operation, request);
      const { merchants } = request;
      const { referenceData } = merchants;
      const changed = viewOf(referenceData, {
        attributeGroups: (categoryId) =>
          referenceData.attributeGroups(categoryId)?.map((group) =>
            group.name === name
              ? {
                  ...group,
                  attributes: group.attributes.map((entry) => ({ ...entry, id: entry.id + ELSEWHERE })),
                }
              : group,
          ),
      });
      return clean.handle(operation, {
        ...request,
        merchants: viewOf(merchants, { referenceData: changed }),
      });
    },
  });
}

/** Faults of the way from the reference data to a product (clause 4.7). */
export const flowFaults = liesIn(['getAttributeGroups'], {
  'PRD-18 offers-colors-that-it-refuses': [
    'It lists colors with other ids than those that it accepts.',
    offeringUnknown('color'),
  ],
  'PRD-18 offers-materials-that-it-refuses': [
    'It lists materials with other ids than those that it accepts.',
    'products with a composition',
    offeringUnknown('material'),
  ],
});
