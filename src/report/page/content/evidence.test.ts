import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { shortened } from './evidence.js';

test('bodies are cut as far as needed, the longest first, so that they fit into the page', () => {
  const { exchange } = exampleFinding();
  const lengths = (room: number) => {
    const shown = ['x'.repeat(2000), 'short'].map((text) => {
      const body = { bytes: text.length, text, isCut: false };
      return { exchange: { ...exchange, response: { ...exchange.response, body } } };
    });
    return shortened(shown, room).map((each) => each.exchange.response.body.text?.length);
  };
  expect(lengths(5000)).toEqual([2000, 5]);
  expect(lengths(1100)).toEqual([1024, 5]);
});
