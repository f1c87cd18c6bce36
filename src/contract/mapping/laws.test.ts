import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { baseContract, contractVersion, type JsonObject } from '../documents/base-document.js';
import { DocumentNode } from '../documents/document-node.js';
import { type Operation, readOperations } from '../operations.js';
import { SchemaCompiler } from '../schemas/schema-compiler.js';
import { type SchemaFacts, SchemaReader } from '../schemas/schema-facts.js';
import { Spot } from '../schemas/spot.js';
import { member, type Segments, withValueAt, writePath } from '../values/path.js';
import { parseTargetFile } from './file/read-target-file.js';
import { conversions } from './lenses/value-lens.js';
import { type TargetContract, targetContract } from './target-contract.js';
import { identity, placeInTheirs } from './translation.js';

/** Steps for a body of each kind, and some that act together. The error has status 422. */
const table = `
listProducts response | { rename: { items: data, "items[].status": state, "items[].prices[].sale_price": reduced } }
getAttributeGroups response | { rename: { "[].name": frontend_name, "[].frontend_name": name, "[].attributes": choices } }
getStockResults response | { move: { batchRequestId: meta.id, status: meta.state.word }, rename: { items: data } }
getStockResults response | { move: { status: '["meta.v1"]["state.word"]' } }
listCategories response | { flat: [pagination] }
updateProductPrices request | { flat: ["items[].price"], rename: { "items[].price.country_code": country, "items[].price.sale_price": sku_price } }
listBrands response | { inside: { "": brands } }
createWebhook request | { inside: { "": data, url: href } }
createWebhook response | { inside: { "": data, client_secret: value }, rename: { client_secret: secret } }
listOrders response | { values: { "items[].status": { open: new, mixed: open } } }
cancelOrderItems request | { constant: { "items[].reason": other }, rename: { items: cancellations } }
getWebhook response | { values: { enabled: { "true": "on", "false": "off" } }, rename: { enabled: state } }
updateWebhook request | { values: { enabled: { "true": "yes" } } }
updateProductPrices request | { convert: { "items[].price.retail_price": decimal, "items[].price.sale_price": decimal }, flat: ["items[].price"] }
listOrders response | { convert: { "items[].cost_with_tax": major-units, "items[].order_items[].price_with_tax": major-units } }
listCategories response | { convert: { "items[].id": text, "items[].parent_id": text } }
listOrders response | { convert: { "items[].order_number": number } }
upsertProducts request | { convert: { "items[].prices[].retail_price": minor-units, "items[].prices[].sale_price": minor-units } }
updateProductStock request | { convert: { "items[].valid_at": epoch-milliseconds } }
upsertProducts request | { require: ["items[].ean", "items[].hs_code"], bound: { items: { maxItems: 2 }, "items[].name": { maxLength: 5 } } }
updateProductPrices request | { filled: ["items[].price.sale_price"] }
listRejectedProducts response | { optional: [pagination.next, "items[].rejection_message"] }
listOrders response | { absent: ["items[].payment_method", pagination] }
createWebhook error | { type: application/problem+json, rename: { message: detail } }
listProducts error | { move: { message: error.message } }
listOrders error | { absent: [message] }
listProducts response | { rename: { items: entries, "items[].sku": article, "items[].prices": amounts }, move: { "items[].style_key": style.key, "items[].name": style.name }, inside: { "": result, "items[].prices": list }, convert: { "items[].brand": text, "items[].prices[].retail_price": minor-units }, values: { "items[].status": { pending_approval: in_review } }, flat: [pagination], optional: ["items[].weight"] }
`;

const sides = ['request', 'response', 'error'] as const;

/** The steps for one body of an operation. */
interface Row {
  readonly id: string;
  readonly side: (typeof sides)[number];
  readonly steps: object;
}

function refuse(place: readonly (string | number)[], problem: string): never {
  throw new Error(`${place.join('/')}: ${problem}`);
}

/** The contract of a target that closes one body. */
function contractOf({ id, side, steps }: Row): TargetContract {
  const how =
    side === 'error' ? { refusal: 422, errors: { 422: steps } } : { operations: { [id]: { [side]: steps } } };
  const text = JSON.stringify({ contract: contractVersion, ...how });
  return targetContract(baseContract, parseTargetFile(text, 'laws').file, refuse);
}

for (const row of table.trim().split('\n'))
  test(`a translated value is as valid as before: ${row}`, () => {
    const [, id = '', given, text = ''] = /^(\w+) (\w+) \| (.*)$/.exec(row) ?? [];
    const side = sides.find((each) => each === given) ?? 'error';
    const steps = Object(load(text));
    const { ours, errors, translations } = contractOf({ id, side, steps });
    const { schema, accepts } = bodyOf(ours, id, side);
    const translation =
      side === 'error' ? (errors.get(422)?.translation ?? identity) : translations(id)[side];
    const { toTheirs, toOurs } = translation;
    const values = valuesOf(SchemaReader.of(ours), schema);

    holds(values, 10, (value) => {
      expect(toOurs(toTheirs(value)), 'there and back').toEqual(value);
      expect(accepts(value)).toBe(true);
    });
    holds(values.chain(spoilt), 20, ({ value }) => {
      if (!accepts(value)) expect(accepts(toOurs(toTheirs(value))), JSON.stringify(value)).toBe(false);
    });
    holds(values.chain(spoilt), 40, ({ before, after, original, path }) => {
      const [theirs, place] = [toTheirs(original), placeInTheirs(translation, path)];
      const there = place?.reduce(member, theirs);
      if (place === undefined || there === undefined) return;
      const { isRequired = false, types = [] } =
        path.reduce<Spot | undefined>((found, segment) => found?.under(segment), Spot.of(ours, schema)) ?? {};
      const isOther =
        types.length === 1 && before !== null && after !== null && typeIn(there) !== typeIn(after);
      const wrong = withValueAt(theirs, place, after);
      if (after === undefined ? isRequired : isOther)
        expect(accepts(toOurs(wrong)), `${writePath(place)} of ${JSON.stringify(wrong)}`).toBe(false);
    });
    holds(fc.jsonValue(), 20, (value) => {
      toOurs(value);
    });
  });

function holds<Value>(values: fc.Arbitrary<Value>, numRuns: number, law: (value: Value) => void): void {
  fc.assert(fc.property(values, law), { numRuns });
}

/** Bodies of services that ignore a step of their file, or write a value as it says but wrongly. */
const wrongs = `
listBrands inside "" brands | [{ id: 1, name: a }]
listBrands inside "" brands | { items: [] }
updateProductStock inside "" data | { batchRequestId: 0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11 }
updateProductStock inside "" data | [{ batchRequestId: 0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11 }]
updateProductStock move batchRequestId job.id | { batchRequestId: 0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11 }
updateProductStock move batchRequestId job.id | { job: 7, batchRequestId: 0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11 }
listCategories flat pagination | { items: [], pagination: { page: 1, per_page: 20, pages: 0, total: 0, next: null, prev: null, next_cursor: null } }
listBrands rename [].name label | [{ id: 1, name: a }]
listBrands convert [].id text | [{ id: 1, name: a }]
listBrands convert [].id text | [{ id: -0, name: a }]
listBrands convert [].id text | [{ id: "01", name: a }]
listBrands convert [].id decimal | [{ id: 12.345, name: a }]
`;

for (const row of wrongs.trim().split('\n'))
  test(`a response is still wrong after its translation: ${row}`, () => {
    const [head = '', body = ''] = row.split(' | ');
    const [id = '', kind = '', path = '', to] = head.replace('""', '-').split(' ');
    const at = path === '-' ? '' : path;
    const steps = to === undefined ? { [kind]: [at] } : { [kind]: { [at]: to } };
    const { ours, translations } = contractOf({ id, side: 'response', steps });
    const { accepts } = bodyOf(ours, id, 'response');
    expect(accepts(translations(id).response.toOurs(load(body)))).toBe(false);
  });

test('a fraction of the smallest unit, and a time in words, are still wrong after their translation', () => {
  const minor = conversions['minor-units'];
  expect([1250, 12.5, '12.5'].map(minor.toOurs)).toEqual([12.5, '12.5', '12.5']);
  const seconds = conversions['epoch-seconds'];
  for (const text of ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000+01:00'])
    expect(seconds.toOurs(text)).toBe(1767225600);
});

test('an absent body and an absent field are not in the contract', () => {
  const file = {
    ...{ contract: contractVersion, refusal: 422 as const },
    operations: { updateWebhook: { response: { absent: [''] } } },
    errors: { 422: { absent: ['message'] }, 429: { absent: [''] } },
  };
  const { ours, errors } = targetContract(baseContract, file, refuse);
  const before = readOperations(baseContract);
  for (const { operationId, responses } of readOperations(ours))
    for (const { status, body, schemaPointer } of responses) {
      const isAbsent = status === 429 || (status === 200 && operationId === 'updateWebhook');
      const usual = before.find((each) => each.operationId === operationId)?.responseFor(status)?.body;
      expect([operationId, status, body]).toEqual([operationId, status, isAbsent ? 'none' : (usual ?? body)]);
      if (status === 422) expect(new DocumentNode(ours, schemaPointer ?? '').node.properties).toEqual({});
    }
  expect(errors.get(422)?.hasMessage).toBe(false);
});

/** The schema of a document for one body of an operation. */
function bodyOf(document: JsonObject, id: string, side: Row['side']) {
  const operation = readOperations(document).find(({ operationId }) => operationId === id);
  const pointer = operation && pointerOf(operation, side);
  if (pointer === undefined) throw new Error(`${id} has no ${side}`);
  const { schema } = new DocumentNode(document, pointer.slice(0, pointer.lastIndexOf('/'))).node;
  const validate = new SchemaCompiler(document).validator(pointer);
  return { schema: Object(schema), accepts: (value: unknown) => validate(value) };
}

function pointerOf({ requestBody, responses }: Operation, side: Row['side']): string | undefined {
  if (side === 'request') return requestBody?.schemaPointer;
  return responses.find(({ status, isRefusal }) => (side === 'error' ? isRefusal : status < 300))
    ?.schemaPointer;
}

/** Values that a schema of the contract allows. */
function valuesOf(reader: SchemaReader, schema: unknown): fc.Arbitrary<unknown> {
  const facts = reader.facts(schema);
  if (facts.values !== undefined) return fc.constantFrom(...facts.values);
  return fc.oneof(...[...(facts.types ?? [])].map((type) => ofType(reader, type, facts)));
}

function ofType(reader: SchemaReader, type: string, facts: SchemaFacts): fc.Arbitrary<unknown> {
  const { properties, required, items, others } = facts;
  const bound = (keyword: string, usual: number) => Number(facts.bounds.get(keyword) ?? usual);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return strings(facts.bounds);
  if (type === 'integer' || type === 'number') {
    const [min, max] = [bound('minimum', 1), bound('maximum', 1_000_000)];
    if (type === 'integer' || bound('multipleOf', 0) === 1) return fc.integer({ min, max });
    // Amounts of money have two decimals at most.
    return fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100);
  }
  if (type === 'array') {
    const minLength = bound('minItems', 0);
    const maxLength = Math.max(minLength, Math.min(3, bound('maxItems', 3)));
    return fc.array(valuesOf(reader, items), { minLength, maxLength });
  }
  if (others !== undefined)
    return fc.dictionary(fc.constantFrom('de-DE', 'en-GB', '__proto__'), valuesOf(reader, others));
  const fields = [...properties].map(([name, each]) => [name, valuesOf(reader, each)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

function strings(bounds: SchemaFacts['bounds']): fc.Arbitrary<string> {
  const [format, pattern] = [bounds.get('format'), bounds.get('pattern')];
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time')
    return fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString());
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const maxLength = Math.min(Number(bounds.get('maxLength') ?? 40), 40);
  return fc.string({ minLength: Number(bounds.get('minLength') ?? 0), maxLength, unit: 'binary' });
}

/** A value with one place spoilt, which has a different type, a different word, or nothing. */
interface Spoilt {
  readonly original: unknown;
  readonly value: unknown;
  readonly path: Segments;
  readonly before: unknown;
  /** Undefined if nothing is there any more. */
  readonly after: unknown;
}

function spoilt(value: unknown): fc.Arbitrary<Spoilt> {
  const places = placesIn(value, []);
  return fc
    .tuple(
      fc.constantFrom(...places),
      fc.constantFrom<unknown>(undefined, null, 7, '7', true, 'no such word', {}, []),
    )
    .map(([segments, other]) => {
      const isEntry = /^\d+$/.test(segments.at(-1) ?? '0');
      const after = other === undefined && isEntry ? null : other;
      return {
        original: value,
        value: withValueAt(value, segments, after),
        path: segments,
        before: segments.reduce(member, value),
        after,
      };
    });
}

function placesIn(value: unknown, at: Segments): readonly Segments[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...at, name]))];
}

function typeIn(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
