import { isObject } from '../schema/check.js';
import { changeBody, changeList, type Entry, entriesOf } from './answer-changes.js';
import type { Fault } from './fault.js';
import { createCounter } from './memory.js';
import { changeMerchant, changeQuery } from './request-changes.js';

const withIds = ['listCategories', 'getAttributeGroups', 'listBrands'] as const;
const all = [...withIds, 'listCountries'] as const;

/** Plants that a list of what is linked to the merchant is another one. */
function linking(name: 'countries' | 'locales', change: (linked: Entry[]) => Entry[]): Fault['plant'] {
  return changeBody((body) => (isObject(body) ? { ...body, [name]: change(entriesOf(body[name])) } : body));
}

/** Plants a change of the entries of all attribute groups. */
function changeChoices(change: (choice: Entry, group: Entry) => Entry): Fault['plant'] {
  return changeList((groups) =>
    groups.map((group) => ({
      ...group,
      attributes: entriesOf(group.attributes).map((choice) => change(choice, group)),
    })),
  );
}

/** Plants that groups with this name are left out. */
function withoutGroups(name: string): Fault['plant'] {
  return changeList((groups) => groups.filter((group) => group.name !== name));
}

/** Plants that the same request is answered otherwise from the time on that it comes for the `from`th time. */
function changeRepeated(from: number, change: (body: unknown) => unknown): Fault['plant'] {
  return (clean, plantedIn) => {
    const count = createCounter();
    return changeBody((body, { merchant, params, query }, id) => {
      const times = count(JSON.stringify([merchant.id, id, params, query]));
      return times < from ? body : change(body);
    })(clean, plantedIn);
  };
}

/** Turns a list round, wherever in the answer it is. */
function turned(body: unknown): unknown {
  if (Array.isArray(body)) return [...body].reverse();
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [...value].reverse() : value]),
  );
}

/** The list without its last entry, wherever in the answer it is. */
function shortened(body: unknown): unknown {
  if (Array.isArray(body)) return body.slice(0, -1);
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, -1) : value]),
  );
}

/** Faults of categories, attribute groups, countries and brands. */
export const referenceDataFaults: readonly Fault[] = [
  {
    id: 'lists-no-locales',
    violates: 'REF-01',
    does: 'It lists the linked countries without any locale.',
    operations: ['listCountries'],
    plant: linking('locales', () => []),
  },
  {
    id: 'lists-no-countries',
    violates: 'REF-01',
    does: 'It lists no country as linked to the merchant.',
    operations: ['listCountries'],
    plant: linking('countries', () => []),
  },
  {
    id: 'lists-countries-of-the-whole-marketplace',
    violates: 'REF-01',
    does: 'It lists all countries and locales of the marketplace as linked to the merchant.',
    showsFor: 'countries that are linked to other merchants only: prices for them are refused',
    operations: ['listCountries'],
    plant: changeMerchant(({ merchants }) => ({ markets: merchants.referenceData.markets })),
  },
  {
    id: 'ignores-category-search',
    violates: 'REF-02',
    does: 'It lists all categories, whatever is searched for.',
    operations: ['listCategories'],
    plant: changeQuery(() => ({ query: undefined })),
  },
  {
    id: 'searches-one-page-of-categories',
    violates: 'REF-02',
    does: 'It searches for categories on the page that is asked for only.',
    showsFor: 'categories that are not on the first page of the whole list',
    operations: ['listCategories'],
    plant: (clean, plantedIn) => {
      const { handle } = changeQuery(() => ({ query: undefined }))(clean, plantedIn);
      return changeList((entries, { query: { query } }) =>
        typeof query === 'string'
          ? entries.filter(({ path }) => String(path).toLowerCase().includes(query.toLowerCase()))
          : entries,
      )({ ...clean, handle }, plantedIn);
    },
  },
  {
    id: 'finds-no-category-of-two-words',
    violates: 'REF-02',
    does: 'It leaves spaces encoded in what is searched for, and finds no category by it.',
    showsFor: 'names with a space in them',
    operations: ['listCategories'],
    plant: changeQuery(({ query }) => ({
      query: typeof query === 'string' ? query.replaceAll(' ', '%20') : query,
    })),
  },
  {
    id: 'lists-categories-without-id',
    violates: 'REF-02',
    does: 'It lists categories without their ids.',
    operations: ['listCategories'],
    plant: changeList((categories) => categories.map(({ id: _, ...category }) => category)),
  },
  {
    id: 'knows-no-colors',
    violates: 'REF-03',
    does: 'It gives no category a group of colors.',
    operations: ['getAttributeGroups'],
    plant: withoutGroups('color'),
  },
  {
    id: 'knows-no-material-groups',
    violates: 'REF-03',
    does: 'It gives no category the material groups that a composition takes.',
    operations: ['getAttributeGroups'],
    plant: withoutGroups('material_group_name'),
  },
  {
    id: 'gives-sizes-without-entries',
    violates: 'REF-03',
    does: 'It gives the groups of sizes without any size.',
    operations: ['getAttributeGroups'],
    plant: changeList((groups) =>
      groups.map((group) => (group.name === 'size' ? { ...group, attributes: [] } : group)),
    ),
  },
  {
    id: 'has-no-groups-for-upper-categories',
    violates: 'REF-03',
    does: 'It has no attribute groups for categories that have others below them.',
    showsFor: 'categories that are the parent of another one',
    operations: ['getAttributeGroups'],
    plant: changeList((groups, { merchants, params }) =>
      merchants.referenceData.categories.some(({ parent_id }) => String(parent_id) === params.id)
        ? []
        : groups,
    ),
  },
  {
    id: 'has-no-groups-for-last-category',
    violates: 'REF-03',
    does: 'It has no attribute groups for the last category of the list.',
    showsFor: 'the last category of the last page',
    operations: ['getAttributeGroups'],
    plant: changeList((groups, { merchants, params }) =>
      String(merchants.referenceData.categories.at(-1)?.id) === params.id ? [] : groups,
    ),
  },
  {
    id: 'says-is-default-false',
    violates: 'REF-04',
    does: 'It gives every entry of a group is_default, false where it is no default.',
    operations: ['getAttributeGroups'],
    plant: changeChoices((choice) => ({ is_default: false, ...choice })),
  },
  {
    id: 'says-is-default-false-for-second-sizes',
    violates: 'REF-04',
    does: 'It gives second sizes an is_default that is false.',
    showsFor: 'the entries of second_size',
    operations: ['getAttributeGroups'],
    plant: changeChoices((choice, { name }) =>
      name === 'second_size' ? { is_default: false, ...choice } : choice,
    ),
  },
  {
    id: 'says-is-default-in-a-text',
    violates: 'REF-04',
    does: 'It gives is_default as the text "true".',
    showsFor: 'the few entries that are a default',
    operations: ['getAttributeGroups'],
    plant: changeChoices((choice) =>
      choice.is_default === true ? { ...choice, is_default: 'true' } : choice,
    ),
  },
  {
    id: 'marks-defaults-outside-material-groups',
    violates: 'REF-08',
    does: 'It marks no material group as a default, but the first material.',
    operations: ['getAttributeGroups'],
    plant: changeChoices(({ is_default, ...choice }, { name, attributes }) =>
      name === 'material' && choice.id === entriesOf(attributes)[0]?.id
        ? { ...choice, is_default: true }
        : choice,
    ),
  },
  {
    id: 'lists-no-brands',
    violates: 'REF-05',
    does: 'It answers an empty list of brands.',
    operations: ['listBrands'],
    plant: changeBody(() => []),
  },
  {
    id: 'gives-ids-as-texts',
    violates: 'REF-06',
    does: 'It gives the ids of reference data as texts of digits.',
    operations: withIds,
    plant: changeList((entries) => entries.map((entry) => ({ ...entry, id: String(entry.id) }))),
  },
  {
    id: 'gives-last-entry-the-id-of-the-first',
    violates: 'REF-06',
    does: 'It gives the last entry of a list the id of the first one.',
    showsFor: 'the last entry of a page or list',
    operations: withIds,
    plant: changeList((entries) =>
      entries.map((entry, index) =>
        index > 0 && index === entries.length - 1 ? { ...entry, id: entries[0]?.id } : entry,
      ),
    ),
  },
  {
    id: 'gives-two-choices-one-id',
    violates: 'REF-06',
    does: 'It gives the last entry of a group of more than twenty the id of the first one.',
    showsFor: 'the last entry of groups with more than 20 entries',
    operations: ['getAttributeGroups'],
    plant: changeList((groups) =>
      groups.map((group) => {
        const choices = entriesOf(group.attributes);
        const last = { ...choices.at(-1), id: choices[0]?.id };
        return choices.length > 20 ? { ...group, attributes: choices.with(-1, last) } : group;
      }),
    ),
  },
  {
    id: 'repeats-category-at-page-edge',
    violates: 'REF-06',
    does: 'It begins every page of categories after the first with the last category of the page before.',
    showsFor: 'the second page',
    operations: ['listCategories'],
    plant: changeList((categories, { merchants, query }) => {
      const { page = '1', per_page = '20' } = query;
      const before = merchants.referenceData.categories[(Number(page) - 1) * Number(per_page) - 1];
      const isWhole = query.query === undefined && query.parent_category === undefined;
      return isWhole && before !== undefined ? [before, ...categories.slice(0, -1)] : categories;
    }),
  },
  {
    id: 'turns-reference-data-round',
    violates: 'REF-07',
    does: 'It lists reference data the other way round when it is read again.',
    operations: all,
    plant: changeRepeated(2, turned),
  },
  {
    id: 'loses-reference-data-on-third-read',
    violates: 'REF-07',
    does: 'It leaves the last entry out when the same reference data is read for the third time.',
    showsFor: 'the third time that the same is read',
    operations: all,
    plant: changeRepeated(3, shortened),
  },
];
