import { expect, test } from '#unit-test';
import { elementsOf } from './elements.js';

const document = {
  paths: {
    '/brands/': {
      get: {
        parameters: [{ $ref: '#/components/parameters/Page' }, { name: 'query', schema: { type: 'string' } }],
        responses: {
          200: {
            headers: { Age: { schema: { type: 'integer' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Brand' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Brand: {
        required: ['id'],
        properties: { id: { $ref: '#/x' }, names: { additionalProperties: { type: 'string' } } },
      },
    },
  },
};

test('lists everything that is written, down to the field, and no mere reference', () => {
  expect(elementsOf(document).map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([
    'operation /paths/~1brands~1/get',
    'parameter /paths/~1brands~1/get/parameters/1',
    'schema /paths/~1brands~1/get/parameters/1/schema',
    'response /paths/~1brands~1/get/responses/200',
    'header /paths/~1brands~1/get/responses/200/headers/Age',
    'schema /paths/~1brands~1/get/responses/200/headers/Age/schema',
    'schema /paths/~1brands~1/get/responses/200/content/application~1json/schema',
    'schema /components/schemas/Brand',
    'property /components/schemas/Brand/properties/id',
    'property /components/schemas/Brand/properties/names',
    'schema /components/schemas/Brand/properties/names/additionalProperties',
  ]);
});

test('knows which properties are required', () => {
  const properties = elementsOf(document).filter(({ kind }) => kind === 'property');
  expect(properties.map(({ required }) => required)).toEqual([true, false]);
});
