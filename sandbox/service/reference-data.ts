import { pageParameters, paginate, paginationSchema } from '../domain/products.js';
import { notFound } from '../http/errors.js';
import { JsonText, NO_BODY, NO_QUERY, operation, PREFIX } from '../http/operation.js';
import { array, boolean, choice, integer, nullable, object, optional, string } from '../schema/build.js';

const written = new WeakMap<object, JsonText>();

/** Reference data as JSON, written on the first request for it, because it never changes. */
function writtenOnce(data: object): JsonText {
  const known = written.get(data) ?? new JsonText(JSON.stringify(data));
  written.set(data, known);
  return known;
}

const named = object({ code: string(), name: string() });

export const listCountries = operation({
  id: 'listCountries',
  method: 'GET',
  path: '/countries/',
  requestsPerMinute: 100,
  tag: 'Reference data',
  summary: 'List countries and locales linked to the merchant',
  query: NO_QUERY,
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'The countries and locales linked to the merchant',
    json: object({
      countries: array(named),
      locales: array(named),
      currencies: array(object({ country_code: string(), code: string(), name: string() })),
    }),
  },
  handle: ({ merchant: { markets } }) => ({
    status: 200,
    body: {
      countries: markets.map(({ country }) => country),
      locales: [...new Map(markets.map(({ locale }) => [locale.code, locale])).values()],
      currencies: markets.map(({ country, currency }) => ({ country_code: country.code, ...currency })),
    },
  }),
});

export const listCategories = operation({
  id: 'listCategories',
  method: 'GET',
  path: '/categories/',
  requestsPerMinute: 100,
  tag: 'Reference data',
  summary: 'List categories',
  query: object({
    query: optional(string({ description: 'a part of the path, in any case' })),
    parent_category: optional(integer({ description: 'the id of the category right above' })),
    ...pageParameters,
  }),
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'A page of the categories',
    json: object({
      items: array(
        object({
          id: integer(),
          name: string(),
          path: string(),
          parent_id: nullable(integer()),
          material_composition_type: nullable(choice(['textile', 'non-textile'])),
        }),
      ),
      pagination: paginationSchema,
    }),
  },
  handle({ merchants, query: { page, per_page, ...filters } }) {
    const wanted = filters.query?.toLowerCase() ?? '';
    const categories = merchants.referenceData.categories.filter(
      ({ path, parent_id }) =>
        path.toLowerCase().includes(wanted) &&
        (filters.parent_category === undefined || parent_id === filters.parent_category),
    );
    return {
      status: 200,
      body: paginate(categories, { page, per_page, path: `${PREFIX}/categories/`, filters }),
    };
  },
});

export const getAttributeGroups = operation({
  id: 'getAttributeGroups',
  method: 'GET',
  path: '/categories/{id}/attribute-groups',
  requestsPerMinute: 300,
  tag: 'Reference data',
  summary: 'Get attribute groups of a category',
  params: { id: integer() },
  query: NO_QUERY,
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'All attribute groups of the category',
    json: array(
      object({
        id: integer(),
        name: string(),
        frontend_name: string(),
        attributes: array(
          object({
            id: integer(),
            name: string(),
            frontend_name: string(),
            is_default: optional(
              boolean({ const: true, description: 'a suggested default; omitted when false' }),
            ),
          }),
        ),
        is_multiselect: optional(boolean()),
      }),
    ),
  },
  handle({ merchants, params: { id = '' } }) {
    const groups = /^\d{1,15}$/.test(id) ? merchants.referenceData.attributeGroups(Number(id)) : undefined;
    if (groups === undefined) throw notFound('category');
    return { status: 200, body: writtenOnce(groups) };
  },
});

export const listBrands = operation({
  id: 'listBrands',
  method: 'GET',
  path: '/brands/',
  requestsPerMinute: 50,
  tag: 'Reference data',
  summary: 'List available brands',
  query: NO_QUERY,
  body: NO_BODY,
  answer: { status: 200, description: 'All brands', json: array(object({ id: integer(), name: string() })) },
  handle: ({ merchants }) => ({ status: 200, body: writtenOnce(merchants.referenceData.brands) }),
});
