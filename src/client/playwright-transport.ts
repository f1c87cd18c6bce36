import { type APIRequestContext, test } from '@playwright/test';
import type { ExchangeResponse } from '../exchange/exchange.js';
import { answerWithin, cutShort, type Transport, TransportError, type WireRequest } from './transport.js';

/** Sends through Playwright's request context, each request a step that people find again in the report. */
export function playwrightTransport(context: APIRequestContext): Transport {
  return {
    // Without a place of its own each step would look for one in its stack, which takes longer than the request.
    send: (request, title) => {
      const { file, line, column } = test.info();
      return test.step(title, () => fetchOnce(context, request), { location: { file, line, column } });
    },
    close: () => context.dispose(),
  };
}

async function fetchOnce(context: APIRequestContext, request: WireRequest): Promise<ExchangeResponse> {
  try {
    const answer = await context.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { data: request.body }),
      maxRedirects: 0,
      timeout: answerWithin,
    });
    const headers: Record<string, string> = {};
    for (const { name, value } of answer.headersArray()) {
      const key = name.toLowerCase();
      headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
    }
    return { status: answer.status(), headers, body: await answer.body() };
  } catch (error) {
    throw new TransportError(request, reasonIn(error));
  }
}

/** Playwright's message lists the whole call, headers and key included: only its first line may leave this file. */
function reasonIn(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/Timeout \d+ms exceeded/.test(message)) return `nothing came for ${answerWithin / 1000} s`;
  if (/ECONNREFUSED/.test(message)) return 'connection refused';
  if (/ECONNRESET|socket hang up|aborted/.test(message)) return cutShort;
  return /E[A-Z]{4,}/.exec(message)?.[0] ?? 'the connection failed';
}
