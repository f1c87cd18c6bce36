import { type Check, holds, notConcerned, violated } from './check.js';

/** AUTH-11: no response repeats a key, in its body or in a header (clause 5.4: its value is displayed once). */
export const keyNotRepeated: Check = {
  id: 'key-not-repeated',
  requirements: ['AUTH-11'],
  everywhere: true,
  run(exchange, _operation, secrets) {
    if (exchange.credential === 'absent') return notConcerned;
    const { headers } = exchange.received;
    const body = exchange.received.body.toString('utf8');
    // One search for all of it: a response that repeats the key is rare.
    if (!secrets.foundIn(`${Object.values(headers).join('\n')}\n${body}`)) return holds('AUTH-11');
    const header = Object.entries(headers).find(([, value]) => secrets.foundIn(value));
    const at = header === undefined ? 'body' : `header ${header[0]}`;
    return violated({
      requirement: 'AUTH-11',
      expected: ['a response without the API key'],
      actual: 'the API key',
      at,
    });
  },
};
