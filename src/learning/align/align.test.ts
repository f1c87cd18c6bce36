import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { suiteFolder } from '../../contract/documents/folders.js';
import type { BodySteps } from '../../contract/mapping/file/target-file.js';
import { inFile } from '../propose/findings.js';
import { shapeOfSchema, unknownShape, withSamples } from '../survey/shape.js';
import { align } from './align.js';
import type { Direction } from './align-value.js';

interface Case {
  readonly ours: unknown;
  readonly theirs?: unknown;
  readonly samples?: readonly unknown[];
  readonly known?: Readonly<Record<string, readonly unknown[]>>;
  readonly vocabulary?: Readonly<Record<string, string>>;
  readonly direction?: Direction;
  readonly steps?: BodySteps;
  readonly questions?: Readonly<Record<string, readonly string[]>>;
}

const cases = load(readFileSync(join(suiteFolder, 'src/learning/align/align.cases.yaml'), 'utf8'));

for (const [title, each] of Object.entries<Case>(Object(cases)))
  test(title, () => {
    const {
      ours,
      theirs,
      samples = [],
      direction = 'response',
      known = {},
      steps = {},
      questions = {},
    } = each;
    const shape = theirs === undefined ? unknownShape : shapeOfSchema({}, schemaOf(theirs));
    const seen = withSamples(shape, samples, theirs !== undefined);
    const elsewhere = Object.entries(each.vocabulary ?? {}).map(
      ([name, word]) => [name, new Map([[word, new Set(['listProducts items[].sku'])]])] as const,
    );
    const found = align(shapeOfSchema({}, schemaOf(ours), []), seen, direction, {
      known: new Map(Object.entries(known)),
      context: [],
      vocabulary: new Map(elsewhere),
    });
    expect(inFile([{ place: [], steps: found.steps }])).toEqual(steps);
    const asked = Object.fromEntries(
      found.questions.map(({ at, candidates }) => [at, candidates.map(({ answer }) => answer)]),
    );
    expect(asked).toEqual(questions);
    for (const { evidence } of found.steps) expect(evidence).not.toBe('');
  });

const types: Readonly<Record<string, string>> = { text: 'string', flag: 'boolean' };

/** The schema of a value in the table, all of which is assumed unless it says otherwise. */
function schemaOf(value: unknown): JsonObject {
  const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-05' };
  if (typeof value === 'string') {
    if (value.includes('|')) return { type: 'string', enum: value.split('|'), ...assumed };
    const [, type = '', description] = /^(\w+)(?:: (.*))?$/.exec(value) ?? [];
    return { type: types[type] ?? type, ...(description && { description }), ...assumed };
  }
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]), ...assumed };
  if (!isJsonObject(value)) throw new TypeError(`This is no schema: ${value}`);
  if ('type' in value)
    return {
      ...('properties' in value ? {} : assumed),
      ...value,
      ...('items' in value && { items: schemaOf(value.items) }),
    };
  const fields = Object.keys(value);
  return {
    type: 'object',
    required: fields.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(fields.map((name) => [name.replace('?', ''), schemaOf(value[name])])),
    ...assumed,
  };
}
