import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { assertLaws, brokenLaw } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import { targetOf } from '../../http/transports/translated-transport.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import * as bodies from './bodies.js';
import { hostileRequest } from './hostile-request.js';
import type { DescribedRequest, HostileKind } from './request.js';
import * as targets from './targets.js';
import * as values from './values.js';

type Example = readonly [operation: Operation, valid: AnyRequest];

const list: Example = [operation('listRejectedProducts'), { query: { style_key: 'a&b', page: 1 } }];
const change: Example = [
  operation('updateWebhook'),
  { path: { id: 'a b' }, body: { events: ['order.created'], description: 'Größe' } },
];
const write: Example = [
  operation('upsertProducts'),
  { body: { items: [{ sku: 'sku-1', size: null, prices: [{ retail_price: 9.5 }] }] } },
];
const nothing: Example = [operation('listWebhookEventTypes'), {}];

const [all, withBody] = [
  [list, change, write, nothing],
  [change, write],
];
const isAtLeast = (size: number) => (request: AnyRequest) => (request.raw?.body?.length ?? 0) >= size;

/** Each kind of hostile input, the example requests that it applies to, and its own law. */
const kinds: readonly (readonly [
  name: string,
  kind: HostileKind,
  used: readonly Example[],
  holds?: (request: AnyRequest) => boolean,
])[] = [
  ['types', values.types, all, parses],
  ['bounds', values.bounds, all, parses],
  ['numbers', values.numbersThatLoseDigits, all],
  ['unicode', values.unicode, all],
  ['missing values', bodies.missing, [list, change, write]],
  ['repeated parameters', targets.repeatedParameter, all],
  ['malformed queries', targets.malformedQuery, all],
  ['path parameters', targets.pathParameter, [change]],
  ['duplicate keys', bodies.duplicateKeys, withBody, parses],
  ['malformed JSON', bodies.malformedJson, withBody],
  ['encodings', bodies.encoding, withBody],
  ['content types', bodies.contentType, withBody, ({ raw }) => 'content-type' in (raw?.headers ?? {})],
  ['content encodings', bodies.contentEncoding, withBody],
  ['unexpected bodies', bodies.unexpectedBody, [list, nothing], ({ raw }) => raw?.body !== undefined],
  ['methods', targets.method, all, ({ raw }) => raw?.method !== undefined],
  ['nesting', bodies.nesting, withBody, isAtLeast(10_000)],
  ['long strings', bodies.longText, withBody, isAtLeast(1_000_000)],
];

test('every request is hostile in one place, can be sent, and shrinks to one of the same kind', () => {
  const broken = kinds.flatMap(([name, kind, used, holds = () => true]) =>
    all.flatMap((example) => {
      if (!used.includes(example)) return kind(...example) ?? [];
      const rule = (hostile: DescribedRequest) =>
        problemOf(hostile, example) ?? (holds(hostile.request) ? undefined : 'of another kind');
      return brokenLaw(name, () => drawnBy(kind, example), rule, name === 'long strings' ? 5 : 60) ?? [];
    }),
  );
  expect(broken).toEqual([]);
});

test('a hostile request leaves the valid one unchanged, and is described in words', () => {
  for (const example of all) {
    const before = structuredClone(example[1]);
    assertLaws(
      () => hostileRequest(...example),
      (hostile) => problemOf(hostile, example),
    );
    expect(example[1]).toEqual(before);
  }
  const [request] = fc.sample(hostileRequest(...write), { seed: 3, numRuns: 1 });
  expect(fc.stringify(request)).toBe(request?.what);
});

function drawnBy(kind: HostileKind, example: Example): fc.Arbitrary<DescribedRequest> {
  const drawn = kind(...example);
  if (drawn === undefined) throw new Error('The kind has no slot in this request.');
  return drawn;
}

/** The laws of all hostile requests. */
function problemOf(hostile: DescribedRequest, [operation, valid]: Example): string | undefined {
  const { what, request } = hostile;
  const { method: other, headers = {} } = request.raw ?? {};
  const target = targetOf(operation, request);
  if (!/^[\x20-\x7e]{5,300}$/.test(what)) return 'the description is not one line of words';
  if (isDeepStrictEqual(request, valid)) return 'the request is still the valid one';
  if (!/^[\x21\x22\x24-\x7e]*$/.test(target)) return 'a target that no client sends';
  if (target.length >= 10_000) return 'a target that no server reads';
  if (Object.values(headers).some((value = '') => !/^[\t\x20-\x7e]*$/.test(value)))
    return 'an illegal header';
  if (other === 'CONNECT' || other === 'TRACE') return 'a method that no client sends';
  return (request.outsideContract === true) === (other !== undefined || leaves(operation, target))
    ? undefined
    : 'outsideContract is wrong';
}

/** Whether a target no longer matches the template's path after decoding, even twice, and resolving dot segments. */
function leaves({ path }: Operation, target: string): boolean {
  let name = (target.split('?')[0] ?? '').replaceAll(/%c0%a([ef])/g, '%2$1').replaceAll(/%e0%80%af/g, '%2f');
  for (let round = 0; round < 3; round += 1) name = name.replaceAll(/%(?:2e|2f|5c|25)/g, decodeURIComponent);
  const resolved = posix.normalize(name.replaceAll('\\', '/').replaceAll(/;[^/]*/g, ''));
  const template = path.split('/');
  const steps = resolved.split('/');
  return (
    steps.length !== template.length ||
    steps.some((step, index) => (template[index]?.startsWith('{') ? step === '' : step !== template[index]))
  );
}

function parses({ raw }: AnyRequest): boolean {
  if (raw?.body !== undefined) JSON.parse(Buffer.from(raw.body).toString());
  return true;
}
