import { test } from '@playwright/test';
import type { Transport } from './transport.js';

/**
 * A transport that makes each request a step of the test, so that the test's report lists it. A step contains only the
 * title, so the key reaches neither the report nor the trace.
 */
export function stepped(transport: Transport): Transport {
  return {
    ...transport,
    // Without a location, Playwright would look for one in the stack, which takes longer than the request.
    send: (request, title) => {
      const { file, line, column } = test.info();
      return test.step(title, () => transport.send(request, title), { location: { file, line, column } });
    },
  };
}
