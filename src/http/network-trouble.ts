/** What kept an answer from coming whole, in words that hold no secret. */
export interface NetworkTrouble {
  /**
   * Cut: the connection ended early. Late: nothing, or not everything, came in time. Gone: nothing was sent, because what
   * was sent before was not answered; the reason names the host then.
   */
  readonly kind: 'cut' | 'late' | 'gone' | 'redirected' | 'other';
  /** What happened, to follow a colon. */
  readonly reason: string;
  /** What a reader can do about it, in the imperative. */
  readonly wayOut: string;
}

/** What is known of an answer when it ends before its end. */
export interface Circumstances {
  /** Milliseconds that were waited, for the thing that didn't come. */
  readonly patience: number;
  /** Bytes of the body that had come; undefined before the head of the answer. */
  readonly received?: number;
  /** Bytes of the body that the head announced. */
  readonly announced?: number;
}

/** An answer that is refused although it came: too large, too slow, or coded in a way that can't be read. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  readonly trouble: NetworkTrouble;

  constructor(trouble: NetworkTrouble) {
    super(trouble.reason);
    this.trouble = trouble;
  }
}

const lookBetween = 'look whether the service crashed, and at what lies between (a proxy, a firewall)';
const correctUrl = 'correct TARGET_URL, or the DNS of this machine';

const unknownAuthority = [
  'its certificate is from an authority that is not known here',
  'name the file of that authority in TARGET_CA_FILE, or have the certificate replaced',
] as const;

/** By the codes of Node and undici: what happened, and what to do. */
const known: Readonly<Record<string, readonly [reason: string, wayOut: string]>> = {
  ECONNREFUSED: ['connection refused', 'start the service, or correct TARGET_URL'],
  ENOTFOUND: ['the host name is unknown', correctUrl],
  EAI_AGAIN: ['the host name could not be looked up', correctUrl],
  EHOSTUNREACH: ['the host is unreachable', 'see that this machine has a way to it'],
  ENETUNREACH: ['the network is unreachable', 'see that this machine has a way to it'],
  EADDRNOTAVAIL: ['this machine has no port left for a connection', 'run it again with fewer workers'],
  EMFILE: ['this machine has no file left for a connection', 'run it again with fewer workers'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'have the certificate renewed'],
  CERT_NOT_YET_VALID: [
    'its certificate is not valid yet',
    'look at the certificate, and at the clock of this machine',
  ],
  CERT_REVOKED: ['its certificate was revoked', 'have the certificate replaced'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is self-signed',
    'name its file in TARGET_CA_FILE, or have the certificate replaced',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another host name',
    'correct TARGET_URL, or have the certificate replaced',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it speaks no TLS', 'give TARGET_URL with http in place of https'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['it speaks no TLS', 'give TARGET_URL with http in place of https'],
  EPROTO: ['the TLS handshake failed', 'look at the TLS settings of the service'],
  UND_ERR_HEADERS_OVERFLOW: [
    'the head of its answer is larger than 16 KiB',
    'see that TARGET_URL names the service',
  ],
};

/** What went wrong between the suite and a host. */
export function troubleIn(error: unknown, circumstances: Circumstances): NetworkTrouble {
  if (error instanceof UnusableAnswer) return error.trouble;
  const code = codeOf(error);
  const seconds = `${circumstances.patience / 1000} s`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return late(`no connection within ${seconds}`);
  if (/TIMEOUT/i.test(code)) return lateAnswer(circumstances);
  if (/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code)) {
    const how = code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'closed';
    return { kind: 'cut', reason: `the connection was ${how} ${moment(circumstances)}`, wayOut: lookBetween };
  }
  const [reason, wayOut] = known[code] ?? unknown(code);
  return { kind: 'other', reason, wayOut };
}

/** The trouble of an answer that isn't whole when its time is over. */
export function lateAnswer({ patience, received }: Circumstances): NetworkTrouble {
  const seconds = `${patience / 1000} s`;
  return received === undefined
    ? late(`no answer within ${seconds}`)
    : late(`the answer was not complete within ${seconds}, ${received} bytes of its body had come`);
}

/** The trouble of an answer that is larger than the suite reads. */
export function oversizedAnswer(most: number): NetworkTrouble {
  return {
    kind: 'other',
    reason: `the answer is larger than ${sizeOf(most)}, more than the suite reads of one`,
    wayOut: 'see that TARGET_URL names the service, and what answers there',
  };
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1 ? `${bytes} bytes` : `${mebibytes} MiB`;
}

/** The trouble of a body that isn't coded as its head says. */
export function garbledAnswer(coding: string): NetworkTrouble {
  return {
    kind: 'other',
    reason: `the body is not the ${coding} that its Content-Encoding names`,
    wayOut: 'look at what compresses it: the service, or a proxy before it',
  };
}

function late(reason: string): NetworkTrouble {
  return {
    kind: 'late',
    reason,
    wayOut: 'look whether the service hangs, and whether a firewall keeps this machine out',
  };
}

function moment({ received, announced }: Circumstances): string {
  if (received === undefined) return 'before an answer came';
  const of = announced === undefined ? `after ${received} bytes` : `after ${received} of ${announced} bytes`;
  return `in the middle of the answer, ${of}`;
}

function unknown(code: string): readonly [reason: string, wayOut: string] {
  const what = 'see that TARGET_URL names the service';
  if (code.startsWith('HPE')) return ['what it answers is no HTTP', what];
  if (code.startsWith('ERR_SSL_')) return [`the TLS handshake failed (${code})`, what];
  return [code === '' ? 'the connection failed' : `the connection failed (${code})`, what];
}

/** The code of an error, or of what caused it: several addresses of one host fail together. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError') return 'TIMEOUT';
  if (error.name === 'HTTPParserError') return 'HPE';
  if ('code' in error && typeof error.code === 'string') {
    // A failed handshake says why in its message alone.
    if (error.code === 'EPROTO') return /ERR_SSL_\w+/.exec(opensslName(error.message))?.[0] ?? error.code;
    return error.code;
  }
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

function opensslName(message: string): string {
  const [, reason = ''] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  return reason === '' ? '' : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}
