import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from '../assertions.js';
import { bounds } from './bounds.js';
import { contentEncoding } from './content-encoding.js';
import { contentType } from './content-type.js';
import { duplicateKeys } from './duplicate-keys.js';
import { encoding } from './encoding.js';
import { hostileRequest } from './hostile-request.js';
import type { HostileKind, HostileRequest } from './kind.js';
import { longText } from './long-text.js';
import { malformedJson } from './malformed-json.js';
import { method } from './method.js';
import { missing } from './missing.js';
import { nesting } from './nesting.js';
import { numbersThatLoseDigits } from './numbers.js';
import { pathParameter } from './path-parameter.js';
import { malformedQuery, repeatedParameter } from './query.js';
import type { SentRequest, TargetOperation } from './sent-request.js';
import { types } from './types.js';
import { unexpectedBody } from './unexpected-body.js';
import { unicode } from './unicode.js';

interface Example {
  readonly operation: TargetOperation;
  readonly valid: SentRequest;
}

const list: Example = {
  operation: {
    method: 'GET',
    path: '/api/v1/products/rejected',
    parameters: [
      { name: 'style_key', in: 'query' },
      { name: 'page', in: 'query' },
    ],
  },
  valid: { query: { style_key: 'a&b', page: 1 } },
};
const change: Example = {
  operation: {
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    requestBody: {},
  },
  valid: { path: { id: 'a b' }, body: { events: ['order.created'], description: 'Größe' } },
};
const write: Example = {
  operation: { method: 'POST', path: '/api/v1/products/', parameters: [], requestBody: {} },
  valid: { body: { items: [{ sku: 'sku-1', size: null, prices: [{ retail_price: 9.5 }] }] } },
};
const nothing: Example = {
  operation: { method: 'GET', path: '/api/v1/brands/', parameters: [] },
  valid: {},
};
const examples = { list, change, write, nothing };

/** Each kind with the examples that it has a place in, and what must hold for it beside what holds for all. */
const kinds: readonly (readonly [
  name: string,
  kind: HostileKind,
  used: readonly Example[],
  rule?: (request: HostileRequest) => boolean,
])[] = [
  ['types', types, [list, change, write, nothing], ({ request }) => parses(request)],
  ['bounds', bounds, [list, change, write, nothing], ({ request }) => parses(request)],
  ['numbers', numbersThatLoseDigits, [list, change, write, nothing]],
  ['unicode', unicode, [list, change, write, nothing]],
  ['missing', missing, [list, change, write]],
  ['repeated parameters', repeatedParameter, [list, change, write, nothing]],
  ['malformed queries', malformedQuery, [list, change, write, nothing]],
  ['path parameters', pathParameter, [change]],
  ['duplicate keys', duplicateKeys, [change, write], ({ request }) => parses(request)],
  ['malformed JSON', malformedJson, [change, write]],
  ['encodings', encoding, [change, write]],
  [
    'content types',
    contentType,
    [change, write],
    ({ request }) => 'content-type' in (request.raw?.headers ?? {}),
  ],
  ['content encodings', contentEncoding, [change, write]],
  ['unexpected bodies', unexpectedBody, [list, nothing], ({ request }) => request.raw?.body !== undefined],
  ['methods', method, [list, change, write, nothing], ({ request }) => request.raw?.method !== undefined],
  ['nesting', nesting, [change, write], ({ request }) => (request.raw?.body?.length ?? 0) >= 10_000],
  ['long texts', longText, [change, write], ({ request }) => (request.raw?.body?.length ?? 0) >= 1_000_000],
];

for (const [name, kind, used, rule] of kinds) {
  for (const [example, { operation, valid }] of Object.entries(examples)) {
    if (!used.includes(examples[example as keyof typeof examples])) {
      test(`${name}: no place for it in ${example}`, () => {
        expect(kind(operation, valid)).toBeUndefined();
      });
      continue;
    }
    test(`${name}: sound on ${example}, and smaller ones are of the same kind`, () => {
      const arbitrary = () => kind(operation, valid) ?? fc.constant(never());
      assertSound(
        arbitrary,
        (request) => problem(request, { operation, valid }) ?? unless(rule?.(request) ?? true, name),
      );
    });
  }
}

test('a request is of any kind, is built anew, and leaves the valid one as it was', () => {
  for (const { operation, valid } of Object.values(examples)) {
    const before = structuredClone(valid);
    assertSound(
      () => hostileRequest(operation, valid),
      (request) => problem(request, { operation, valid }),
    );
    expect(valid).toEqual(before);
  }
});

test('every place is reached, and every kind', () => {
  const drawn = fc
    .sample(hostileRequest(change.operation, change.valid), { seed: 1, numRuns: 2000 })
    .map(({ what }) => what.replace(/: .*/, ''));
  expect([...new Set(drawn)].filter((place) => !/^(method|body: )/.test(place)).sort()).toEqual([
    'body',
    'body field description',
    'body field events',
    'body field events[0]',
    'content-encoding',
    'content-type',
    'path parameter id',
    "query parameter unheard_of, which the operation doesn't have",
  ]);
  expect(drawn.filter((place) => place.startsWith('method')).length).toBeGreaterThan(50);
});

test('one request in 40 is nested deeply, and one in 40 is long', () => {
  const drawn = fc
    .sample(hostileRequest(write.operation, write.valid), { seed: 2, numRuns: 4000 })
    .map(({ what }) => what);
  const share = (pattern: RegExp) => drawn.filter((what) => pattern.test(what)).length / drawn.length;
  for (const pattern of [/ 10000 deep/, / 1 MB/]) {
    expect(share(pattern)).toBeGreaterThan(1 / 60);
    expect(share(pattern)).toBeLessThan(1 / 28);
  }
});

test('a counterexample is shown in words', () => {
  const [request] = fc.sample(hostileRequest(write.operation, write.valid), { seed: 3, numRuns: 1 });
  expect(fc.stringify(request)).toBe(request?.what);
});

test('a literal stands in a body as it is written', () => {
  const bodies = fc
    .sample(numbersThatLoseDigits(write.operation, write.valid) ?? never(), { seed: 1, numRuns: 2000 })
    .map(({ request }) => text(request));
  expect(bodies).toContain(
    '{"items":[{"sku":"sku-1","size":1.0000000000000000001,"prices":[{"retail_price":9.5}]}]}',
  );
  expect(bodies).toContain('{"items":[{"sku":"sku-1","size":null,"prices":[{"retail_price":NaN}]}]}');
  expect(bodies).toContain('1e999');
});

test('characters stand alone or behind the valid ones, escaped or as bytes', () => {
  const drawn = fc
    .sample(unicode(change.operation, change.valid) ?? never(), { seed: 1, numRuns: 3000 })
    .map(({ request }) => request);
  expect(drawn.map(text)).toContain('{"events":["\\ud800"],"description":"Größe"}');
  expect(drawn.map(text)).toContain('{"events":["order.created\\u0000"],"description":"Größe"}');
  expect(drawn.map(({ raw }) => raw?.target)).toContain('/api/v1/webhooks/a%20b%ed%a0%80');
  expect(
    drawn.some(({ raw }) => Buffer.from(raw?.body ?? []).includes(Buffer.from([0xed, 0xa0, 0xbd]))),
  ).toBe(true);
});

test('a key is there twice, and keys of JavaScript are written as they are', () => {
  const bodies = fc
    .sample(duplicateKeys(write.operation, write.valid) ?? never(), { seed: 1, numRuns: 2000 })
    .map(({ request }) => text(request));
  expect(bodies).toContain(`{"items":null,${JSON.stringify(write.valid.body).slice(1)}`);
  expect(bodies.some((body) => body.includes('"__proto__":{"polluted":true}'))).toBe(true);
});

test('a body said to be gzip is gzip where it says so', () => {
  const drawn = fc.sample(contentEncoding(write.operation, write.valid) ?? never(), {
    seed: 1,
    numRuns: 200,
  });
  const good = drawn.find(({ what }) => what.endsWith('gzip, and it is'));
  expect(JSON.parse(gunzipSync(good?.request.raw?.body ?? new Uint8Array()).toString())).toEqual(
    write.valid.body,
  );
});

test('a client can send every one of them, and a server gets it as it is written', async () => {
  const received: { method?: string; url?: string }[] = [];
  const server = http.createServer((incoming, answer) => {
    received.push({ method: incoming.method ?? '', url: incoming.url ?? '' });
    incoming.resume().on('end', () => answer.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent: { method?: string; url?: string }[] = [];
  for (const { operation, valid } of Object.values(examples)) {
    for (const { request } of fc.sample(hostileRequest(operation, valid), { seed: 4, numRuns: 300 })) {
      const { raw = {} } = request;
      const url = raw.target ?? `/api/v1/${raw.query === undefined ? '' : `?${raw.query}`}`;
      const sending = { method: raw.method ?? operation.method, url };
      sent.push(sending);
      const headers = Object.entries(raw.headers ?? {}).filter(
        (each): each is [string, string] => each[1] !== undefined,
      );
      await new Promise<void>((resolve, reject) => {
        const outgoing = http.request({
          port,
          method: sending.method,
          path: url,
          headers: Object.fromEntries([...headers, ['content-length', String(raw.body?.length ?? 0)]]),
        });
        outgoing.on('response', (answer) => answer.resume().on('end', resolve)).on('error', reject);
        outgoing.end(raw.body);
      });
    }
  }
  server.close();
  expect(received).toEqual(sent);
});

/** What holds for each hostile request, of whatever kind. */
function problem(hostile: HostileRequest, { operation, valid }: Example): string | undefined {
  const { what, request, outsideContract } = hostile;
  const { raw = {} } = request;
  const { method: other, target = '', query = '', headers = {} } = raw;
  return firstOf(
    unless(/^[\x20-\x7e]{5,300}$/.test(what), 'not said in one line of words'),
    unless(!isDeepStrictEqual(request, valid), 'the valid request'),
    unless(/^[\x21-\x7e]*$/.test(target + query), 'a target that no client sends'),
    unless(target.length < 10_000 && query.length < 10_000, 'a target that no server reads'),
    unless(!/#/.test(target + query), 'a target with a fragment'),
    ...Object.values(headers).map((value = '') =>
      unless(/^[\t\x20-\x7e]*$/.test(value), 'an illegal header'),
    ),
    unless(other !== 'CONNECT' && other !== 'TRACE', 'a method that no client sends'),
    unless(
      outsideContract === (other !== undefined || leaves(operation, target)),
      'outside the contract or not',
    ),
  );
}

/** Whether a target is of another path than the template's, to whoever decodes it, even twice, and resolves its dots. */
function leaves({ path }: TargetOperation, target: string): boolean {
  if (target === '') return false;
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

function parses({ raw }: SentRequest): boolean {
  if (raw?.body === undefined) return true;
  JSON.parse(Buffer.from(raw.body).toString());
  return true;
}

function text({ raw }: SentRequest): string {
  return Buffer.from(raw?.body ?? []).toString();
}

function never(): never {
  throw new Error('The kind has no place in this request.');
}

const unless = (holds: boolean, message: string) => (holds ? undefined : message);
const firstOf = (...problems: readonly (string | undefined)[]) => problems.find((each) => each !== undefined);
