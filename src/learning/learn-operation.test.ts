import { expect, test } from '#testing/unit-test';
import { contract, type JsonObject } from '../contract/documents/document.js';
import type { OperationMapping } from '../contract/mapping/file/target-file.js';
import { operation, operations } from '../contract/operations.js';
import { sharedWordsOf } from './align/shared-words.js';
import { type LearnedOperation, learnOperation, type OperationEvidence } from './learn-operation.js';
import { inFile, type Step } from './propose/findings.js';
import { proposalFor } from './propose/proposal.js';
import { describedParts } from './survey/parts.js';

const nothingSeen = { bodies: [], successes: [], refusals: [] };
const nothingElse: Parameters<typeof learnOperation>[2] = { vocabulary: new Map(), words: new Map() };

/** The facts learned about an operation from a document alone. */
function learnedFrom(document: JsonObject, operationId: string) {
  const parts = describedParts({ document });
  return learned(operationId, { described: parts.get(operationId) });
}

/** The facts learned about an operation from its responses, and from other operations. */
function learned(operationId: string, seen: Partial<OperationEvidence> = {}, others = nothingElse) {
  return learnOperation(operation(operationId), { ...nothingSeen, ...seen }, others);
}

/** The part of a target's file about one operation. */
function mappingOf(found: LearnedOperation): OperationMapping | undefined {
  const { findings } = proposalFor({ name: 'shop', findings: [found] });
  return inFile(findings).operations?.[found.operation.operationId];
}

/** A document with one operation. */
const describing = (path: string, method: string, described: JsonObject) => ({
  paths: { [`/api/v1${path}`]: { [method]: described } },
});

test('what equals the contract needs no step, and of what is unknown nothing becomes a question', () => {
  for (const { operationId } of operations)
    for (const found of [learnedFrom(contract, operationId), learned(operationId)]) {
      expect(mappingOf(found), operationId).toBeUndefined();
      expect(found.questions).toEqual([]);
    }
});

test('statuses are learned from those seen first, then from the documented ones, but a stated one is never replaced', () => {
  const seen = { successes: [201], refusals: [409] };
  expect(mappingOf(learned('updateProductStock', seen))).toEqual({ success: 201, refusal: 409 });
  expect(mappingOf(learned('listProducts', { refusals: [404] }))).toEqual({ refusal: 404 });
  for (const [path, method, id, statuses, mapping, ...asked] of [
    ['/products/stock', 'patch', 'updateProductStock', [202, 422, 429], { success: 202, refusal: 422 }],
    ['/products/stock', 'patch', 'updateProductStock', [201, 202], undefined, '201', '202'],
    // It may be the status for unknown ids alone.
    ['/products/', 'get', 'listProducts', [200, 404], undefined],
    ['/results/status', 'get', 'getStatusResults', [202, 422], undefined],
  ] as const) {
    const responses = Object.fromEntries(statuses.map((status) => [status, {}]));
    const found = learnedFrom(describing(path, method, { responses }), id);
    expect(mappingOf(found)).toEqual(mapping);
    expect(found.questions.flatMap(({ candidates }) => candidates.map(({ answer }) => answer))).toEqual(
      asked,
    );
  }
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

const vocabulary = new Map([
  ['sku', new Map([['article', new Set(['listProducts items[].sku'])]])],
  ['batchRequestId', new Map([['batch_id', new Set(['upsertProducts batchRequestId'])]])],
]);
const asked = (operationId: string, seen: Partial<OperationEvidence>) =>
  learned(operationId, seen, { ...nothingElse, vocabulary }).questions.map(({ asks, candidates }) => [
    asks,
    ...candidates.map(({ answer }) => answer),
  ]);

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
  const query = (link: string) => {
    const bodies = [{ ...body, meta: { ...body.meta, next: link } }];
    return mappingOf(learned('listCategories', { bodies, successes: [200] }))?.query;
  };
  expect(query(next)).toEqual({ rename: { page: 'page_number', per_page: 'page_size' } });
  expect(query(next.replace('sort=id', 'p=2'))).toEqual({ rename: { per_page: 'page_size' } });
  expect(query('/api/v1/brands/?page=2&per_page=20')).toBeUndefined();
});

test('a subscription names event types as their list does, unless responses disagree', () => {
  const showing = (operationId: string, at: string, shown: Readonly<Record<string, string>>) => ({
    operation: operation(operationId),
    steps: Object.entries(shown).map(
      ([word, to]): Step => ({ part: 'response', kind: 'values', at, word, to, evidence: 'seen' }),
    ),
  });
  const [one, other] = [{ 'stock.updated': 'inventory.changed' }, { 'order.created': 'order.placed' }];
  const words = sharedWordsOf([
    showing('listWebhookEventTypes', '[].event', { ...one, ...other }),
    showing('listWebhooks', '[].events[]', { 'order.created': 'order.new' }),
  ]);
  const found = learned('createWebhook', {}, { ...nothingElse, words });
  expect(mappingOf(found)?.request).toEqual({ values: { 'events[]': one } });
  expect(sharedWordsOf([found]).size).toBe(0);
});
