import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { baseContract } from '../documents/base-document.js';
import { DocumentNode } from '../documents/document-node.js';
import { openApiProblem } from '../documents/openapi-validity.js';
import { readOperations } from '../operations.js';
import type { OperationId } from '../types.js';
import type { OperationMapping, TargetFile } from './file/target-file.js';
import { targetContract } from './target-contract.js';
import { namesInTheirs, pathInTheirs } from './translation.js';

const refuse = (place: readonly (string | number)[], problem: string): never => {
  throw new Error(`${place.join('/')}: ${problem}`);
};

function contractOf(file: Omit<TargetFile, 'contract'>) {
  return targetContract(baseContract, { contract: '1.3.0', ...file }, refuse);
}

function translationsOf(id: OperationId, mapping: OperationMapping) {
  return contractOf({ operations: { [id]: mapping } }).translations(id);
}

const products = translationsOf('listProducts', {
  query: {
    rename: { page: 'page_number', per_page: 'page_size' },
    values: { status: { pending_approval: 'in_review' } },
  },
  response: {
    rename: { items: 'data', pagination: 'meta', 'items[].status': 'state' },
    move: { 'items[].brand': 'refs.brand' },
    values: { 'items[].status': { pending_approval: 'in_review' } },
  },
});

test('a field that the contract does not know is kept, unless it has the name of one that it does', () => {
  expect(products.path.isIdentity).toBe(true);
  expect(products.request.isIdentity).toBe(true);
  expect(products.response.toOurs({ message: 'Not found' })).toEqual({ message: 'Not found' });
  const theirs = { data: [{ state: 'active', status: 1, more: 1, refs: { brand: 2, x: 3 } }], total: 1 };
  const ours = { items: [{ status: 'active', more: 1, brand: 2, refs: { x: 3 } }], total: 1 };
  expect(products.response.toOurs(theirs)).toEqual(ours);
});

test('keys such as __proto__ are ordinary keys', () => {
  const theirs = '{"data":[{"state":"active","__proto__":{"state":"x"}}],"__proto__":{"a":1}}';
  const ours = '{"items":[{"status":"active","__proto__":{"state":"x"}}],"__proto__":{"a":1}}';
  expect(JSON.stringify(products.response.toOurs(JSON.parse(theirs)))).toBe(ours);
  expect(JSON.stringify(products.response.toTheirs(JSON.parse(ours)))).toBe(theirs);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("links to other pages use the target's query parameters", () => {
  const pages = (next: unknown) => ({ data: [], meta: { next, prev: null } });
  const links = (next: unknown) => ({ items: [], pagination: { next, prev: null } });
  for (const [theirs, ours] of [
    [
      '/api/v1/products/?page_number=2&page_size=20&status=in_review',
      '/api/v1/products/?page=2&per_page=20&status=pending_approval',
    ],
    ['https://shop.example/x?page_number=2#top', 'https://shop.example/x?page=2#top'],
    ['/no/query', '/no/query'],
    [7, 7],
  ]) {
    expect(products.response.toOurs(pages(theirs))).toEqual(links(ours));
    expect(products.response.toTheirs(links(ours))).toEqual(pages(theirs));
  }
  const half = '/api/v1/products/?page_number=2\ud800';
  expect(products.response.toOurs(pages(half))).toEqual(links('/api/v1/products/?page=2%EF%BF%BD'));
});

test("a place of ours has the target's path", () => {
  const orders = translationsOf('listOrders', {
    response: {
      rename: { items: 'data', 'items[].status': 'order_status', 'items[].order_items[].sku': 'article' },
      flat: ['pagination'],
    },
  });
  const brands = translationsOf('listBrands', {
    response: { inside: { '': 'brands' }, rename: { '[].id': 'key' } },
  });
  for (const [translation, theirs, ours] of [
    [products, 'data[3].state', 'items[3].status'],
    [products, 'data[3].refs.brand', 'items[3].brand'],
    [products, 'data[3].descriptions["de-DE"]', 'items[3].descriptions["de-DE"]'],
    [products, 'meta.next', 'pagination.next'],
    [products, '', ''],
    [brands, 'brands[2].key', '[2].id'],
    [brands, 'brands', ''],
    [orders, 'data[5].order_items[1].article', 'items[5].order_items[1].sku'],
    [orders, 'data[5].order_status', 'items[5].status'],
    [orders, 'per_page', 'pagination.per_page'],
  ] as const)
    expect(pathInTheirs(translation.response, ours)).toBe(theirs);
});

test("statuses of success and refusal are the target's, unless the description shows them", async () => {
  const { ours } = contractOf({
    refusal: 422,
    operations: {
      updateProductStock: { success: 202 },
      createWebhook: { success: 201, refusal: 409 },
      deleteWebhook: { success: 202 },
      // 404 is the status for unknown ids; the first of these operations doesn't document it.
      listProducts: { refusal: 404 },
      getStockResults: { refusal: 404 },
      downloadReport: { success: 302 },
    },
  });
  expect(await openApiProblem(ours)).toBeUndefined();
  const rows = readOperations(ours).map((each) => [each.operationId, each] as const);
  expectGolden('statuses.txt', Object.fromEntries(rows), ({ documentedStatuses, responses }) => ({
    documented: documentedStatuses.join(', '),
    refusals: responses.flatMap(({ isRefusal, status }) => (isRefusal ? [status] : [])).join(', '),
  }));
});

test('a closed element is no longer an assumption', () => {
  const { ours } = contractOf({
    operations: {
      upsertProducts: {
        success: 202,
        request: { require: ['items[].ean'], bound: { items: { maxItems: 20 } } },
      },
    },
  });
  const upsert = readOperations(ours).find(({ operationId }) => operationId === 'upsertProducts');
  const items = new DocumentNode(ours, upsert?.requestBody?.schemaPointer ?? '').at('properties', 'items');
  const { items: _, ...list } = items.node;
  const { ean } = Object(items.at('items').node.properties);
  const success = new DocumentNode(ours, '').at('paths', '/products/', 'post', 'responses', '202').node;
  expectGolden('closed.txt', { list, ean, success: { ...success, content: undefined, headers: undefined } });
  expect(items.at('items').node.required).toContain('ean');
});

test('a parameter and a field of a request have the names that the target gives them', () => {
  const stock = translationsOf('updateProductStock', {
    request: { rename: { items: 'data', 'items[].quantity': 'amount' } },
  });
  const prices = translationsOf('updateProductPrices', {
    request: { flat: ['items[].price'], rename: { 'items[].price.retail_price': 'gross' } },
  });
  const fields = ['country_code', 'retail_price'];
  for (const [found, names] of [
    [namesInTheirs(products, 'page'), 'page_number'],
    [namesInTheirs(products, 'sku'), 'sku'],
    [namesInTheirs(stock, 'items'), 'data'],
    [namesInTheirs(stock, 'items[].quantity'), 'amount'],
    [namesInTheirs(stock, 'items[].valid_at'), 'valid_at'],
    [namesInTheirs(prices, 'items[].price', fields), 'price country_code gross'],
    [namesInTheirs(stock, 'items[].price', fields), 'price'],
  ] as const)
    expect(found.join(' ')).toBe(names);
});
