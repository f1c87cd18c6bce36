import { isObject } from '../schema/check.js';
import { type Fault, fresh, liesIn, type Plant, together } from './fault.js';
import { createCounter } from './plants/callers.js';
import {
  changeMerchant,
  changeQuery,
  type Entry,
  RECORDS_WITH_ID,
  REFERENCE_DATA,
} from './plants/requests.js';
import { changeBody, changeEntries, changeList, entriesOf, withLists } from './plants/responses.js';

/** Plants a different list of the countries and locales linked to the merchant. */
function linking(name: 'countries' | 'locales', change: (linked: Entry[]) => Entry[]): Plant {
  return changeBody((body) => (isObject(body) ? { ...body, [name]: change(entriesOf(body[name])) } : body));
}

/** Plants a change of the entries of all attribute groups. */
function changeChoices(change: (choice: Entry, group: Entry) => Entry): Plant {
  return changeEntries((group) => ({
    ...group,
    attributes: entriesOf(group.attributes).map((choice) => change(choice, group)),
  }));
}

/** Plants attribute groups without those of this name. */
function withoutGroups(name: string): Plant {
  return changeList((groups) => groups.filter((group) => group.name !== name));
}

/** Plants a different list in the response to the same request from the `from`th time on. */
function changeRepeated(from: number, change: (list: readonly unknown[]) => unknown): Plant {
  return fresh(() => {
    const count = createCounter();
    return changeBody((body, { merchant, params, query }, id) => {
      const times = count(JSON.stringify([merchant.id, id, params, query]));
      return times < from ? body : withLists(body, change);
    });
  });
}

/** Faults of categories, attribute groups, countries and brands. */
export const referenceDataFaults: readonly Fault[] = [
  ...liesIn(['listCountries'], {
    'REF-01 lists-no-locales': [
      'It lists the linked countries without any locale.',
      linking('locales', () => []),
    ],
    'REF-01 lists-no-countries': [
      'It lists no country as linked to the merchant.',
      linking('countries', () => []),
    ],
    'REF-01 lists-countries-of-the-whole-marketplace': [
      'It lists all countries and locales of the marketplace as linked to the merchant.',
      'countries that are linked only to other merchants, so that prices for them are refused',
      changeMerchant(({ merchants }) => ({ markets: merchants.referenceData.markets })),
    ],
  }),
  ...liesIn(['listCategories'], {
    'REF-02 ignores-category-search': [
      'It lists all categories, whatever the search.',
      changeQuery(() => ({ query: undefined })),
    ],
    'REF-02 searches-one-page-of-categories': [
      'It searches for categories only on the requested page.',
      'categories that are not on the first page of the whole list',
      together(
        changeQuery(() => ({ query: undefined })),
        changeList((entries, { query: { query } }) =>
          typeof query === 'string'
            ? entries.filter(({ path }) => String(path).toLowerCase().includes(query.toLowerCase()))
            : entries,
        ),
      ),
    ],
    'REF-02 finds-no-category-of-two-words': [
      'It leaves the spaces of a search encoded, and therefore finds no category.',
      'names with a space in them',
      changeQuery(({ query }) => ({
        query: typeof query === 'string' ? query.replaceAll(' ', '%20') : query,
      })),
    ],
    'REF-02 lists-categories-without-id': [
      'It lists categories without their ids.',
      changeEntries(({ id: _, ...category }) => category),
    ],
    'REF-06 repeats-category-at-page-edge': [
      'It begins every page of categories after the first with the last category of the page before.',
      'the second page',
      changeList((categories, { merchants, query }) => {
        const { page = '1', per_page = '20' } = query;
        const before = merchants.referenceData.categories[(Number(page) - 1) * Number(per_page) - 1];
        const isWhole = query.query === undefined && query.parent_category === undefined;
        return isWhole && before !== undefined ? [before, ...categories.slice(0, -1)] : categories;
      }),
    ],
  }),
  ...liesIn(['getAttributeGroups'], {
    'REF-03 knows-no-colors': ['It gives no category a group of colors.', withoutGroups('color')],
    'REF-03 knows-no-material-groups': [
      'It gives no category the material groups that a composition takes.',
      withoutGroups('material_group_name'),
    ],
    'REF-03 gives-sizes-without-entries': [
      'It returns groups of sizes without any size.',
      changeEntries((group) => (group.name === 'size' ? { ...group, attributes: [] } : group)),
    ],
    'REF-03 has-no-groups-for-upper-categories': [
      'It has no attribute groups for categories that have subcategories.',
      'categories that have subcategories',
      changeList((groups, { merchants, params }) =>
        merchants.referenceData.categories.some(({ parent_id }) => String(parent_id) === params.id)
          ? []
          : groups,
      ),
    ],
    'REF-03 has-no-groups-for-last-category': [
      'It has no attribute groups for the last category of the list.',
      'the last category of the last page',
      changeList((groups, { merchants, params }) =>
        String(merchants.referenceData.categories.at(-1)?.id) === params.id ? [] : groups,
      ),
    ],
    'REF-04 says-is-default-false': [
      'It sends is_default with every entry of a group, as false unless the entry is a default.',
      changeChoices((choice) => ({ is_default: false, ...choice })),
    ],
    'REF-04 says-is-default-false-for-second-sizes': [
      'It sends an is_default of false with second sizes.',
      'the entries of second_size',
      changeChoices((choice, { name }) =>
        name === 'second_size' ? { is_default: false, ...choice } : choice,
      ),
    ],
    'REF-04 says-is-default-in-a-text': [
      'It sends is_default as the text "true".',
      'entries that are a default',
      changeChoices((choice) => (choice.is_default === true ? { ...choice, is_default: 'true' } : choice)),
    ],
    'REF-08 marks-defaults-outside-material-groups': [
      'It marks the first material as a default instead of a material group.',
      changeChoices(({ is_default, ...choice }, { name, attributes }) =>
        name === 'material' && choice.id === entriesOf(attributes)[0]?.id
          ? { ...choice, is_default: true }
          : choice,
      ),
    ],
    'REF-06 gives-two-choices-one-id': [
      'It gives the last entry of a group with more than twenty entries the id of the first one.',
      'the last entry of groups with more than 20 entries',
      changeEntries((group) => {
        const choices = entriesOf(group.attributes);
        const last = { ...choices.at(-1), id: choices[0]?.id };
        return choices.length > 20 ? { ...group, attributes: choices.with(-1, last) } : group;
      }),
    ],
  }),
  ...liesIn(['listBrands'], {
    'REF-05 lists-no-brands': ['It returns an empty list of brands.', changeBody(() => [])],
  }),
  ...liesIn(RECORDS_WITH_ID, {
    'REF-06 gives-ids-as-strings': [
      'It sends the ids of reference data as strings of digits.',
      changeEntries((entry) => ({ ...entry, id: String(entry.id) })),
    ],
    'REF-06 gives-last-entry-the-id-of-the-first': [
      'It gives the last entry of a list the id of the first one.',
      'the last entry of a page or list',
      changeEntries((entry, index, entries) =>
        index > 0 && index === entries.length - 1 ? { ...entry, id: entries[0]?.id } : entry,
      ),
    ],
  }),
  ...liesIn(REFERENCE_DATA, {
    'REF-07 reverses-reference-data': [
      'It lists reference data in reverse order when it is read again.',
      changeRepeated(2, (list) => list.toReversed()),
    ],
    'REF-07 loses-reference-data-on-third-read': [
      'It leaves the last entry out when the same reference data is read for the third time.',
      'the third read of the same list',
      changeRepeated(3, (list) => list.slice(0, -1)),
    ],
  }),
];
