import { type Plant, type Plants, together } from './fault.js';
import { counting } from './plants/memory.js';
import { changeParameters, type Entry, ignoring } from './plants/requests.js';
import {
  changeBody,
  changeEntries,
  changeField,
  changeList,
  entriesOf,
  withLists,
} from './plants/responses.js';

/** Plants a change of the entries of all attribute groups. */
function changeChoices(change: (choice: Entry, group: Entry) => Entry): Plant {
  return changeField('attributes', (choices, group) =>
    entriesOf(choices).map((choice) => change(choice, group)),
  );
}

/** Plants attribute groups without those of this name. */
function withoutGroups(name: string): Plant {
  return changeList((groups) => groups.filter((group) => group.name !== name));
}

/** Plants a different list in the response to the same request from the `from`th time on. */
function changeRepeated(from: number, change: (list: readonly unknown[]) => unknown): Plant {
  return counting((count) =>
    changeBody((body, { merchant, params, query }, id) => {
      const times = count(JSON.stringify([merchant.id, id, params, query]));
      return times < from ? body : withLists(body, change);
    }),
  );
}

/** Faults in categories, attribute groups, countries and brands. */
export const referenceDataPlants: Plants = {
  'lists-no-locales': changeField('locales', () => []),
  'lists-no-countries': changeField('countries', () => []),
  'searches-one-page-of-categories': together(
    ignoring('query'),
    changeList((entries, { query: { query } }) =>
      typeof query === 'string'
        ? entries.filter(({ path }) => String(path).toLowerCase().includes(query.toLowerCase()))
        : entries,
    ),
  ),
  'finds-no-category-of-two-words': changeParameters(['query'], (query) => query.replaceAll(' ', '%20')),
  'repeats-category-at-page-edge': changeList((categories, { merchants, query }) => {
    const { page = '1', per_page = '20' } = query;
    const before = merchants.referenceData.categories[(Number(page) - 1) * Number(per_page) - 1];
    const isWhole = query.query === undefined && query.parent_category === undefined;
    return isWhole && before !== undefined ? [before, ...categories.slice(0, -1)] : categories;
  }),
  'knows-no-colors': withoutGroups('color'),
  'knows-no-material-groups': withoutGroups('material_group_name'),
  'gives-sizes-without-entries': changeField(
    'attributes',
    () => [],
    ({ name }) => name === 'size',
  ),
  'has-no-groups-for-upper-categories': changeList((groups, { merchants, params }) =>
    merchants.referenceData.categories.some(({ parent_id }) => String(parent_id) === params.id) ? [] : groups,
  ),
  'has-no-groups-for-last-category': changeList((groups, { merchants, params }) =>
    String(merchants.referenceData.categories.at(-1)?.id) === params.id ? [] : groups,
  ),
  'says-is-default-false': changeChoices((choice) => ({ is_default: false, ...choice })),
  'says-is-default-false-for-second-sizes': changeChoices((choice, { name }) =>
    name === 'second_size' ? { is_default: false, ...choice } : choice,
  ),
  'says-is-default-in-a-text': changeChoices((choice) =>
    choice.is_default === true ? { ...choice, is_default: 'true' } : choice,
  ),
  'marks-defaults-outside-material-groups': changeChoices(
    ({ is_default, ...choice }, { name, attributes }) =>
      name === 'material' && choice.id === entriesOf(attributes)[0]?.id
        ? { ...choice, is_default: true }
        : choice,
  ),
  'gives-two-choices-one-id': changeField('attributes', (attributes) => {
    const choices = entriesOf(attributes);
    const last = { ...choices.at(-1), id: choices[0]?.id };
    return choices.length > 20 ? choices.with(-1, last) : choices;
  }),
  'lists-no-brands': changeBody(() => []),
  'gives-ids-as-strings': changeField('id', String),
  'gives-last-entry-the-id-of-the-first': changeEntries((entry, index, entries) =>
    index > 0 && index === entries.length - 1 ? { ...entry, id: entries[0]?.id } : entry,
  ),
  'reverses-reference-data': changeRepeated(2, (list) => list.toReversed()),
  'loses-reference-data-on-third-read': changeRepeated(3, (list) => list.slice(0, -1)),
};
