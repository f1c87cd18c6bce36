import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { baseContract, contractVersion } from '../../documents/base-document.js';
import { Refusal } from '../../refusal.js';
import { targetContract } from '../target-contract.js';
import { loadTarget, parseTargetFile } from './read-target-file.js';

/**
 * A mistake in a file: a title, the operation (or the part of one) that the lines below belong to, the line and column of
 * the mistake, and a part of the expected sentence.
 */
const table = `
broken YAML |  | 2:14 | Flow sequence
  operations: [
a key twice |  | 3:1 | Map keys must be unique
  refusal: 422
  refusal: 400
an unknown gap |  | 2:20 | "confirmed[1]" must be one of G-01, 
  confirmed: [ G-12, G-99 ]
an unknown key |  | 2:1 | the file has no "refusals": is refusal meant?
  refusals: 422
an unknown operation |  | 3:3 | no operation "listProduct": is listProducts meant?
  operations:
    listProduct: {}
an unknown kind |  | 5:7 | "response" has no "renames"
  operations:
    listBrands:
      response:
        renames: {}
a conversion that does not exist | listOrders response | 5:43 | a field that no step can express is written under absent
  convert: { "items[].cost_with_tax": major-decimal }
a word that YAML does not read as text | listProducts response | 5:44 | must be a word, in quotes
  values: { "items[].status": { draft: true } }
a wrong word for true | getWebhook response | 5:28 | "enabled" is never "yes": the contract has true, false
  values: { enabled: { yes: enabled } }
a constant for a field of the contract | listBrands response | 5:19 | constant adds a field that only the target has
  constant: { "[].name": x }
a mark of pages that is not a parameter | listOrders response | 5:18 | cursor applies to the parameter that requests a page
  convert: { pagination.page: cursor }
a malformed path | listBrands response | 5:17 | "[]..id" isn't a path
  rename: { "[]..id": x }
a field that the contract lacks | listBrands response | 5:17 | the response of listBrands has no field "[].label": "[]" has id, name.
  rename: { "[].label": x }
a parameter that the contract lacks | listProducts | 4:24 | listProducts has no query parameter "brand"
  query: { rename: { brand: x } }
a body that the contract lacks | listBrands | 4:5 | the request of listBrands has no JSON body
  request: { inside: { "": data } }
a different name for an entry of a list | listBrands response | 5:17 | rename applies to a field
  rename: { "[]": x }
a different name for a path parameter | getWebhook | 4:23 | a path parameter has no name on the wire
  path: { rename: { id: x } }
two words that become one | listOrders response | 5:48 | "mixed" and "open" of "items[].status" would both be "new" on the wire
  values: { "items[].status": { open: new, mixed: new } }
a word that becomes one that stays | listOrders response | 5:37 | "open" and "mixed" of
  values: { "items[].status": { open: mixed } }
a word that the contract lacks | listOrders response | 5:37 | "items[].status" is never "opened"
  values: { "items[].status": { opened: new } }
two fields at one place | listBrands response | 5:17 | "[].id" and "[].name" would both be at "name"
  rename: { "[].id": name }
a field of a flat object in the way | listCategories response | 5:14 | "items" and "pagination.page" would both be at "page"
  flat: [pagination]
  rename: { items: page }
rename and move | listBrands response | 6:15 | move and rename contradict each other at "[].id"
  rename: { "[].id": a }
  move: { "[].id": b.c }
a part of an absent object | listProducts response | 6:17 | that another step makes absent
  absent: [pagination]
  rename: { pagination.page: a }
convert and values | listOrders response | 6:18 | convert and values contradict each other
  values: { "items[].status": { open: new } }
  convert: { "items[].status": number }
a conversion from a different type | listBrands response | 5:18 | text applies to integer or number, but "[].name" is string
  convert: { "[].name": text }
a stated name | getStatusResults response | 5:17 | the description states "items" of the response of getStatusResults
  rename: { items: data }
a stated body | listRejectedProducts response | 5:17 | the description states the response of listRejectedProducts
  inside: { "": data }
a stated type | upsertProducts | 4:27 | the description states the type of "items[].color"
  request: { convert: { "items[].color": text } }
a stated bound | updateProductStatus | 4:25 | the description states maxLength of "items[].style_key"
  request: { bound: { "items[].style_key": { maxLength: 60 } } }
a stated requirement | getStatusResults response | 5:18 | the description states that "status" of the response of getStatusResults is required
  optional: [status]
a requirement that follows | listRejectedProducts response | 5:18 | it follows from the description that "items"
  optional: [items]
a parameter that is stated to be optional | listRejectedProducts | 4:24 | is optional: a file can only replace assumptions
  query: { require: [style_key] }
a stated success | getStatusResults | 4:5 | the description states that getStatusResults succeeds with 200
  success: 202
a stated refusal | getStatusResults | 4:5 | the description states that getStatusResults refuses with 400
  refusal: 422
a status that never refuses invalid input | listBrands | 4:14 | "refusal" must be one of 400, 404, 409, 413, 415, 422, but is 403
  refusal: 403
a request without a body | createWebhook | 4:25 | absent applies to a field, but the body isn't one
  request: { absent: [""] }
a status that is not an error of the client |  | 3:3 | "500" isn't a status from 400 to 499
  errors:
    500: { absent: [message] }
a field that errors do not have |  | 3:20 | an error 422 has no field "text": it has message.
  errors:
    422: { rename: { text: detail } }
a delivery without such a field |  | 4:15 | a delivery has no field "topic"
  deliveries:
    body:
      rename: { topic: x }
`;

for (const row of table.trim().split(/\n(?! )/)) {
  const [head = '', ...lines] = row.split('\n');
  const [title, where = '', at = '', says = ''] = head.split(' | ');
  test(`one sentence refuses ${title}`, () => {
    const keys = where === '' ? [] : ['operations', ...where.split(' ')];
    const outer = keys.map((key, depth) => `${'  '.repeat(depth)}${key}:`);
    const inner = lines.map((line) => '  '.repeat(keys.length) + line.slice(2));
    const found = problemOf([`contract: ${contractVersion}`, ...outer, ...inner].join('\n'));
    expect(found).toBeInstanceOf(Refusal);
    const [line, column] = at.split(':');
    expect(String(found)).toContain(`TargetFileError: targets/here.yaml, line ${line}, column ${column}: `);
    expect(String(found)).toContain(says);
    expect(String(found)).toMatch(/[^.\n][.?]$/);
    expect(String(found)).not.toContain('\n');
  });
}

test('a file for a different version of the contract is refused', () => {
  expect(String(problemOf('contract: 1.2.0'))).toContain(
    'line 1, column 11: the file was written for version 1.2.0 of the contract, but this is version 1.3.0',
  );
});

test('a path that leads to a folder or to nothing is refused with the way out', () => {
  const folder = test.info().outputPath();
  expect(() => loadTarget(folder)).toThrow(
    /: it is a folder: move it elsewhere, and create a file with the command learn\.$/,
  );
  expect(() => loadTarget(join(folder, 'none.yaml'))).toThrow(
    /none\.yaml: the file can't be read \(ENOENT\): create it with the command learn\.$/,
  );
});

test('a file that takes long to read is refused', () => {
  const questions = Array.from(
    { length: 30_000 },
    (_, index) => `  q${index}: what is it called? ${'x'.repeat(30)}`,
  );
  expect(String(problemOf(['contract: 1.3.0', 'open:', ...questions].join('\n')))).toBe(
    'TargetFileError: targets/here.yaml: the file has more than 1,000,000 characters: learn it again, or remove its open questions.',
  );
  const aliases = Array.from(
    { length: 9 },
    (_, at) => `  k${at}: &a${at} [${Array(9).fill(at === 0 ? 'x' : `*a${at - 1}`)}]`,
  );
  expect(String(problemOf(['contract: 1.3.0', 'operations:', ...aliases].join('\n')))).toContain(
    'Excessive alias count',
  );
});

test('an empty file fills every gap as assumed', () => {
  const { file, refuse } = parseTargetFile('# nothing yet\n', 'targets/here.yaml');
  const { ours, translations } = targetContract(baseContract, file, refuse);
  expect(ours).toBe(baseContract);
  expect(translations('listProducts').response.isIdentity).toBe(true);
});

function problemOf(text: string): unknown {
  try {
    const { file, refuse } = parseTargetFile(text, 'targets/here.yaml');
    targetContract(baseContract, file, refuse);
    return undefined;
  } catch (error) {
    return error;
  }
}
