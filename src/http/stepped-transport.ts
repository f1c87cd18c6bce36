import { test } from '@playwright/test';
import type { Transport } from './transport.js';

/**
 * A transport whose requests are steps of the test, which people find again in its report. A step holds the title alone:
 * neither report nor trace learns the key.
 */
export function stepped(transport: Transport): Transport {
  return {
    ...transport,
    // Without a place of its own each step would look for one in its stack, which takes longer than the request.
    send: (request, title) => {
      const { file, line, column } = test.info();
      return test.step(title, () => transport.send(request, title), { location: { file, line, column } });
    },
  };
}
