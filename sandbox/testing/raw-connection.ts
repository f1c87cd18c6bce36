import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** An answer as it came over a connection. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The text of a request whose connection ends with it; `headers` are lines without their ends. */
export function rawRequest(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body = '',
  connection = 'close',
): string {
  const lines = [`${method} ${target} HTTP/1.1`, 'host: sandbox', `connection: ${connection}`, ...headers];
  return [...lines, '', body].join('\r\n');
}

/**
 * Sends bytes to an app over a separate connection and returns everything that the app answers until it hangs up.
 * With `shut`, the sending side is shut down after the bytes.
 */
export async function talk(
  app: FastifyInstance,
  bytes: readonly (string | Buffer)[],
  { shut = false } = {},
): Promise<RawAnswer[]> {
  const port = app.server.listening
    ? app.addresses().flatMap((address) => (typeof address === 'string' ? [] : [address.port]))[0]
    : Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const received = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: port ?? 0, host: '127.0.0.1', allowHalfOpen: true }, () => {
      for (const part of bytes) socket.write(part);
      if (shut) socket.end();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      resolve(Buffer.concat(chunks));
      socket.destroy();
    });
  });
  return answersIn(received);
}

function answersIn(received: Buffer): RawAnswer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = Object.fromEntries(
    lines.map((line) => /^(.*?): *(.*)$/.exec(line.toLowerCase())?.slice(1) ?? []),
  );
  const start = end + 4;
  const next = start + Number(headers['content-length'] ?? 0);
  const answer = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: received.toString('utf8', start, next),
  };
  return [...(answer.status === 100 ? [] : [answer]), ...answersIn(received.subarray(next))];
}
