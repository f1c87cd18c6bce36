import { expect, test } from '#testing/unit-test';
import { lateResponse, troubleIn } from './network-trouble.js';

const patience = 3000;
const coded = (code: string, message = 'to sk-good-1') => Object.assign(new Error(message), { code });
const wrongVersion = '40:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl.c:354:';

const reasons: readonly (readonly [error: unknown, reason: string])[] = [
  [coded('EAI_AGAIN'), 'the host name could not be looked up'],
  [coded('UND_ERR_CONNECT_TIMEOUT'), 'no connection within 3 s'],
  [new DOMException('', 'TimeoutError'), 'no response within 3 s'],
  [coded('EPROTO', wrongVersion), 'it does not speak TLS'],
  [
    coded('EPROTO', wrongVersion.replace('wrong version number', 'tlsv1 alert no application protocol')),
    'it speaks only HTTP/2, and the suite speaks HTTP/1.1',
  ],
  [coded('HPE_INVALID_CONSTANT'), 'its response is not HTTP/1.1'],
  [new Error('', { cause: coded('ECONNRESET') }), 'the connection was reset before a response arrived'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'connection refused'],
  // An unknown failure is reported by its code, never by its message.
  [coded('EWHATEVER'), 'the connection failed (EWHATEVER)'],
  [new RangeError('to sk-good-1'), 'the connection failed'],
  ['sk-good-1', 'the connection failed'],
];

test('each failure is reported with its reason and with what a reader can do about it', () => {
  for (const [error, reason] of reasons)
    expect(troubleIn(error, { patience })).toMatchObject({
      reason,
      wayOut: expect.stringMatching(/^[a-z].*[^.]$/),
    });
});

test('a failure in the middle of a response says how much of it had arrived', () => {
  expect(troubleIn(coded('UND_ERR_SOCKET'), { patience, received: 7, announced: 9 })).toMatchObject({
    kind: 'cut',
    reason: 'the connection was closed in the middle of the response, after 7 of 9 bytes',
  });
  expect(lateResponse({ patience, received: 7 })).toMatchObject({
    kind: 'late',
    reason: 'the response was not complete within 3 s, 7 bytes into its body',
  });
});
