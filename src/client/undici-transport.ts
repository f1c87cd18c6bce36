import type { SecureContext } from 'node:tls';
import { Agent } from 'undici';
import type { ExchangeResponse } from '../exchange/exchange.js';
import { answerWithin, cutShort, type Transport, TransportError, type WireRequest } from './transport.js';

/**
 * Sends through a pool of kept connections: for volume, bursts and bytes that no browser would send.
 * @param authorities whom to believe; workers need none, as they trust the authorities of the target by themselves
 */
export function undiciTransport(connections = 16, authorities?: SecureContext): Transport {
  const agent = new Agent({
    connections,
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
    connect: { timeout: answerWithin, ...(authorities && { secureContext: authorities }) },
  });
  return {
    send: (request) => sendOnce(agent, request),
    close: () => agent.destroy(),
  };
}

async function sendOnce(agent: Agent, request: WireRequest): Promise<ExchangeResponse> {
  const url = new URL(request.url);
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: request.url.slice(url.origin.length),
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
    });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
    return { status: answer.statusCode, headers, body: Buffer.from(await answer.body.arrayBuffer()) };
  } catch (error) {
    throw new TransportError(request, reasonIn(error));
  }
}

function reasonIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (/TIMEOUT/.test(code)) return `nothing came for ${answerWithin / 1000} s`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return cutShort;
  return code === '' ? 'the connection failed' : code;
}
