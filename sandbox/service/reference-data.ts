import { notFound } from '../http/errors.js';
import { json, resource } from '../http/operation.js';
import { array, boolean, choice, integer, nullable, object, optional, string } from '../schema/build.js';
import { pageOf, pageParameters, paginate } from './pages.js';

const declare = resource('Reference data');

const named = object({ code: string(), name: string() });
const category = object({
  id: integer(),
  name: string(),
  path: string(),
  parent_id: nullable(integer()),
  material_composition_type: nullable(choice(['textile', 'non-textile'])),
});
const attributeGroup = object({
  id: integer(),
  name: string(),
  frontend_name: string(),
  attributes: array(
    object({
      id: integer(),
      name: string(),
      frontend_name: string(),
      is_default: optional(boolean({ const: true, description: 'a suggested default; omitted when false' })),
    }),
  ),
  is_multiselect: optional(boolean()),
});

export const referenceDataOperations = [
  declare('listCategories', 'GET', '/categories/', 100, 'List categories', {
    query: object({
      query: optional(string({ description: 'a part of the path, in any case' })),
      parent_category: optional(integer({ description: 'the id of the category right above' })),
      ...pageParameters,
    }),
    response: json('A page of the categories', pageOf(category)),
    handle({ merchants, query }) {
      const wanted = query.query?.toLowerCase() ?? '';
      const categories = merchants.referenceData.categories.filter(
        ({ path, parent_id }) =>
          path.toLowerCase().includes(wanted) &&
          (query.parent_category === undefined || parent_id === query.parent_category),
      );
      return paginate(categories, '/categories/', query);
    },
  }),
  declare(
    'getAttributeGroups',
    'GET',
    '/categories/{id}/attribute-groups',
    300,
    'Get attribute groups of a category',
    {
      params: { id: integer() },
      response: json('All attribute groups of the category', array(attributeGroup)),
      handle({ merchants, params: { id = '' } }) {
        const isId = /^\d{1,15}$/.test(id);
        const groups = isId ? merchants.referenceData.attributeGroups(Number(id)) : undefined;
        if (groups === undefined) throw notFound('category');
        return groups;
      },
    },
  ),
  declare('listCountries', 'GET', '/countries/', 100, 'List countries and locales linked to the merchant', {
    response: json(
      'The countries and locales linked to the merchant',
      object({
        countries: array(named),
        locales: array(named),
        currencies: array(object({ country_code: string(), code: string(), name: string() })),
      }),
    ),
    handle: ({ merchant: { markets } }) => ({
      countries: markets.map(({ country }) => country),
      locales: [...new Map(markets.map(({ locale }) => [locale.code, locale])).values()],
      currencies: markets.map(({ country, currency }) => ({ country_code: country.code, ...currency })),
    }),
  }),
  declare('listBrands', 'GET', '/brands/', 50, 'List available brands', {
    response: json('All brands', array(object({ id: integer(), name: string() }))),
    handle: ({ merchants }) => merchants.referenceData.brands,
  }),
];
