import { expect, test } from '#unit-test';
import { contract, isJsonObject, type JsonObject } from '../contract/document.js';
import { operation, operations } from '../contract/operations.js';
import { describedOperations, operationKey } from '../target/load-live-description.js';
import { parts } from './contract-parts.js';
import { sharedWordsOf } from './indirect-evidence.js';
import { closingOf, learnOperation, vocabularyOf } from './learn-operation.js';

const nothingSeen = { bodies: [], successes: [], refusals: [] };

/** The facts learned about an operation from a document alone. */
function learnedFrom(document: JsonObject, operationId: string) {
  const called = operation(operationId);
  const described = describedOperations(document).get(operationKey(called.method, called.path));
  return learnOperation(
    called,
    document,
    { ...nothingSeen, ...(described === undefined ? {} : { described }) },
    new Map(),
  );
}

test('a description that equals the contract needs no step and leaves no question', () => {
  for (const { operationId } of operations) {
    const learned = learnedFrom(contract, operationId);
    expect(closingOf(learned), operationId).toBeUndefined();
    expect(parts.flatMap((part) => learned.alignments[part].questions)).toEqual([]);
    expect(learned.isKnown).toBe(true);
  }
});

test('without a description and answers, nothing is known and nothing becomes a question', () => {
  for (const each of operations) {
    const learned = learnOperation(each, {}, nothingSeen, new Map());
    expect(closingOf(learned)).toBeUndefined();
    expect(parts.flatMap((part) => learned.alignments[part].questions)).toEqual([]);
    expect(learned.isKnown).toBe(false);
  }
});

test('statuses are learned from the documented ones, and from those seen first', () => {
  const document = {
    paths: { '/api/v1/products/stock': { patch: { responses: { '202': {}, '422': {}, '429': {} } } } },
  };
  expect(learnedFrom(document, 'updateProductStock')).toMatchObject({
    success: { status: 202 },
    refusal: { status: 422 },
  });
  const seen = { bodies: [], successes: [201], refusals: [409] };
  expect(learnOperation(operation('updateProductStock'), {}, seen, new Map())).toMatchObject({
    success: { status: 201 },
    refusal: { status: 409 },
  });
});

test('invalid input may be answered with the status for unknown ids, if that was seen', () => {
  const seen = { ...nothingSeen, refusals: [404] };
  expect(learnOperation(operation('listProducts'), {}, seen, new Map()).refusal).toEqual({
    status: 404,
    evidence: 'as it answered',
  });
  const document = { paths: { '/api/v1/products/': { get: { responses: { '200': {}, '404': {} } } } } };
  expect(learnedFrom(document, 'listProducts').refusal).toBeUndefined();
});

test('an answer has no body if no seen answer had one', () => {
  const seen = (id: string, bodies: readonly unknown[], status = 200) =>
    closingOf(
      learnOperation(
        operation(id),
        {},
        { ...nothingSeen, bodies, successes: [status], isBare: true },
        new Map(),
      ),
    );
  expect(seen('updateWebhook', [])).toEqual({ response: { absent: [''] } });
  expect(seen('updateWebhook', [], 204)).toEqual({ success: 204 });
  expect(
    seen('updateWebhook', [{ id: 1, url: 'a', events: [], enabled: true }])?.response?.absent,
  ).not.toEqual(['']);
  expect(seen('getStatusResults', [])).toBeUndefined();
});

test('stated statuses are not learned differently', () => {
  const document = { paths: { '/api/v1/results/status': { get: { responses: { '202': {}, '422': {} } } } } };
  const learned = learnedFrom(document, 'getStatusResults');
  expect([learned.success, learned.refusal]).toEqual([undefined, undefined]);
});

test('several success statuses, none of them ours, are a question', () => {
  const document = {
    paths: { '/api/v1/products/stock': { patch: { responses: { '201': {}, '202': {} } } } },
  };
  const { questions } = learnedFrom(document, 'updateProductStock');
  expect(questions.map(({ candidates }) => candidates.map(({ answer }) => answer))).toEqual([['201', '202']]);
});

test('parameters of the path are compared by position, those of the query by name', () => {
  const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });
  const document = {
    paths: {
      '/api/v1/categories/': {
        get: {
          parameters: [
            query('q', { type: 'string' }),
            query('parent', { type: 'integer' }),
            query('page', { type: 'integer', minimum: 1 }),
            query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          ],
          responses: {},
        },
      },
    },
  };
  expect(closingOf(learnedFrom(document, 'listCategories'))).toEqual({
    query: {
      rename: { query: 'q', parent_category: 'parent', per_page: 'limit' },
      bound: { per_page: { maximum: 50 } },
    },
  });
});

test('without a description, the message of a refusal reveals a name', () => {
  const message = 'items[0].article is missing';
  const learned = learnOperation(
    operation('updateProductStock'),
    {},
    { ...nothingSeen, rejections: [{ status: 400, message }] },
    new Map(),
  );
  expect(closingOf(learned)).toEqual({ request: { rename: { 'items[].sku': 'article' } } });
  expect(learned.questions).toHaveLength(1);
});

test('without a description, an operation that was not seen becomes a question if others have other names', () => {
  const vocabulary = new Map([['success', new Map([['ok', new Set(['getStockResults items[].success'])]])]]);
  const { questions } = learnOperation(operation('getCancelResults'), {}, nothingSeen, vocabulary);
  expect(questions.flatMap(({ candidates }) => candidates.map(({ answer }) => answer))).toEqual([
    'items[].success as ok',
  ]);
});

const words = ['draft', 'in_review', 'active'];
/** A list of products that shows the status as `state`, and takes this parameter as a filter. */
const productList = (parameter: JsonObject) => ({
  paths: {
    '/api/v1/products/': {
      get: {
        parameters: [{ name: 'status', in: 'query', schema: parameter }],
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: {
                      type: 'array',
                      items: {
                        type: 'object',
                        properties: { sku: { type: 'string' }, state: { type: 'string', enum: words } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});
const inReview = { status: { pending_approval: 'in_review' } };

for (const [title, parameter, values] of [
  ['takes the words that the list shows', { type: 'string', enum: words }, inReview],
  ['without a detailed description takes the words that the list shows', { type: 'string' }, inReview],
  ['is described with our words keeps them', { type: 'string', enum: ['pending_approval'] }, undefined],
  ['is described with yet other words is left as it is', { type: 'string', enum: ['waiting'] }, undefined],
] as const)
  test(`a filter that ${title}`, () => {
    const closing = closingOf(learnedFrom(productList(parameter), 'listProducts'));
    expect(closing?.response?.values?.['items[].status']).toMatchObject({ pending_approval: 'in_review' });
    expect(closing?.query?.values).toEqual(values);
  });

/** An operation whose answers showed the target's words for ours. */
function showing(operationId: string, at: string, shown: Readonly<Record<string, string>>) {
  const learned = learnedFrom({}, operationId);
  const steps = Object.entries(shown).map(([word, to]) => ({
    step: { kind: 'values', at, word, to } as const,
    evidence: 'seen',
  }));
  return { ...learned, alignments: { ...learned.alignments, response: { steps, questions: [], pairs: [] } } };
}

test('a subscription names event types as their list does, unless the answers disagree', () => {
  const listed = showing('listWebhookEventTypes', '[].event', {
    'stock.updated': 'inventory.changed',
    'order.created': 'order.placed',
  });
  const elsewhere = showing('listWebhooks', '[].events[]', { 'order.created': 'order.new' });
  const seen = { ...nothingSeen, sharedWords: sharedWordsOf([listed, elsewhere]) };
  const learned = learnOperation(operation('createWebhook'), {}, seen, new Map());
  expect(closingOf(learned)?.request).toEqual({
    values: { 'events[]': { 'stock.updated': 'inventory.changed' } },
  });
  expect(sharedWordsOf([learned]).size).toBe(0);
});

test('names that one operation showed help to read the others', () => {
  const body = { results: [{ id: 1, title: 'Bags' }] };
  const learned = learnOperation(
    operation('listBrands'),
    {},
    { ...nothingSeen, bodies: [body], successes: [200] },
    new Map(),
  );
  expect(closingOf(learned)).toEqual({
    response: { inside: { '': 'results' }, rename: { '[].name': 'title' } },
  });
  expect([...(vocabularyOf([learned]).get('name') ?? [])]).toEqual([
    ['title', new Set(['listBrands [].name'])],
  ]);
  expect(isJsonObject(body)).toBe(true);
});
