import type { Response } from '@playwright/test';
import { Exchange } from '../../http/exchange.js';

/** What a browser says about itself tells a reader nothing. */
const shownHeaders = ['accept', 'content-type', 'referer'];

/**
 * The request of a browser that brought a document, with its response. The values of cookies, by which somebody is signed
 * in, are left out.
 * @param place what is visited, as it is named in place of an operation
 * @param startedAt milliseconds since the epoch
 */
export async function exchangeOf(response: Response, place: string, startedAt: number): Promise<Exchange> {
  const request = response.request();
  const sent = request.postDataBuffer();
  const { cookie, ...headers } = await request.allHeaders();
  // What the browser no longer has is no part of what is looked at.
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
    // Without those of cookies: Playwright gives them only where it is asked for all.
    response: { status: response.status(), headers: response.headers(), body },
    startedAt,
    milliseconds: Date.now() - startedAt,
    // It is no operation of the contract.
    outsideContract: true,
  });
}
