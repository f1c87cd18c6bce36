import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { changingProxy } from './proxies.js';
import { userOf } from './user.js';

/** References to schemas by their names. */
const to = (...names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Schemas in layers, made by the number of the layer and the names in the next one. */
function inLayers(layers: number, width: number, make: (next: readonly string[], at: number) => object) {
  const namesOf = (layer: number) => Array.from({ length: width }, (_, index) => `Layer${layer}No${index}`);
  return Object.fromEntries(
    Array.from({ length: layers }, (_, layer) =>
      namesOf(layer).map((name, index) => [name, layer + 1 < layers ? make(namesOf(layer + 1), index) : {}]),
    ).flat(),
  );
}

/** Fields with these schemas, as the description of a service names them. */
const fieldsWith = (schemas: readonly object[]) => ({
  type: 'object',
  properties: Object.fromEntries(schemas.map((schema, index) => [`further_${index}`, schema])),
});

const nodeOptions = '--max-old-space-size=512';

/**
 * Live descriptions that say nothing false about brands, next to schemas that take all time or memory of a naive reader.
 */
const intricate: readonly {
  readonly title: string;
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** What stands next to the schema of the response. */
  readonly next?: object;
  /** A further member of the document, in JSON. */
  readonly member?: string;
  /** How `learn` and a run say that they can't read it; absent if they can. */
  readonly learned?: string;
  readonly blocked?: string;
}[] = [
  {
    title: 'is nested 10,000 levels deep',
    member: '['.repeat(10_000) + ']'.repeat(10_000),
    learned: 'its JSON is nested deeper than 150 levels, the most that the suite reads',
    blocked: 'its JSON is nested deeper than 150 levels, the most that the suite reads',
  },
  {
    title: 'has a schema with 200,000 properties',
    schemas: { Wide: fieldsWith(Array(200_000).fill({})) },
    learned: 'its JSON has more than 300000 values, the most that the suite reads',
    blocked: 'its JSON has more than 300000 values, the most that the suite reads',
  },
  {
    title: 'has a schema that contains itself in four fields',
    schemas: { Node: fieldsWith(to('Node', 'Node', 'Node', 'Node')) },
    next: { items: fieldsWith(to('Node')) },
  },
  {
    title: 'has fields whose schemas contain each other in 40 layers',
    schemas: inLayers(40, 4, (next) => fieldsWith(to(...next))),
    next: { items: fieldsWith(to('Layer0No0')) },
    learned: "can't be read, because its schemas have more than 20000 places",
  },
  {
    title: 'has a schema in 300 layers with two references each',
    schemas: inLayers(300, 1, ([next = '']) => ({ allOf: to(next, next) })),
    next: to('Layer0No0')[0],
    learned: "can't be read, because one of its schemas has more than 64 layers of references and branches",
    blocked: 'one of its schemas has more than 64 layers of references and branches',
  },
  {
    title: 'combines 400 ordinary schemas with each other',
    schemas: inLayers(8, 50, (next, at) => ({
      ...fieldsWith(Array(6).fill({ type: 'string', description: `A property of record ${at}.` })),
      required: [`further_${at % 6}`],
      allOf: to(...next.slice(at % 25, (at % 25) + 25)),
      oneOf: to(...next.slice(25 - (at % 25), 50 - (at % 25))),
    })),
    next: { anyOf: [{}, ...to('Layer0No0')] },
    learned: "can't be read, because its schemas take more than 1000000 steps to read",
    blocked: 'its schemas take more than 1000000 steps to read',
  },
];

for (const { title, schemas = {}, next = {}, member = 'null', learned, blocked } of intricate)
  test(`a live description that ${title} keeps no command from ending, and is not a finding`, async () => {
    await using sandbox = await startSandbox('--speed', runSpeed);
    await using target = await changingProxy(sandbox.url, ({ to: asked, text }) => {
      if (!asked.endsWith('openapi.json')) return {};
      const document = JSON.parse(text);
      const { content } = document.paths['/api/v1/brands/'].get.responses['200'];
      content['application/json'].schema = { allOf: [content['application/json'].schema, next] };
      Object.assign(document.components.schemas, schemas);
      return { text: `{"x-member":${member},${JSON.stringify(document).slice(1)}` };
    });
    const folder = test.info().outputPath('project');
    const settings = { TARGET_URL: target.url, TARGET_API_KEY: sandbox.apiKey, TARGET_WRITES: 'deny' };
    const call = userOf(folder, { ...settings, TARGET_CLOCK_SPEED: runSpeed }, { NODE_OPTIONS: nodeOptions });
    const run = await call(['run', '--target', 'shop', '--grep', '@VER-04|@REF-05', '--workers', '1']);
    expect(run.exitCode, run.output).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, 'reports/latest/conformance.json'), 'utf8'));
    expect(report.requirements.flatMap(({ findings }: { findings: object[] }) => findings)).toEqual([]);
    const verdict = report.requirements.find(({ id }: { id: string }) => id === 'VER-04');
    expect(verdict.verdict).toBe(blocked === undefined ? 'passed' : 'inapplicable');
    expect(JSON.stringify(verdict)).toContain(blocked ?? '"verdict":"passed"');
    const learning = await call(['learn', '--target', 'shop']);
    expect(learning.output).toMatch(/^Written: /m);
    if (learned === undefined) expect(learning.output).not.toContain('learning goes on without it');
    else expect(learning.output).toContain(`${learned}`);
    expect(`${run.output}${learning.output}`).not.toMatch(/^\s+at .*:\d+:\d+\)?$|heap limit/m);
  });
