import { expect, test } from '@playwright/test';
import { baseContract, isJsonObject, type JsonObject } from '../src/contract/documents/base-document.js';
import { gapIds } from '../src/contract/requirements/requirement-ids.generated.js';
import { jsonPointer } from '../src/contract/values/path.js';

/** The objects of the contract that say where they come from, by their kind; a property first, whatever its name. */
const kinds = {
  property: /\/properties\/[^/]+$/,
  operation: /^\/paths\/[^/]+\/(get|post|patch|delete)$/,
  parameter: /\/parameters\/[^/]+$/,
  requestBody: /\/requestBody$/,
  response: /\/responses\/[^/]+$/,
  header: /\/headers\/[^/]+$/,
  securityScheme: /\/securitySchemes\/[^/]+$/,
  schema: /\/(schema|items|additionalProperties|(allOf|anyOf)\/\d+)$|^\/components\/schemas\/[^/]+$/,
};
type Kind = keyof typeof kinds;
const nodes = new Map(nodesIn(baseContract));
const elements = [...nodes].flatMap(([pointer, node]) => {
  const kind = (Object.keys(kinds) as Kind[]).find((each) => kinds[each].test(pointer));
  // A property that refers to a schema has its provenance next to the reference.
  const isReference = kind !== 'property' && '$ref' in node && Object.keys(node).length === 1;
  return kind === undefined || isReference ? [] : [{ kind, pointer, node }];
});

/** Every object below a place of the contract, with its JSON Pointer, except for values. */
function* nodesIn(value: unknown, pointer = ''): Generator<readonly [pointer: string, node: JsonObject]> {
  if (isJsonObject(value)) yield [pointer, value];
  for (const [name, member] of Object.entries(Object(value)))
    if (typeof member === 'object' && name !== 'example' && name !== 'enum')
      yield* nodesIn(member, pointer + jsonPointer(name));
}

/** Also that the examples of bodies and parameters are valid, and name only fields that the contract documents. */
test("Redocly's recommended rules, all of them on, find nothing but the slashes of the description", async () => {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(baseContract);
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const others = found.filter(({ ruleId }) => ruleId !== 'no-path-trailing-slash');
  expect(others.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([]);
});

test('every element says where it comes from, down to the field', () => {
  expect(new Set(elements.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  const problems = elements.flatMap(({ kind, pointer, node }) => {
    const holder = nodes.get(pointer.replace(kinds.property, ''));
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const has = {
      required: kind === 'property' ? [holder?.required].flat().includes(name) : node.required === true,
      null: [node.type].flat().includes('null'),
    };
    const keywords = Object.keys(node).flatMap((key) => /^x-(.+-)(?:provenance|gap)$/.exec(key)?.[1] ?? []);
    const lacking = keywords.filter((each) => {
      const keyword = each.slice(0, -1);
      return !(has[keyword as keyof typeof has] ?? keyword in node);
    });
    return [
      ...['', ...keywords].flatMap((keyword) => originProblems(node, keyword)),
      ...lacking.map((each) => `lacks ${each}`),
    ].map((problem) => `${pointer}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

function originProblems(node: JsonObject, keyword: string): readonly string[] {
  const provenance = node[`x-${keyword}provenance`];
  const gap = node[`x-${keyword}gap`];
  if (!/^(stated|derived|assumed)$/.test(`${provenance}`)) return ['does not say where it comes from'];
  if (provenance !== 'assumed') return gap === undefined ? [] : ['has a gap without an assumption'];
  if (gap === undefined) return ['assumes without a gap'];
  return gapIds.includes(String(gap)) ? [] : [`names ${gap}, which is not a gap`];
}
