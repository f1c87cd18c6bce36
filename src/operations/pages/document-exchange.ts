import type { Response } from '@playwright/test';
import { Exchange } from '../../http/exchange.js';

/** The headers of a request that a finding shows: what a browser says about itself doesn't help a reader. */
const shownHeaders = ['accept', 'content-type', 'referer'];

/**
 * The browser's request for a document, with its response. The values of cookies, which keep a user signed in, are left
 * out.
 * @param place the visited place, which stands in for an operation
 * @param startedAt milliseconds since the epoch
 */
export async function exchangeOf(response: Response, place: string, startedAt: number): Promise<Exchange> {
  const request = response.request();
  const sent = request.postDataBuffer();
  const { cookie, ...headers } = await request.allHeaders();
  // Nobody looks at a body that the browser no longer has.
  const body = await response.body().catch(() => Buffer.alloc(0));
  return new Exchange({
    operationId: place,
    credential: 'absent',
    request: {
      method: request.method(),
      url: request.url(),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.includes(name))),
        ...(cookie === undefined ? {} : { cookie: '[redacted]' }),
      },
      ...(sent === null ? {} : { body: sent }),
    },
    // Without Set-Cookie: Playwright only returns it on request.
    response: { status: response.status(), headers: response.headers(), body },
    startedAt,
    milliseconds: Date.now() - startedAt,
    // It is not an operation of the contract.
    outsideContract: true,
  });
}
