import { limits } from '../../contract/values/limits.js';
import type { ExchangeRequest } from '../exchange.js';

/** Why there is no complete response, in words that contain no secret. */
export interface NetworkTrouble {
  /**
   * Cut: the connection ended early, or a proxy says that the one to the service did. Late: nothing, or not everything,
   * arrived in time. Gone: the request wasn't sent, because earlier ones got no response; the reason then names the host.
   * Redirected: a response led where no request may go.
   */
  readonly kind: 'cut' | 'late' | 'gone' | 'redirected' | 'other';
  /** The cause, as a phrase that can follow a colon. */
  readonly reason: string;
  /** The remedy for a reader, in the imperative. */
  readonly wayOut: string;
  /** Whether no byte of a response of the service arrived. */
  readonly isUnanswered?: boolean;
}

/** Milliseconds until the connection is open, and from then until the last byte of the response has arrived. */
export type TimeLimits = Readonly<Record<'connecting' | 'milliseconds', number>>;

/** How far a response has arrived. */
export interface Arrival {
  readonly within: TimeLimits;
  /** Bytes of the body received so far; undefined if the head of the response hasn't arrived. */
  received?: number;
  /** Bytes of the body that the head announced. */
  announced?: number;
}

/**
 * There is no complete response, or none that the suite can read: this says something about the connection to the target,
 * not about its behaviour. The message contains no secret: neither the query of the request nor its headers.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly trouble: NetworkTrouble;

  constructor(request: Pick<ExchangeRequest, 'method' | 'url'>, trouble: NetworkTrouble) {
    const { host, pathname } = new URL(request.url);
    const { kind, reason, wayOut } = trouble;
    // All requests to a host that is gone fail with the same message.
    const failure =
      kind === 'gone' ? '' : `${request.method} ${pathname} got no complete response from ${host}: `;
    super(`${failure}${reason}; ${wayOut}`);
    this.trouble = trouble;
  }
}

const checkAddress = 'check that TARGET_URL is the address of the service';

/** Why the suite doesn't read a response that arrives. */
export const unreadable = {
  oversized: beyondLimits(`the response is larger than ${limits.bodyBytes / 1024 ** 2} MiB`),
  /** @param excess how its JSON exceeds a limit, as a phrase after "its JSON" */
  intricate: (excess: string) => beyondLimits(`its JSON ${excess}`),
  /** @param coding in lower case; the target chose it, so it is only shown if it could be a name, or a list of names */
  uncoded: (coding: string) => {
    const shown = /^[a-z0-9, -]{1,40}$/.test(coding) ? coding : 'an unknown coding';
    return other(
      `its Content-Encoding names ${shown}, and the suite accepts only gzip`,
      'have the service, and any proxy in front of it, send gzip once or no coding; a character encoding belongs in Content-Type',
    );
  },
};

function beyondLimits(fact: string): NetworkTrouble {
  return other(`${fact}, the most that the suite reads`, `${checkAddress}, and what answers there`);
}

function other(reason: string, wayOut: string): NetworkTrouble {
  return { kind: 'other', reason, wayOut };
}

const correctUrl = 'correct TARGET_URL, or the DNS of this machine';
const checkRoute = 'check that this machine has a route to it';
const noTls = ['it does not speak TLS', 'use http instead of https in TARGET_URL'] as const;
const notGzip = [
  'the body cannot be decoded as gzip, which its Content-Encoding names',
  'find out what compresses it: the service, or a proxy in front of it',
] as const;
const unknownAuthority = [
  'its certificate is from an authority that this machine does not know',
  'set TARGET_CA_FILE to the file of that authority, or replace the certificate',
] as const;

/** The reason and the way out, by error code of Node or undici. */
const known: Readonly<Record<string, readonly [reason: string, wayOut: string]>> = {
  ECONNREFUSED: ['connection refused', 'start the service, or correct TARGET_URL'],
  ENOTFOUND: ['the host name is unknown', correctUrl],
  EAI_AGAIN: ['the host name could not be looked up', correctUrl],
  EHOSTUNREACH: ['the host is unreachable', checkRoute],
  ENETUNREACH: ['the network is unreachable', checkRoute],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'renew the certificate'],
  CERT_NOT_YET_VALID: [
    'its certificate is not valid yet',
    'check the certificate, and the clock of this machine',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is self-signed',
    'set TARGET_CA_FILE to its file, or replace the certificate',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for a different host name',
    'correct TARGET_URL, or replace the certificate',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: [
    'it speaks only HTTP/2, and the suite speaks HTTP/1.1',
    'have the service, or a gateway in front of it, answer over HTTP/1.1 too',
  ],
  EPROTO: ['the TLS handshake failed', 'check the TLS settings of the service'],
  UND_ERR_HEADERS_OVERFLOW: [
    `the head of its response is larger than ${limits.headBytes / 1024} KiB`,
    checkAddress,
  ],
  Z_DATA_ERROR: notGzip,
  Z_BUF_ERROR: notGzip,
  HPE: ['its response is not HTTP/1.1', `${checkAddress}, and that it answers over HTTP/1.1`],
  '': ['the connection failed', checkAddress],
};

const findHang = 'check whether the service hangs, and whether a firewall blocks this machine';
const findCut = 'check whether the service crashed, and whether a proxy or a firewall cuts connections';

/** The trouble behind an error between the suite and a host. */
export function troubleIn(error: unknown, { within, received, announced }: Arrival): NetworkTrouble {
  const code = codeOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'late', reason: `no connection within ${within.connecting / 1000} s`, wayOut: findHang };
  if (code === 'ERR_BUFFER_TOO_LARGE') return unreadable.oversized;
  const how = /^(ECONNRESET|EPIPE)$/.test(code) ? 'reset' : 'closed';
  if (how === 'reset' || /^(ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code)) {
    const isUnanswered = received === undefined;
    const bytes = announced === undefined ? received : `${received} of ${announced}`;
    const middle = `in the middle of the response, after ${bytes} bytes`;
    const reason = `the connection was ${how} ${isUnanswered ? 'before a response arrived' : middle}`;
    return { kind: 'cut', reason, wayOut: findCut, isUnanswered };
  }
  const failure = code.startsWith('ERR_SSL_') ? 'the TLS handshake failed' : 'the connection failed';
  return other(...(known[code] ?? [`${failure} (${code})`, checkAddress]));
}

/** The trouble of a response that is not complete when its time is up. */
export function lateResponse({ within: { milliseconds }, received }: Arrival): NetworkTrouble {
  const isUnanswered = received === undefined;
  const seconds = `${milliseconds / 1000} s`;
  const reason = isUnanswered
    ? `no response within ${seconds}`
    : `the response was not complete within ${seconds}, ${received} bytes into its body`;
  return { kind: 'late', reason, wayOut: findHang, isUnanswered };
}

/** The trouble of a response that only says that the service gave none. */
export function answeredByProxy(status: number): NetworkTrouble {
  const wayOut = 'check whether the service runs, and look into the log of the proxy';
  return { kind: 'cut', reason: `a proxy answered with ${status} in its place`, wayOut, isUnanswered: true };
}

/** The code of an error or of its cause. If all addresses of a host failed, the code of the first one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'HTTPParserError') return 'HPE';
  if ('code' in error && typeof error.code === 'string') {
    // A failed handshake gives its reason only in the message.
    const [, reason = ''] = /:SSL routines:[^:]*:([^:]+):/.exec(error.message) ?? [];
    return error.code === 'EPROTO' && reason !== ''
      ? `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
      : error.code;
  }
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}
