import { bodyOf } from '../prerequisites/body-of.js';
import { listsAnything, type RecordsOf } from './operation-record.js';

/** The operations of reference data and reports. */
export const referenceDataRecords: RecordsOf<
  'listCategories' | 'getAttributeGroups' | 'listCountries' | 'listBrands' | 'listReports' | 'downloadReport'
> = {
  listCategories: listsAnything,
  getAttributeGroups: {
    needs: 'listed data',
    request: async (given) => {
      const [id] = await given.listedIds('getAttributeGroups');
      return { path: { id: Number(given.found(id, 'the target lists no category')) } };
    },
    listedIds: async (given) => (await given.everyPage('listCategories')).entries.map(({ id }) => id),
  },
  listCountries: listsAnything,
  listBrands: listsAnything,
  listReports: listsAnything,
  downloadReport: {
    needs: 'listed data',
    request: async (given) => {
      const [id] = await given.listedIds('downloadReport');
      return { path: { id: given.found(id, 'the target lists no report') } };
    },
    listedIds: async ({ api }) => bodyOf(await api.listReports(), '*.id').map(({ id }) => id),
  },
};
