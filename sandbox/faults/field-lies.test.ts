import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '#testing/unit-test';
import { responsesOf } from '../http/documentation.js';
import type { Keywords } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { type Asked, type Sent, workingsWith } from './fault.js';
import { type FieldLie, fieldLies } from './field-lies.js';
import { findPlanting } from './index.js';

/** A value of a shape: each list has two entries, and nothing is null. */
function exampleOf({ anyOf, items, properties, patternProperties, ...schema }: Keywords): unknown {
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {});
  if (items !== undefined) return [exampleOf(items), exampleOf(items)];
  if (patternProperties !== undefined) return { de: Object.values(patternProperties).map(exampleOf)[0] };
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]));
  if (schema.enum !== undefined) return schema.enum[0];
  return schema.type === 'string' ? '2026-03-01' : schema.type === 'boolean' ? true : 7;
}

/** What the operations send, as they document it, by operation and status. */
const examples = OPERATIONS.flatMap((operation) =>
  Object.entries<Keywords & { content?: Record<string, { schema: Keywords }>; headers?: object }>(
    responsesOf(operation),
  ).map(([status, { content, headers, ...bare }]) => {
    const shape = content === undefined ? bare : content['application/json']?.schema;
    const isEmpty = bare.type === 'null';
    const names = [...Object.keys(headers ?? {}), ...(isEmpty ? [] : ['content-type'])];
    const sent: Sent = {
      status: Number(status),
      headers: {
        ...Object.fromEntries(names.map((name) => [name.toLowerCase(), '7'])),
        ...(shape !== undefined && !isEmpty && { 'content-type': 'application/json' }),
      },
      body: shape === undefined || isEmpty ? '' : JSON.stringify(exampleOf(shape)),
    };
    return { operation, sent };
  }),
);

function exampleFor({ operation, status }: Pick<FieldLie, 'operation' | 'status'>) {
  const found = examples.find((each) => each.operation.id === operation && each.sent.status === status);
  if (found === undefined) throw new Error(`${operation} doesn't document ${status}.`);
  return found;
}

/** The leaves of a response by their paths, as lies name them; lists count as leaves too if `lists` is set. */
function leavesOf({ body, headers }: Sent, lists = false): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const add = (path: string, value: unknown) => leaves.set(path, [leaves.get(path) ?? [], value]);
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      if (lists) add(path, value.length);
      for (const each of value) visit(each, `${path}[]`);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        visit(each, [path, name === 'de' ? '*' : name].filter(Boolean).join('.'));
    else add(path, value);
  };
  if (body.length > 0) visit(JSON.parse(String(body)), '');
  for (const [name, value] of Object.entries(headers)) add(`header ${name}`, value);
  return leaves;
}

/** The example of a lie's response, and the same from a sandbox that tells the lie. */
async function toldBy(lie: FieldLie) {
  const { operation, sent } = exampleFor(lie);
  const { send } = workingsWith(findPlanting(lie.id));
  const asked: Asked = {
    operation,
    method: operation.method,
    url: '/',
    headers: {},
    query: {},
    params: {},
    body: undefined,
    merchant: undefined,
    caller: undefined,
  };
  return { clean: sent, told: await send(sent, asked) };
}

test('each leaf, list and header of every documented response has lies of each type, always and rarely', () => {
  const kinds = new Map<string, string[]>();
  for (const { id } of fieldLies().values()) {
    const [kind = '', place = ''] = id.split(':');
    kinds.set(place, [...(kinds.get(place) ?? []), kind]);
  }
  const places = examples.flatMap(({ operation, sent }) =>
    [...leavesOf(sent, true).keys()].map((path) => `${sent.status}/${path}@${operation.id}`),
  );
  const lacking = places.filter((place) => {
    const own = kinds.get(place) ?? [];
    const rare = own.filter((kind) => kind.startsWith('rarely-'));
    return !own.includes(place.includes('/header') ? 'missing' : 'null') || own.length !== 2 * rare.length;
  });
  expect(lacking).toEqual([]);
  expect(new Set(places)).toEqual(new Set(kinds.keys()));
});

test('a lie changes its place and nothing else', async () => {
  const problems: string[] = [];
  for (const lie of fieldLies().values()) {
    const { id, kind, path } = lie;
    // These need another response to repeat.
    if (id.startsWith('rarely-') || kind === 'old' || kind === 'foreign') continue;
    const { clean, told } = await toldBy(lie);
    const [before, after] = [leavesOf(clean, true), leavesOf(told, true)];
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (each) => !isDeepStrictEqual(before.get(each), after.get(each)),
    );
    if (
      differing.length === 0 ||
      !differing.every((each) => each.startsWith(path)) ||
      told.status !== clean.status
    )
      problems.push(`${id}: ${differing}`);
  }
  expect(problems).toEqual([]);
});
