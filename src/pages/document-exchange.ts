import type { Response } from '@playwright/test';
import { Exchange } from '../exchange/exchange.js';

/**
 * The request of a browser that brought a document, with its response. Cookies, by which somebody is signed in, are not
 * among the headers that Playwright gives.
 * @param place what is visited, as it is named in place of an operation
 * @param startedAt milliseconds since the epoch
 */
export async function exchangeOf(response: Response, place: string, startedAt: number): Promise<Exchange> {
  const request = response.request();
  const sent = request.postDataBuffer();
  // What the browser no longer has is no part of what is looked at.
  const body = await response.body().catch(() => Buffer.alloc(0));
  return new Exchange({
    operationId: place,
    credential: 'absent',
    request: {
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      ...(sent === null ? {} : { body: sent }),
    },
    response: { status: response.status(), headers: response.headers(), body },
    startedAt,
    milliseconds: Date.now() - startedAt,
    // It is no operation of the contract.
    outsideContract: true,
  });
}
