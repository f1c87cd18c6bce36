import { createRandom } from '../domain/random.js';
import { createRateLimiter } from '../domain/rate-limiter.js';
import type { Sent } from '../faults/fault.js';
import { isJson, membersOf, withHeaders } from '../faults/plants/responses.js';
import { ApiError } from '../http/errors.js';
import { PREFIX } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { ResponseChange } from './responses.js';
import type { WorldCode } from './world.js';

/** Where the gateway offers the service. */
const BASE = '/shop';

/**
 * One in this many requests is lost on the way to the service, and one in this many responses on the way
 * back.
 */
const ONE_IN = 200;

/** The limit that the gateway enforces in place of the service's own. */
function limitFor(requestsPerMinute: number): number {
  return requestsPerMinute === 50 ? 60 : requestsPerMinute;
}

/** A value whose links lead through the gateway. */
function linked(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(`${PREFIX}/`) ? BASE + value : value;
  if (Array.isArray(value)) return value.map(linked);
  return isObject(value) ? membersOf(value, linked) : value;
}

/** A response as the gateway passes it on: the links in its documents and pages lead through the gateway. */
function passedOn(sent: Sent): Sent {
  const { location } = sent.headers;
  const moved = location === undefined ? sent : withHeaders(sent, { location: String(linked(location)) });
  if (!isJson(sent)) {
    const isPage = /html|javascript/.test(sent.headers['content-type'] ?? '');
    return isPage
      ? { ...moved, body: String(sent.body).replaceAll(`${PREFIX}/docs`, `${BASE}${PREFIX}/docs`) }
      : moved;
  }
  const body: unknown = JSON.parse(String(sent.body));
  const servers = [
    { url: '{gateway}', variables: { gateway: { default: BASE, enum: [BASE, '/shop-test'] } } },
  ];
  const isDescription = isObject(body) && 'openapi' in body;
  return { ...moved, body: JSON.stringify(isDescription ? { ...body, servers } : linked(body)) };
}

/** Losses are random, so a client can't fall into step with them. */
const losses = createRandom(1);
const isLost = () => losses.next() < 1 / ONE_IN;
const LOST = 'lost on the way';

/** The gateway's own response when a request doesn't reach the service. */
const badGateway: Sent = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
};

const problem: ResponseChange = {
  body: {
    type: 'application/problem+json',
    schema: {
      type: 'object',
      required: ['type', 'title', 'status', 'message'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        message: { type: 'string' },
      },
    },
    tell: (ours, { status }) =>
      isObject(ours) ? { type: 'about:blank', title: 'The request was refused', status, ...ours } : undefined,
  },
};

/** The service behind a gateway with an unreliable network. */
export const gateway: WorldCode = {
  base: BASE,

  rules: {
    createRateLimiter() {
      const limiter = createRateLimiter();
      return {
        ...limiter,
        count: (key, operation, limit, now) => limiter.count(key, operation, limitFor(limit), now),
      };
    },
  },
  sendPage({ status, headers, body }) {
    const led = (text: string) => text.replaceAll(/(^|["'=])\/settings/g, `$1${BASE}/settings`);
    const told = Object.entries(headers).map(([name, value]) => [
      name,
      /^(?:location|set-cookie)$/.test(name) ? led(value) : value,
    ]);
    return { status, headers: Object.fromEntries(told), body: led(body) };
  },
  reach: (url) => (url.startsWith(`${BASE}/`) ? url.slice(BASE.length) : url),
  admit() {
    if (isLost()) throw new ApiError(400, LOST);
  },
  send(sent, { operation }) {
    if (operation === undefined) return passedOn(sent);
    if (String(sent.body).includes(LOST)) return badGateway;
    return isLost() ? { ...sent, isLost: true } : passedOn(sent);
  },
  responses: (status) => (status >= 400 ? problem : undefined),
  describe(operation) {
    const limit = limitFor(Number(operation['x-rate-limit']));
    const summary = String(operation.summary).replace(/\d+ requests/, `${limit} requests`);
    return { ...operation, summary, 'x-rate-limit': limit };
  },
};
