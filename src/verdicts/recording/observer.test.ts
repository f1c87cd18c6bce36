import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Observer, type ShownPairs } from './observer.js';

const secret = 'sk-good-1';
const redact = (text: string) => text.replaceAll(secret, '[redacted]');
const listed = () => exampleExchange({ operationId: 'listBrands', body: [] });

test('a worker shows the first exchange that verifies a requirement at an operation once, and prefers one with an assertion to one with only a check', () => {
  const shown: ShownPairs = new Map();
  const observing = () => new Observer({ shown, redact });
  const [first, second, asserted, late] = [observing(), observing(), observing(), observing()];
  const [one, two] = [listed(), listed()];
  for (const id of ['ERR-08', 'LIM-01'] as const) first.verified(id, one);
  first.verified('ERR-08', two);
  expect(first.evidence.verifying).toMatchObject([{ verifies: ['ERR-08', 'LIM-01'] }]);
  for (const exchange of [two, exampleExchange({ operationId: 'listReports' })])
    second.verified('ERR-08', exchange);
  expect(second.evidence.verifying).toMatchObject([{ operationId: 'listReports', verifies: ['ERR-08'] }]);
  // The evidence shows everything that the exchange verified.
  asserted.verified('ERR-08', two);
  asserted.verified('LIM-01', two, true, ['0 s: pending', { did: 'poll', model: 'a', read: 'b' }]);
  expect(asserted.evidence.verifying).toMatchObject([
    { verifies: ['ERR-08', 'LIM-01'], trail: ['0 s: pending', 'poll | model: a | read: b'] },
  ]);
  for (const isAsserted of [false, true]) late.verified('LIM-01', listed(), isAsserted);
  expect(late.evidence).toEqual({});
});

test('an exchange is shown without secrets and connection headers, with a truncated body and a short trail', () => {
  const observer = new Observer({ shown: new Map(), redact });
  const headers = { 'content-type': 'application/json', date: 'today', 'x-key': secret };
  const trail = Array.from({ length: 20 }, (_, index) => `${index} s: ${secret} ${'b'.repeat(300)}`);
  observer.verified('ERR-08', exampleExchange({ headers, body: ['a'.repeat(1000)] }), true, trail);
  const [shown] = observer.evidence.verifying ?? [];
  const response = shown?.exchange.response;
  expect(response?.headers).toEqual({ 'content-type': 'application/json', 'x-key': '[redacted]' });
  expect(response?.body).toMatchObject({ bytes: 1004, isCut: true });
  expect(response?.body.text).toHaveLength(300);
  const steps = [0, 1, 2, 3, 16, 17, 18, 19].map((second) => `${second} s: [redacted] b`);
  const words = shown?.trail.map((step) => step.replace(/b+$/, 'b'));
  expect(words).toEqual(steps.toSpliced(4, 0, '(12 more steps)'));
  expect(Math.max(...(shown?.trail ?? []).map(({ length }) => length))).toBe(200);

  const stopped = { machine: 'product', from: 'active', by: 'time', legal: false } as const;
  for (let times = 0; times < 2; times += 1)
    observer.moved({ ...stopped, to: `${secret} ${'x'.repeat(99)}` });
  const to = `[redacted] ${'x'.repeat(49)}`;
  expect(observer.evidence.transitions).toEqual([{ ...stopped, to, times: 2 }]);
});
