import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { baseContract, isJsonObject, type JsonObject } from '../base-document.js';
import { openApiProblem } from '../openapi-validity.js';
import { type Operation, readOperations } from '../operations.js';
import { Place, SchemaCompiler } from '../schema-compiler.js';
import type { OperationId } from '../types.js';
import { spoilt, valuesOf, withFittingExamples } from './example-values.js';
import { targetContract } from './target-contract.js';
import type { BodySteps, ErrorWording } from './target-file.js';
import { identity } from './translation.js';

/** One target for each kind of step, and one for kinds that act together. */
const table: readonly {
  readonly kind: string;
  readonly operation: OperationId;
  readonly request?: BodySteps;
  readonly response?: BodySteps;
  /** The errors with status 422, with which the operation refuses. */
  readonly error?: ErrorWording;
  /** Values for which their schema can't express all of ours, and accepts more. */
  readonly loose?: true;
  /** Conditions that our schema doesn't express. */
  readonly given?: (value: unknown) => boolean;
}[] = [
  {
    kind: 'rename',
    operation: 'listProducts',
    response: {
      rename: { items: 'data', 'items[].status': 'state', 'items[].prices[].sale_price': 'reduced' },
    },
  },
  {
    kind: 'rename: two fields that swap their names',
    operation: 'getAttributeGroups',
    response: {
      rename: { '[].name': 'frontend_name', '[].frontend_name': 'name', '[].attributes': 'choices' },
    },
  },
  {
    kind: 'move',
    operation: 'getStockResults',
    response: { move: { batchRequestId: 'meta.id', status: 'meta.state.word' }, rename: { items: 'data' } },
  },
  { kind: 'flat', operation: 'listCategories', response: { flat: ['pagination'] } },
  {
    kind: 'flat: with other names in it',
    operation: 'updateProductPrices',
    request: {
      flat: ['items[].price'],
      rename: { 'items[].price.country_code': 'country', 'items[].price.sale_price': 'sku_price' },
    },
  },
  { kind: 'inside', operation: 'listBrands', response: { inside: { '': 'brands' } } },
  {
    kind: 'inside: a field, and the body around it',
    operation: 'createWebhook',
    request: { inside: { '': 'data', url: 'href' } },
    response: { inside: { '': 'data', client_secret: 'value' }, rename: { client_secret: 'secret' } },
  },
  {
    kind: 'merged',
    given: (value) => !Array.isArray(value),
    operation: 'listCountries',
    response: { merged: { '': 'kind' }, rename: { countries: 'country', 'locales[].code': 'locale' } },
  },
  {
    kind: 'rows',
    given: hasDifferentOrders,
    operation: 'listOrders',
    response: {
      rows: { 'items[].order_items': 'order_number' },
      rename: {
        'items[].order_items[].status': 'item_status',
        'items[].order_number': 'number',
        'items[].order_items[].id': 'item_id',
      },
    },
  },
  {
    kind: 'values',
    operation: 'listOrders',
    response: { values: { 'items[].status': { open: 'new', mixed: 'open' } } },
  },
  {
    kind: 'values: of a text that names words',
    operation: 'listWebhookEventTypes',
    response: { values: { '[].event': { 'order.created': 'ORDER_CREATED' } } },
  },
  {
    kind: 'nested',
    given: hasCountries,
    operation: 'listCountries',
    response: {
      nested: { locales: 'countries' },
      rename: { countries: 'markets', locales: 'languages', 'locales[].code': 'tag' },
    },
  },
  {
    kind: 'constant',
    operation: 'cancelOrderItems',
    request: { constant: { 'items[].reason': 'other' }, rename: { items: 'cancellations' } },
  },
  {
    kind: 'values: of true and false',
    operation: 'getWebhook',
    response: { values: { enabled: { true: 'on', false: 'off' } }, rename: { enabled: 'state' } },
  },
  {
    kind: 'values: of true alone',
    operation: 'updateWebhook',
    request: { values: { enabled: { true: 'yes' } } },
  },
  {
    kind: 'convert: decimal',
    operation: 'updateProductPrices',
    request: {
      convert: { 'items[].price.retail_price': 'decimal', 'items[].price.sale_price': 'decimal' },
      flat: ['items[].price'],
    },
    loose: true,
  },
  {
    kind: 'convert: major units',
    operation: 'listOrders',
    response: {
      convert: {
        'items[].cost_with_tax': 'major-units',
        'items[].order_items[].price_with_tax': 'major-units',
      },
    },
  },
  {
    kind: 'convert: major units as decimals',
    operation: 'listOrders',
    response: {
      convert: { 'items[].cost_with_tax': 'major-decimal', 'items[].order_items[].vat': 'decimal' },
    },
  },
  {
    kind: 'convert: list',
    operation: 'listCategories',
    response: { convert: { 'items[].path': 'list' } },
  },
  {
    kind: 'convert: text',
    operation: 'listCategories',
    response: { convert: { 'items[].id': 'text', 'items[].parent_id': 'text' } },
  },
  {
    kind: 'convert: text of a bounded number',
    operation: 'updateProductStock',
    request: { convert: { 'items[].quantity': 'text' } },
    loose: true,
  },
  {
    kind: 'convert: number',
    operation: 'listOrders',
    response: { convert: { 'items[].order_number': 'number' } },
  },
  {
    kind: 'convert: minor units',
    operation: 'upsertProducts',
    request: {
      convert: {
        'items[].prices[].retail_price': 'minor-units',
        'items[].prices[].sale_price': 'minor-units',
      },
    },
  },
  {
    kind: 'convert: milliseconds',
    operation: 'updateProductStock',
    request: { convert: { 'items[].valid_at': 'epoch-milliseconds' } },
  },
  { kind: 'require', operation: 'upsertProducts', request: { require: ['items[].ean', 'items[].hs_code'] } },
  {
    kind: 'filled',
    operation: 'updateProductPrices',
    request: { filled: ['items[].price.sale_price'] },
  },
  {
    kind: 'optional',
    operation: 'listRejectedProducts',
    response: { optional: ['pagination.next', 'items[].rejection_message'] },
  },
  {
    kind: 'bound',
    operation: 'upsertProducts',
    request: { bound: { items: { maxItems: 2 }, 'items[].name': { maxLength: 5 } } },
  },
  { kind: 'absent', operation: 'listOrders', response: { absent: ['items[].payment_method', 'pagination'] } },
  {
    kind: 'rename: the message of an error',
    operation: 'createWebhook',
    error: { type: 'application/problem+json', rename: { message: 'detail' } },
  },
  {
    kind: 'move: the message of an error',
    operation: 'listProducts',
    error: { move: { message: 'error.message' } },
  },
  {
    kind: 'convert: the message of an error as a list',
    operation: 'upsertProducts',
    error: { inside: { '': 'result' }, rename: { message: 'errors' }, convert: { message: 'list' } },
  },
  { kind: 'absent: the message of an error', operation: 'listOrders', error: { absent: ['message'] } },
  {
    kind: 'all together',
    operation: 'listProducts',
    response: {
      rename: { items: 'entries', 'items[].sku': 'article', 'items[].prices': 'amounts' },
      move: { 'items[].style_key': 'style.key', 'items[].name': 'style.name' },
      inside: { '': 'result', 'items[].prices': 'list' },
      convert: { 'items[].brand': 'text', 'items[].prices[].retail_price': 'minor-units' },
      values: { 'items[].status': { pending_approval: 'in_review' } },
      flat: ['pagination'],
      optional: ['items[].weight'],
    },
  },
];

const refuse = (place: readonly (string | number)[], problem: string): never => {
  throw new Error(`${place.join('/')}: ${problem}`);
};

for (const { kind, operation: id, request, response, error, loose, given = () => true } of table)
  test(`a step obeys the laws: ${kind}`, async () => {
    const steps = { ...(request && { request }), ...(response && { response }) };
    const errors = error === undefined ? {} : { refusal: 422, errors: { 422: error } };
    const file = { contract: '1.3.0', operations: { [id]: steps }, ...errors };
    const made = targetContract(baseContract, file, refuse);
    const { ours, translations } = made;
    const theirs = withFittingExamples(made.theirs);
    expect(await openApiProblem(ours)).toBeUndefined();
    expect(await openApiProblem(theirs)).toBeUndefined();
    for (const side of ['request', 'response', 'error'] as const) {
      if (side === 'error' ? error === undefined : steps[side] === undefined) continue;
      const [before, after] = [bodyOf(ours, id, side), bodyOf(theirs, id, side)];
      const translation =
        side === 'error' ? (made.errors.get(422)?.translation ?? identity) : translations(id)[side];
      if (after.example !== undefined) expect(after.accepts(after.example), 'their example').toBe(true);

      fc.assert(
        fc.property(valuesOf(ours, before.schema).filter(given), (value) => {
          const told = translation.toTheirs(value);
          expect(translation.toOurs(told), 'there and back').toEqual(value);
          expect([before.accepts(value), after.accepts(told)], 'both accept it').toEqual([true, true]);
        }),
        { numRuns: 30 },
      );
      fc.assert(
        fc.property(valuesOf(ours, before.schema).chain(spoilt).filter(given), (value) => {
          const told = translation.toTheirs(value);
          expect(translation.toOurs(told), 'there and back').toEqual(value);
          if (!loose) expect(after.accepts(told), JSON.stringify(told)).toBe(before.accepts(value));
        }),
        { numRuns: 100 },
      );
      fc.assert(
        fc.property(fc.jsonValue().filter(given), (value) => {
          translation.toOurs(value);
          expect(translation.toOurs(translation.toTheirs(value))).toEqual(value);
        }),
      );
    }
  });

for (const { title, id, file, status } of [
  {
    title: 'of a success',
    id: 'updateWebhook',
    status: 200,
    file: { operations: { updateWebhook: { response: { absent: [''] } } } },
  },
  { title: 'of an error', id: 'listBrands', status: 429, file: { errors: { 429: { absent: [''] } } } },
] as const)
  test(`an absent body ${title} is in neither contract, and nothing else changes`, async () => {
    const { ours, theirs } = targetContract(baseContract, { contract: '1.3.0', ...file }, refuse);
    for (const document of [ours, theirs]) {
      expect(await openApiProblem(document)).toBeUndefined();
      const found = readOperations(document);
      const bodies = found.flatMap(({ operationId, responses }) =>
        responses.map((each) => [operationId, each.status, each.body] as const),
      );
      const before = readOperations(baseContract).flatMap(({ operationId, responses }) =>
        responses.map((each) => {
          const isIt = each.status === status && (status === 429 || operationId === id);
          return [operationId, each.status, isIt ? 'none' : each.body] as const;
        }),
      );
      expect(bodies).toEqual(before);
    }
  });

test('a field that errors lack is in neither contract, at any operation', () => {
  const file = { contract: '1.3.0', refusal: 422, errors: { 422: { absent: ['message'] } } };
  const { ours, theirs, errors } = targetContract(baseContract, file, refuse);
  for (const document of [ours, theirs])
    for (const { operationId, responses } of readOperations(document)) {
      const pointer = responses.find(({ status }) => status === 422)?.schemaPointer;
      if (pointer === undefined) continue;
      expect(new Place(document, pointer).node.properties, operationId).toEqual({});
    }
  expect(errors.get(422)?.hasMessage).toBe(false);
});

test("a body of another media type is text in the target's contract, and absent from ours", () => {
  const file = { contract: '1.3.0', errors: { 429: { type: 'text/html', absent: [''] } } };
  const { ours, theirs, errors } = targetContract(baseContract, file, refuse);
  const [own, other] = [ours, theirs].map((document) => readOperations(document)[0]?.responseFor(429));
  expect([own?.body, other?.body, other?.mediaType]).toEqual(['none', 'file', 'text/html']);
  expect(errors.get(429)?.hasMessage).toBe(false);
});

test("a success that leads to a file has both answers in our words, and one in the target's", async () => {
  const file = { contract: '1.3.0', operations: { downloadReport: { success: 302 } } };
  const { ours, theirs } = targetContract(baseContract, file, refuse);
  const answers = [ours, theirs].map((document) => {
    const found = readOperations(document).find(({ operationId }) => operationId === 'downloadReport');
    return found?.responses.filter((each) => each.status < 400).map(({ status, body }) => [status, body]);
  });
  expect(answers).toEqual([
    [
      [200, 'file'],
      [302, 'none'],
    ],
    [[302, 'none']],
  ]);
  for (const document of [ours, theirs]) expect(await openApiProblem(document)).toBeUndefined();
});

test('an operation can refuse with the status for unknown ids, whether or not it documents that status', async () => {
  const file = {
    contract: '1.3.0',
    refusal: 422,
    operations: { listProducts: { refusal: 404 }, getStockResults: { refusal: 404 } },
  };
  const { ours, theirs } = targetContract(baseContract, file, refuse);
  for (const document of [ours, theirs]) {
    expect(await openApiProblem(document)).toBeUndefined();
    const found = readOperations(document);
    const of = (id: string) => found.find(({ operationId }) => operationId === id);
    for (const id of ['listProducts', 'getStockResults'])
      expect([id, of(id)?.documentedStatuses]).toEqual([id, [200, 401, 404, 429]]);
    const refusals = ['listProducts', 'getStockResults', 'upsertProducts'].map((id) =>
      of(id)
        ?.responses.filter(({ isRefusal }) => isRefusal)
        .map(({ status }) => status),
    );
    expect(refusals).toEqual([[404], [404], [422]]);
  }
});

/** Rows tell orders apart by their number. */
function hasDifferentOrders(value: unknown): boolean {
  const items = isJsonObject(value) ? value.items : undefined;
  const numbers = Array.isArray(items) ? items.map((item) => Object(item).order_number) : [];
  return new Set(numbers).size === numbers.length;
}

/** Nested entries need an entry to be in. */
function hasCountries(value: unknown): boolean {
  const countries = isJsonObject(value) ? value.countries : undefined;
  return !Array.isArray(countries) || countries.length > 0;
}

/** The schema of a document for one body of an operation. */
function bodyOf(document: JsonObject, id: OperationId, side: 'request' | 'response' | 'error') {
  const operation = readOperations(document).find(({ operationId }) => operationId === id);
  const pointer = operation === undefined ? undefined : pointerOf(operation, side);
  if (pointer === undefined) throw new Error(`${id} has no ${side}`);
  const media = new Place(document, pointer.slice(0, pointer.lastIndexOf('/'))).node;
  const validate = new SchemaCompiler(document).validator(pointer);
  return {
    schema: isJsonObject(media.schema) ? media.schema : {},
    example: media.example,
    accepts: (value: unknown) => validate(value),
  };
}

function pointerOf(
  { requestBody, responses }: Operation,
  side: 'request' | 'response' | 'error',
): string | undefined {
  if (side === 'request') return requestBody?.schemaPointer;
  if (side === 'error') return responses.find(({ isRefusal }) => isRefusal)?.schemaPointer;
  return responses.find(({ status }) => status < 300)?.schemaPointer;
}
