import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { baseContract, contractVersion, isJsonObject, type JsonObject } from '../documents/base-document.js';
import { DocumentNode } from '../documents/document-node.js';
import { openApiProblem, withFittingExamples } from '../documents/openapi-validity.js';
import { type Operation, readOperations } from '../operations.js';
import { SchemaCompiler } from '../schemas/schema-compiler.js';
import { parseTargetFile } from './file/read-target-file.js';
import { SchemaCopies } from './schema-copies.js';
import { type TargetContract, targetContract } from './target-contract.js';
import { identity } from './translation.js';

/** One target for each kind of step, and one for kinds that act together. The error has status 422. */
const table = `
rename:
  listProducts response:
    rename: { items: data, "items[].status": state, "items[].prices[].sale_price": reduced }
rename, two fields that swap their names:
  getAttributeGroups response:
    rename: { "[].name": frontend_name, "[].frontend_name": name, "[].attributes": choices }
move:
  getStockResults response:
    move: { batchRequestId: meta.id, status: meta.state.word }
    rename: { items: data }
move, through names with dots:
  getStockResults response: { move: { status: '["meta.v1"]["state.word"]' } }
flat:
  listCategories response: { flat: [pagination] }
flat, with other names in it:
  updateProductPrices request:
    flat: ["items[].price"]
    rename: { "items[].price.country_code": country, "items[].price.sale_price": sku_price }
inside:
  listBrands response: { inside: { "": brands } }
inside, a field and the body around it:
  createWebhook request: { inside: { "": data, url: href } }
  createWebhook response: { inside: { "": data, client_secret: value }, rename: { client_secret: secret } }
values:
  listOrders response: { values: { "items[].status": { open: new, mixed: open } } }
values, of a string that names words:
  listWebhookEventTypes response: { values: { "[].event": { order.created: ORDER_CREATED } } }
constant:
  cancelOrderItems request:
    constant: { "items[].reason": other }
    rename: { items: cancellations }
values, of true and false:
  getWebhook response: { values: { enabled: { "true": "on", "false": "off" } }, rename: { enabled: state } }
values, of true alone:
  updateWebhook request: { values: { enabled: { "true": "yes" } } }
convert, decimal:
  updateProductPrices request:
    convert: { "items[].price.retail_price": decimal, "items[].price.sale_price": decimal }
    flat: ["items[].price"]
convert, major units:
  listOrders response:
    convert: { "items[].cost_with_tax": major-units, "items[].order_items[].price_with_tax": major-units }
convert, text:
  listCategories response: { convert: { "items[].id": text, "items[].parent_id": text } }
convert, text of a bounded number:
  updateProductStock request: { convert: { "items[].quantity": text } }
convert, number:
  listOrders response: { convert: { "items[].order_number": number } }
convert, minor units:
  upsertProducts request:
    convert: { "items[].prices[].retail_price": minor-units, "items[].prices[].sale_price": minor-units }
convert, milliseconds:
  updateProductStock request: { convert: { "items[].valid_at": epoch-milliseconds } }
require:
  upsertProducts request: { require: ["items[].ean", "items[].hs_code"] }
filled:
  updateProductPrices request: { filled: ["items[].price.sale_price"] }
optional:
  listRejectedProducts response: { optional: [pagination.next, "items[].rejection_message"] }
bound:
  upsertProducts request: { bound: { items: { maxItems: 2 }, "items[].name": { maxLength: 5 } } }
absent:
  listOrders response: { absent: ["items[].payment_method", pagination] }
rename, the message of an error:
  createWebhook error: { type: application/problem+json, rename: { message: detail } }
move, the message of an error:
  listProducts error: { move: { message: error.message } }
absent, the message of an error:
  listOrders error: { absent: [message] }
all together:
  listProducts response:
    rename: { items: entries, "items[].sku": article, "items[].prices": amounts }
    move: { "items[].style_key": style.key, "items[].name": style.name }
    inside: { "": result, "items[].prices": list }
    convert: { "items[].brand": text, "items[].prices[].retail_price": minor-units }
    values: { "items[].status": { pending_approval: in_review } }
    flat: [pagination]
    optional: ["items[].weight"]
`;

/** Kinds for which the target's schema can't express all of our rules, and therefore accepts more. */
const loose: readonly string[] = ['convert, decimal', 'convert, text of a bounded number'];

const sides = ['request', 'response', 'error'] as const;

/** The steps for one body of an operation. */
interface Row {
  readonly kind: string;
  readonly id: string;
  readonly side: (typeof sides)[number];
  readonly steps: object;
}

/** As few targets as possible, because making a contract is slow: no target closes the same body twice. */
const targets: Row[][] = [];
for (const [kind, bodies] of Object.entries<Record<string, object>>(Object(load(table))))
  for (const [place, steps] of Object.entries(bodies)) {
    const [id = '', side = sides.find((each) => place.endsWith(each)) ?? 'error'] = [place.split(' ')[0]];
    const rows = targets.find((each) =>
      each.every((other) => other.side !== side || (side !== 'error' && other.id !== id)),
    );
    if (rows === undefined) targets.push([{ kind, id, side, steps }]);
    else rows.push({ kind, id, side, steps });
  }

function refuse(place: readonly (string | number)[], problem: string): never {
  throw new Error(`${place.join('/')}: ${problem}`);
}

const made = new Map<readonly Row[], TargetContract>();

/** The contract of a target that closes all these bodies. */
function contractOf(rows: readonly Row[]): TargetContract {
  const known = made.get(rows);
  if (known !== undefined) return known;
  const operations: Record<string, object> = {};
  const errors: Record<string, object> = {};
  for (const { id, side, steps } of rows)
    if (side === 'error') errors[422] = steps;
    else operations[id] = { ...operations[id], [side]: steps };
  const file = { contract: contractVersion, operations, ...(errors[422] && { refusal: 422, errors }) };
  const contract = targetContract(baseContract, parseTargetFile(JSON.stringify(file), 'laws').file, refuse);
  const whole = { ...contract, theirs: withFittingExamples(contract.theirs) };
  made.set(rows, whole);
  return whole;
}

for (const [index, rows] of targets.entries()) {
  test(`both contracts of target ${index + 1} are valid OpenAPI`, async () => {
    const { ours, theirs } = contractOf(rows);
    for (const document of [ours, theirs]) expect(await openApiProblem(document)).toBeUndefined();
  });

  for (const { kind, id, side } of rows)
    test(`translated values keep their meaning and their validity (${kind}: ${side} of ${id})`, () => {
      const { ours, theirs, errors, translations } = contractOf(rows);
      const [before, after] = [bodyOf(ours, id, side), bodyOf(theirs, id, side)];
      const { toTheirs, toOurs } =
        side === 'error' ? (errors.get(422)?.translation ?? identity) : translations(id)[side];
      if (after.example !== undefined) expect(after.accepts(after.example), 'their example').toBe(true);
      const values = valuesOf(ours, before.schema);

      fc.assert(
        fc.property(values, (value) => {
          const told = toTheirs(value);
          expect(toOurs(told), 'there and back').toEqual(value);
          expect([before.accepts(value), after.accepts(told)], 'both accept it').toEqual([true, true]);
        }),
        { numRuns: 10 },
      );
      fc.assert(
        fc.property(values.chain(spoilt), (value) => {
          const told = toTheirs(value);
          expect(toOurs(told), 'there and back').toEqual(value);
          if (!loose.includes(kind))
            expect(after.accepts(told), JSON.stringify(told)).toBe(before.accepts(value));
        }),
        { numRuns: 20 },
      );
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          toOurs(value);
          expect(toOurs(toTheirs(value))).toEqual(value);
        }),
        { numRuns: 20 },
      );
    });
}

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

test('a field that errors lack is in neither contract, for any operation', () => {
  const file = { contract: '1.3.0', refusal: 422, errors: { 422: { absent: ['message'] } } };
  const { ours, theirs, errors } = targetContract(baseContract, file, refuse);
  for (const document of [ours, theirs])
    for (const { operationId, responses } of readOperations(document)) {
      const pointer = responses.find(({ status }) => status === 422)?.schemaPointer;
      if (pointer === undefined) continue;
      expect(new DocumentNode(document, pointer).node.properties, operationId).toEqual({});
    }
  expect(errors.get(422)?.hasMessage).toBe(false);
});

test("a body of a different media type is text in the target's contract, and absent from ours", () => {
  const file = { contract: '1.3.0', errors: { 429: { type: 'text/html', absent: [''] } } };
  const { ours, theirs, errors } = targetContract(baseContract, file, refuse);
  const [own, other] = [ours, theirs].map((document) => readOperations(document)[0]?.responseFor(429));
  expect([own?.body, other?.body, other?.mediaType]).toEqual(['none', 'file', 'text/html']);
  expect(errors.get(429)?.hasMessage).toBe(false);
});

test("a success that redirects to a file has two responses in our words, but one in the target's", async () => {
  const file = { contract: '1.3.0', operations: { downloadReport: { success: 302 } } };
  const { ours, theirs } = targetContract(baseContract, file, refuse);
  const responses = [ours, theirs].map((document) => {
    const found = readOperations(document).find(({ operationId }) => operationId === 'downloadReport');
    return found?.responses.filter((each) => each.status < 400).map(({ status, body }) => [status, body]);
  });
  expect(responses).toEqual([
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

const read = new Map<JsonObject, { operations: readonly Operation[]; compiler: SchemaCompiler }>();

/** The schema of a document for one body of an operation. */
function bodyOf(document: JsonObject, id: string, side: Row['side']) {
  const { operations, compiler } = read.get(document) ?? {
    operations: readOperations(document),
    compiler: new SchemaCompiler(document),
  };
  read.set(document, { operations, compiler });
  const operation = operations.find(({ operationId }) => operationId === id);
  const pointer = operation && pointerOf(operation, side);
  if (pointer === undefined) throw new Error(`${id} has no ${side}`);
  const { schema, example } = new DocumentNode(document, pointer.slice(0, pointer.lastIndexOf('/'))).node;
  const validate = compiler.validator(pointer);
  return { schema: Object(schema), example, accepts: (value: unknown) => validate(value) };
}

function pointerOf({ requestBody, responses }: Operation, side: Row['side']): string | undefined {
  if (side === 'request') return requestBody?.schemaPointer;
  return responses.find(({ status, isRefusal }) => (side === 'error' ? isRefusal : status < 300))
    ?.schemaPointer;
}

/** Values that a schema of the contract allows. */
function valuesOf(document: JsonObject, schema: JsonObject): fc.Arbitrary<unknown> {
  const copies = new SchemaCopies(document);
  const values = (written: JsonObject): fc.Arbitrary<unknown> => {
    const opened = copies.opened(written);
    if (Array.isArray(opened.enum)) return fc.constantFrom(...opened.enum);
    if ('const' in opened) return fc.constant(opened.const);
    const branches = Array.isArray(opened.anyOf) ? opened.anyOf.filter(isJsonObject) : [];
    if (branches.length > 0) return fc.oneof(...branches.map(values));
    return fc.oneof(...[opened.type].flat().map((type) => ofType(String(type), opened)));
  };
  const ofType = (type: string, opened: JsonObject): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return strings(opened);
    if (type === 'integer' || type === 'number') return numbers(opened, type === 'integer');
    if (type === 'array') {
      const minLength = Number(opened.minItems ?? 0);
      return fc.array(isJsonObject(opened.items) ? values(opened.items) : fc.jsonValue(), {
        minLength,
        maxLength: Math.max(minLength, Math.min(3, Number(opened.maxItems ?? 3))),
      });
    }
    return objects(opened);
  };
  const objects = (opened: JsonObject): fc.Arbitrary<unknown> => {
    const properties = isJsonObject(opened.properties) ? opened.properties : {};
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, values(Object(schema))] as const,
    );
    const required = Array.isArray(opened.required) ? opened.required.map(String) : [];
    const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    if (!isJsonObject(opened.additionalProperties)) return known;
    return fc.dictionary(fc.constantFrom('de-DE', 'en-GB', '__proto__'), values(opened.additionalProperties));
  };
  return values(schema);
}

function strings({ format, pattern, minLength = 0, maxLength = 40 }: JsonObject): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    minLength: Number(minLength),
    maxLength: Math.min(Number(maxLength), 40),
    unit: 'binary',
  });
}

/** Numbers with two decimals at most, as amounts of money have. */
function numbers(schema: JsonObject, whole: boolean): fc.Arbitrary<number> {
  const [least, most] = [Number(schema.minimum ?? 1), Number(schema.maximum ?? 1_000_000)];
  if (whole || schema.multipleOf === 1) return fc.integer({ min: least, max: most });
  return fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
}

/** The same value with one place spoilt: a different type, a different word, or nothing. */
function spoilt(value: unknown): fc.Arbitrary<unknown> {
  let places = 0;
  JSON.stringify(value, (_key, member) => {
    places += 1;
    return member;
  });
  return fc
    .tuple(
      fc.nat(places - 1),
      fc.boolean(),
      fc.constantFrom<unknown>(null, 7, '7', true, 'no such word', {}, []),
    )
    .map(([chosen, isMissing, other]) => {
      let place = -1;
      return JSON.parse(JSON.stringify(value), (key, member) => {
        place += 1;
        if (place === chosen) return isMissing && key !== '' ? undefined : other;
        // A missing entry leaves no hole in its list.
        return Array.isArray(member) ? member.filter(() => true) : member;
      });
    });
}
