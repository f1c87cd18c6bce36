import { STATUS_CODES } from 'node:http';

/** A whole answer, as it goes over a connection, to what is no request that an app could be asked. */
export function refusal(status: 400 | 404, message: string): string {
  const body = JSON.stringify({ message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
