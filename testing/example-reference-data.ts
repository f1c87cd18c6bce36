import type { CategoryChoices, ReferenceData } from '#src/data/valid/reference-data';

const textile: CategoryChoices = {
  id: 10,
  composition: 'textile',
  colors: [101, 102],
  sizes: [201, 202],
  secondSizes: [301],
  brands: [401],
  clusters: [501, 502, 503],
  materials: [601, 602, 603, 604],
  attributeGroups: [
    { multiselect: true, attributes: [701, 702, 703, 704] },
    { multiselect: false, attributes: [711, 712] },
    { multiselect: true, attributes: [] },
  ],
};

/** Reference data for unit tests: a category of each composition type, with and without its own sizes and brands. */
export const exampleReferenceData: ReferenceData = {
  countries: ['DE', 'FR', 'PL'],
  locales: ['de', 'fr'],
  brands: [901, 902],
  categories: [
    textile,
    {
      ...textile,
      id: 20,
      composition: 'non-textile',
      sizes: [],
      secondSizes: [],
      brands: [],
      clusters: [511],
      materials: [611],
      attributeGroups: [],
    },
    { ...textile, id: 30, composition: null, clusters: [], materials: [] },
  ],
};
