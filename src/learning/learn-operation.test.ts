import { expect, test } from '#testing/unit-test';
import { contract, type JsonObject } from '../contract/documents/document.js';
import { mappedParts } from '../contract/mapping/file/file-steps.js';
import { operation, operations } from '../contract/operations.js';
import { describedOperations, operationKey } from '../target/load-live-description.js';
import { sharedWordsOf } from './align/shared-words.js';
import { learnOperation, mappingOf, type OperationEvidence, vocabularyOf } from './learn-operation.js';

const nothingSeen = { bodies: [], successes: [], refusals: [] };

/** The facts learned about an operation from a document alone. */
function learnedFrom(document: JsonObject, operationId: string) {
  const { method, path } = operation(operationId);
  const described = describedOperations(document).get(operationKey(method, path));
  return learned(operationId, described && { described }, document);
}

/** The facts learned about an operation from its responses, and from no other operation. */
function learned(operationId: string, seen: Partial<OperationEvidence> = {}, document: JsonObject = {}) {
  return learnOperation(operation(operationId), document, { ...nothingSeen, ...seen }, new Map());
}

/** A document with one operation. */
const describing = (path: string, method: string, described: JsonObject) => ({
  paths: { [`/api/v1${path}`]: { [method]: described } },
});

test('a description that equals the contract needs no step and leaves no question', () => {
  for (const { operationId } of operations) {
    const found = learnedFrom(contract, operationId);
    expect(mappingOf(found), operationId).toBeUndefined();
    expect(mappedParts.flatMap((part) => found.alignments[part].questions)).toEqual([]);
    expect(found.isKnown).toBe(true);
  }
});

test('without a description and responses, nothing is known and nothing becomes a question', () => {
  for (const { operationId } of operations) {
    const found = learned(operationId);
    expect(mappingOf(found)).toBeUndefined();
    expect(mappedParts.flatMap((part) => found.alignments[part].questions)).toEqual([]);
    expect(found.isKnown).toBe(false);
  }
});

test('statuses are learned from the documented ones, and from those seen first', () => {
  const document = describing('/products/stock', 'patch', { responses: { '202': {}, '422': {}, '429': {} } });
  expect(learnedFrom(document, 'updateProductStock')).toMatchObject({
    success: { status: 202 },
    refusal: { status: 422 },
  });
  expect(learned('updateProductStock', { successes: [201], refusals: [409] })).toMatchObject({
    success: { status: 201 },
    refusal: { status: 409 },
  });
});

test('invalid input may be answered with the status for unknown ids, if that was seen', () => {
  const { refusal } = learned('listProducts', { refusals: [404] });
  expect(refusal).toMatchObject({ status: 404, source: 'answered' });
  const document = describing('/products/', 'get', { responses: { '200': {}, '404': {} } });
  expect(learnedFrom(document, 'listProducts').refusal).toBeUndefined();
});

test('a response has no body if no seen response had one', () => {
  const seen = (id: string, bodies: readonly unknown[], status = 200) =>
    mappingOf(learned(id, { bodies, successes: [status], isBare: true }));
  expect(seen('updateWebhook', [])).toEqual({ response: { absent: [''] } });
  expect(seen('updateWebhook', [], 204)).toEqual({ success: 204 });
  expect(
    seen('updateWebhook', [{ id: 1, url: 'a', events: [], enabled: true }])?.response?.absent,
  ).not.toEqual(['']);
  expect(seen('getStatusResults', [])).toBeUndefined();
});

test('a stated status is never replaced', () => {
  const document = describing('/results/status', 'get', { responses: { '202': {}, '422': {} } });
  const { success, refusal } = learnedFrom(document, 'getStatusResults');
  expect([success, refusal]).toEqual([undefined, undefined]);
});

test('several success statuses, none of them ours, are a question', () => {
  const document = describing('/products/stock', 'patch', { responses: { '201': {}, '202': {} } });
  const { questions } = learnedFrom(document, 'updateProductStock');
  expect(questions.map(({ candidates }) => candidates.map(({ answer }) => answer))).toEqual([['201', '202']]);
});

test('parameters of the path are compared by position, those of the query by name', () => {
  const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });
  const parameters = [
    query('q', { type: 'string' }),
    query('parent', { type: 'integer' }),
    query('page', { type: 'integer', minimum: 1 }),
    query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
  ];
  const document = describing('/categories/', 'get', { parameters, responses: {} });
  expect(mappingOf(learnedFrom(document, 'listCategories'))).toEqual({
    query: {
      rename: { query: 'q', parent_category: 'parent', per_page: 'limit' },
      bound: { per_page: { maximum: 50 } },
    },
  });
});

const vocabulary = new Map([
  ['sku', new Map([['article', new Set(['listProducts items[].sku'])]])],
  ['batchRequestId', new Map([['batch_id', new Set(['upsertProducts batchRequestId'])]])],
]);
const asked = (operationId: string, seen: Partial<OperationEvidence>) =>
  learnOperation(operation(operationId), {}, { ...nothingSeen, ...seen }, vocabulary).questions.map(
    ({ asks, candidates }) => [asks, ...candidates.map(({ answer }) => answer)],
  );

test('without a description, names that no response shows are one question, whose answer is a line; no name comes from a text', () => {
  const refused = '400: "items[0].item_code is missing"';
  expect(asked('updateProductStock', { refused, successes: [200] })).toEqual([
    [
      `how does it write its request? It refused the names of the contract with ${refused}.`,
      'request: { rename: { "items": ?, "items[].sku": article, "items[].quantity": ?, "items[].valid_at": ? } }',
    ],
  ]);
  const [[asks, query] = []] = asked('getCancelResults', {});
  expect([asks, query]).toEqual([
    'how does it write its query and its response? No response shows its names.',
    'query: { rename: { "batch_request_id": batch_id } }',
  ]);
  const accepted = new Set(['items', 'items[].sku', 'items[].quantity', 'items[].valid_at']);
  expect(asked('updateProductStock', { accepted, successes: [200] })).toEqual([
    [expect.any(String), 'request: { rename: { "items[].valid_at": ? } }'],
  ]);
});

test('links to the next page show the names of the parameters of pages', () => {
  const next = '/api/v1/brands/?sort=id&page_number=2&page_size=20';
  const body = { data: [{ id: 7, name: 'Bags' }], meta: { page: 1, per_page: 20, total: 30, next } };
  const query = (link: string) =>
    mappingOf(
      learned('listCategories', {
        bodies: [{ ...body, meta: { ...body.meta, next: link } }],
        successes: [200],
      }),
    )?.query;
  expect(query(next)).toEqual({ rename: { page: 'page_number', per_page: 'page_size' } });
  expect(query(next.replace('sort=id', 'p=2'))).toEqual({ rename: { per_page: 'page_size' } });
  expect(query('/api/v1/brands/?page=2&per_page=20')).toBeUndefined();
});

const words = ['draft', 'in_review', 'active'];
const entry = {
  type: 'object',
  properties: { sku: { type: 'string' }, state: { type: 'string', enum: words } },
};
const schema = { type: 'object', properties: { items: { type: 'array', items: entry } } };
/** A list of products that shows the status as `state`, and accepts this parameter as a filter. */
const productList = (parameter: JsonObject) =>
  describing('/products/', 'get', {
    parameters: [{ name: 'status', in: 'query', schema: parameter }],
    responses: { '200': { content: { 'application/json': { schema } } } },
  });
const inReview = { status: { pending_approval: 'in_review' } };

for (const [title, parameter, values] of [
  ['accepts the words of the list uses them', { type: 'string', enum: words }, inReview],
  ['is described without words uses those of the list', { type: 'string' }, inReview],
  ['accepts our words keeps them', { type: 'string', enum: ['pending_approval'] }, undefined],
  [
    'accepts words that the list does not show stays as it is',
    { type: 'string', enum: ['waiting'] },
    undefined,
  ],
] as const)
  test(`a filter that ${title}`, () => {
    const mapping = mappingOf(learnedFrom(productList(parameter), 'listProducts'));
    expect(mapping?.response?.values?.['items[].status']).toMatchObject({ pending_approval: 'in_review' });
    expect(mapping?.query?.values).toEqual(values);
  });

/** An operation whose responses showed the target's words for ours. */
function showing(operationId: string, at: string, shown: Readonly<Record<string, string>>) {
  const found = learned(operationId);
  const steps = Object.entries(shown).map(([word, to]) => ({
    step: { kind: 'values', at, word, to } as const,
    evidence: 'seen',
  }));
  return { ...found, alignments: { ...found.alignments, response: { steps, questions: [], pairs: [] } } };
}

test('a subscription names event types as their list does, unless responses disagree', () => {
  const listed = showing('listWebhookEventTypes', '[].event', {
    'stock.updated': 'inventory.changed',
    'order.created': 'order.placed',
  });
  const elsewhere = showing('listWebhooks', '[].events[]', { 'order.created': 'order.new' });
  const found = learned('createWebhook', { sharedWords: sharedWordsOf([listed, elsewhere]) });
  expect(mappingOf(found)?.request).toEqual({
    values: { 'events[]': { 'stock.updated': 'inventory.changed' } },
  });
  expect(sharedWordsOf([found]).size).toBe(0);
});

test('names that one operation showed are evidence for the others', () => {
  const body = { results: [{ id: 1, title: 'Bags' }] };
  const found = learned('listBrands', { bodies: [body], successes: [200] });
  expect(mappingOf(found)).toEqual({
    response: { inside: { '': 'results' }, rename: { '[].name': 'title' } },
  });
  expect([...(vocabularyOf([found]).get('name') ?? [])]).toEqual([
    ['title', new Set(['listBrands [].name'])],
  ]);
});
