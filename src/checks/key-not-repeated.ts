import { type Check, holds, notConcerned, violated } from './check.js';

/** AUTH-11: no response repeats a key, in its body or in a header (clause 5.4: its value is displayed once). */
export const keyNotRepeated: Check = {
  id: 'key-not-repeated',
  requirements: ['AUTH-11'],
  run(exchange, _operation, secrets) {
    if (exchange.credential === 'absent') return notConcerned;
    const header = Object.entries(exchange.response.headers).find(([, value]) => secrets.foundIn(value));
    const at =
      header === undefined ? (secrets.foundIn(exchange.text) ? 'body' : undefined) : `header ${header[0]}`;
    if (at === undefined) return holds('AUTH-11');
    return violated({
      requirement: 'AUTH-11',
      expected: ['a response without the API key'],
      actual: 'the API key',
      at,
    });
  },
};
