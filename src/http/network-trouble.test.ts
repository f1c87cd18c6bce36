import { expect, test } from '#unit-test';
import { lateAnswer, troubleIn } from './network-trouble.js';

const patience = 3000;
const coded = (code: string, message = 'to sk-good-1') => Object.assign(new Error(message), { code });

const told: readonly (readonly [error: unknown, reason: string])[] = [
  [coded('ECONNREFUSED'), 'connection refused'],
  [coded('ENOTFOUND'), 'the host name is unknown'],
  [coded('EAI_AGAIN'), 'the host name could not be looked up'],
  [coded('CERT_HAS_EXPIRED'), 'its certificate has expired'],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'its certificate is self-signed'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'its certificate is for another host name'],
  [coded('UND_ERR_CONNECT_TIMEOUT'), 'no connection within 3 s'],
  [coded('UND_ERR_HEADERS_TIMEOUT'), 'no answer within 3 s'],
  [new DOMException('', 'TimeoutError'), 'no answer within 3 s'],
  [
    coded('EPROTO', '40:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl.c:354:'),
    'it does not speak TLS',
  ],
  [
    new Error('to sk-good-1', { cause: coded('ECONNRESET') }),
    'the connection was reset before an answer came',
  ],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'connection refused'],
];

test('each is told in words, with the way out', () => {
  for (const [error, reason] of told) {
    const trouble = troubleIn(error, { patience });
    expect(trouble.reason).toBe(reason);
    expect(trouble.wayOut).toMatch(/^[a-z].*[^.]$/);
  }
});

test('an unknown failure is told by its code, and never by its message', () => {
  expect(troubleIn(coded('EWHATEVER'), { patience }).reason).toBe('the connection failed (EWHATEVER)');
  expect(troubleIn(new RangeError('to sk-good-1'), { patience }).reason).toBe('the connection failed');
  expect(troubleIn('sk-good-1', { patience }).reason).toBe('the connection failed');
});

test('how far an answer had come is said', () => {
  const cut = troubleIn(coded('UND_ERR_SOCKET'), { patience, received: 7, announced: 9 });
  expect(cut).toMatchObject({
    kind: 'cut',
    reason: 'the connection was closed in the middle of the answer, after 7 of 9 bytes',
  });
  expect(lateAnswer({ patience, received: 7 })).toMatchObject({
    kind: 'late',
    reason: 'the answer was not complete within 3 s, 7 bytes into its body',
  });
});
