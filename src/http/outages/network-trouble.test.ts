import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { lateResponse, troubleIn } from './network-trouble.js';

const within = { connecting: 3000, milliseconds: 3000 };
const coded = (code: string, message = 'to sk-good-1') => Object.assign(new Error(message), { code });
const handshake = (reason: string) =>
  coded('EPROTO', `40:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../ssl.c:354:`);

const errors: Readonly<Record<string, unknown>> = {
  'no connection in time': coded('UND_ERR_CONNECT_TIMEOUT'),
  'a server with HTTP/2 alone': handshake('tlsv1 alert no application protocol'),
  'not HTTP': Object.assign(new Error('to sk-good-1'), { name: 'HTTPParserError' }),
  'the code of a cause': new Error('', { cause: coded('ECONNRESET') }),
  'the first of several addresses': new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
  // An unknown failure is reported by its code, never by its message.
  'an unknown code': coded('EWHATEVER'),
  'no code': 'sk-good-1',
};

test('each failure is reported with its reason and with what a reader can do about it', () => {
  const troubles = Object.entries(errors).map(([what, error]) => [what, troubleIn(error, { within })]);
  const arrived = { within, received: 7, announced: 9 };
  expectGolden('troubles.txt', {
    ...Object.fromEntries(troubles),
    'cut in the middle of a response': troubleIn(coded('UND_ERR_SOCKET'), arrived),
    'late in the middle of a response': lateResponse(arrived),
  });
});
